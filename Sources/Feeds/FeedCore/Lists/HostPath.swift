import Models

/// `HOST:PATH`, as scp(1) takes it: something on a machine that `ssh` reaches.
///
/// For what is typed, and only if nothing here has that name; in lists, a colon is a letter
/// (docs/decisions/remote-sources.md).
package enum HostPath {
  /// Reads `host:path`, `user@host:path` or `[::1]:path`.
  ///
  /// - Parameter bytes: As typed. A path that does not begin with a slash is relative to the home
  ///   folder, and an empty one is that folder.
  /// - Returns: The `sftp` address. `nil` if a slash comes before the first colon, if user or host
  ///   cannot be any, and for what looks like an address.
  package static func address(_ bytes: some Collection<UInt8>) -> RemoteAddress? {
    let bytes = Array(bytes)
    guard let colon = colon(in: bytes) else { return nil }
    let place = bytes[..<colon]
    let path = bytes[(colon + 1)...]
    let at = place.lastIndex(of: UInt8(ascii: "@"))
    let user = at.map { PercentCoding.encodedPath(place[..<$0]) + "@" } ?? ""
    var host = String(decoding: at.map { place[($0 + 1)...] } ?? place, as: UTF8.self)
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard !path.starts(with: "//".utf8), !schemes.contains(host.lowercased()),
      let address = RemoteAddress(
        "sftp://\(user)\(host.contains(":") ? "[\(host)]" : host)\(target(path))"),
      // Nothing of it was taken for anything else.
      address.host == host, address.port == nil
    else { return nil }
    return address
  }

  /// The first word of an address that lacks a slash.
  private static let schemes: Set = ["http", "https", "file", "sftp"]

  /// The colon between host and path, by the rules of scp: not within brackets, and before any
  /// slash.
  private static func colon(in bytes: [UInt8]) -> Int? {
    var isBracketed = bytes.first == UInt8(ascii: "[")
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch byte {
      case UInt8(ascii: "@") where next == UInt8(ascii: "["): isBracketed = true
      case UInt8(ascii: "]") where next == UInt8(ascii: ":") && isBracketed: return index + 1
      case UInt8(ascii: ":") where !isBracketed: return index > 0 ? index : nil
      case UInt8(ascii: "/"): return nil
      default: break
      }
    }
    return nil
  }

  /// The address's path. One that begins with `/~/` is relative to the home folder.
  private static func target(_ path: ArraySlice<UInt8>) -> String {
    let encoded = PercentCoding.encodedPath(path)
    if encoded.hasPrefix("/") { return encoded.hasPrefix("/~/") ? "/\(encoded)" : encoded }
    if encoded == "~" { return "/~/" }
    return encoded.hasPrefix("~/") ? "/\(encoded)" : "/~/\(encoded)"
  }
}
