extension RemoteAddress {
  /// The server's name or IP address, without the brackets of an IPv6 address.
  package var host: String {
    let host = hostAndPort.host
    return host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" }) : String(host)
  }

  /// The server's port; `nil` if it is invalid, or if the user's configuration of `ssh` decides.
  package var port: Int? {
    guard let digits = hostAndPort.port, !digits.isEmpty else { return scheme.port }
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits),
      1...65_535 ~= port
    else { return nil }
    return port
  }

  /// The `Host` field of a request (RFC 9110, 7.2).
  package var hostField: String {
    let (host, port) = hostAndPort
    return port.map { $0.isEmpty ? String(host) : "\(host):\($0)" } ?? String(host)
  }

  /// Name and password, still percent-encoded; `nil` if there are none. With `sftp`, a name only.
  package var userInfo: Substring? {
    authority.lastIndex(of: "@").map { authority[..<$0] }
  }

  /// Path and query: the target of a request. With `sftp`, there is no query.
  package var target: String {
    let rest = afterAuthority.prefix { $0 != "#" }
    return rest.first == "/" ? String(rest) : "/\(rest)"
  }

  /// A display name: the last part of the path, percent-decoded, or the server's name.
  package var title: CleanText {
    let name = target.prefix { $0 != "?" }.split(separator: "/").last
    return CleanText(bytes: PercentCoding.decoded(name.map { Array($0.utf8) } ?? Array(host.utf8)))
  }

  /// The last part of the path, percent-decoded; `nil` if it ends with a slash.
  package var lastComponent: [UInt8]? {
    let name = target.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
    return name.last.flatMap { $0.isEmpty ? nil : PercentCoding.decoded($0.utf8) }
  }

  /// The address of the folder that it is in; itself if it ends with a slash, or has no path.
  package var folder: RemoteAddress {
    let path = afterAuthority.prefix { !"?#".contains($0) }
    guard let slash = path.lastIndex(of: "/") else { return whole }
    return RemoteAddress(less: String(string[...slash]), scheme)
  }

  /// The address of something in the folder that it names.
  ///
  /// - Parameter name: Any bytes but a slash.
  package func appending(_ name: some Collection<UInt8>) -> RemoteAddress {
    let folder = whole.string
    return RemoteAddress(
      less: folder + (folder.hasSuffix("/") ? "" : "/") + PercentCoding.encodedPath(name), scheme)
  }

  private var authority: Substring {
    string.dropFirst(scheme.beginning.count).prefix { !"/?#".contains($0) }
  }

  var afterAuthority: Substring { string[authority.endIndex...] }

  private var hostAndPort: (host: Substring, port: Substring?) {
    let authority = authority
    let place =
      authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
      ?? authority
    let bracket = place.lastIndex(of: "]") ?? place.startIndex
    guard let colon = place[bracket...].lastIndex(of: ":") else { return (place, nil) }
    return (place[..<colon], place[place.index(after: colon)...])
  }
}
