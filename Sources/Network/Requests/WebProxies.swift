import Models

/// The proxies from the environment, as libcurl reads them: `http_proxy`, `https_proxy`,
/// `all_proxy`, and `no_proxy` for exceptions.
///
/// They are passed to libcurl explicitly, so that it is known here which one is used: behind a
/// proxy, the address that a host name resolves to is not visible.
package struct WebProxies: Hashable, Sendable {
  /// For http; `nil` for none.
  package let open: String?
  /// For https; `nil` for none.
  package let secure: String?
  /// Exceptions from the proxy: hosts, domains and networks.
  package let exceptions: [Substring]

  /// Reads variables.
  ///
  /// - Parameter variables: By name. `HTTP_PROXY` is ignored: CGI sets it from a request.
  package init(_ variables: [String: String] = [:]) {
    let value = { (names: [String]) in
      names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
    }
    let all = value(["all_proxy", "ALL_PROXY"])
    open = value(["http_proxy"]) ?? all
    secure = value(["https_proxy", "HTTPS_PROXY"]) ?? all
    exceptions = (value(["no_proxy", "NO_PROXY"]) ?? "").split { $0 == "," || $0.isWhitespace }
  }

  /// A proxy for display: without user name and password.
  package static func shown(_ proxy: String) -> CleanText {
    let scheme = proxy.firstRange(of: "://").map { proxy[..<$0.upperBound] } ?? ""
    let rest = proxy.dropFirst(scheme.count)
    let place = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
    return CleanText(bytes: "\(scheme)\(place)".utf8, limit: 300)
  }

  /// The proxy for a host, without brackets; `nil` for none.
  package func proxy(forHost host: String, isSecure: Bool) -> String? {
    guard let proxy = isSecure ? secure : open else { return nil }
    return exceptions.contains { Self.matches(host.lowercased(), $0.lowercased()) } ? nil : proxy
  }

  /// Whether an exception is the host, a domain it is in, or a network it is in (`10.0.0.0/8`).
  private static func matches(_ host: String, _ exception: String) -> Bool {
    if exception == "*" { return true }
    if let number = NetworkNumber(host: host) {
      let parts = exception.split(separator: "/", maxSplits: 1)
        .map { $0.trimming { "[]".contains($0) } }
      guard let first = parts.first.flatMap({ NetworkNumber(host: String($0)) }),
        first.bytes.count == number.bytes.count
      else { return false }
      guard parts.count == 2 else { return first == number }
      guard let bits = Int(parts[1]), 0...(8 * first.bytes.count) ~= bits else { return false }
      return zip(first.bytes, number.bytes).enumerated().allSatisfy { index, pair in
        let kept = min(max(bits - 8 * index, 0), 8)
        return (pair.0 ^ pair.1) >> (8 - kept) == 0
      }
    }
    let domain = exception.trimming { $0 == "." }
    let name = host.trimming { $0 == "." }
    return !domain.isEmpty && (name == domain || name.hasSuffix(".\(domain)"))
  }
}
