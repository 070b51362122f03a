/// What an `sftp` address may tell `ssh`.
///
/// Users and hosts become arguments of a program, and the user's configuration may pass them to a
/// shell (`ProxyCommand`, CVE-2023-51385): only what names consist of is taken.
enum SecureShell {
  /// A longer host is invalid, in bytes (RFC 1035, 2.3.4), and so is a longer user.
  private static let longestName = 253

  /// What follows `sftp://`, without a password and with `?` percent-encoded.
  ///
  /// - Returns: `nil` if user, host, port or path cannot be any.
  static func normalised(_ rest: Substring) -> String? {
    let authority = rest.prefix { !"/?#".contains($0) }
    let at = authority.lastIndex(of: "@")
    let login = at.map { authority[..<$0].prefix { $0 != ":" } }
    let place = at.map { authority[authority.index(after: $0)...] } ?? authority
    guard login.map(isUser) ?? true, isPlace(place) else { return nil }
    let path = rest[authority.endIndex...].prefix { $0 != "#" }
    guard path.isEmpty || path.first == "/", !PercentCoding.decoded(path.utf8).contains(0) else {
      return nil
    }
    let user = login.map { "\($0)@" } ?? ""
    return "\(user)\(place)\(path.replacing("?", with: "%3F"))\(rest[path.endIndex...])"
  }

  /// Whether a text is a host name or an IPv4 address, or a name of the user's configuration.
  static func isHost(_ host: some StringProtocol) -> Bool {
    isName(host.utf8, with: "._-")
  }

  /// Whether a percent-encoded text is a user's name.
  static func isUser(_ user: some StringProtocol) -> Bool {
    isName(PercentCoding.decoded(Array(user.utf8)), with: "._-+@=~,")
  }

  /// Whether a text is a host and possibly a port.
  private static func isPlace(_ place: Substring) -> Bool {
    let host: Substring
    if place.first == "[" {
      guard let end = place.firstIndex(of: "]") else { return false }
      let number = place[place.index(after: place.startIndex)..<end]
      guard !number.contains("%"), NetworkNumber(host: String(number))?.bytes.count == 16 else {
        return false
      }
      host = place[...end]
    } else {
      host = place.prefix { $0 != ":" }
      guard isHost(host) else { return false }
    }
    let rest = place[host.endIndex...]
    return rest.isEmpty || rest.first == ":" && isPort(rest.dropFirst())
  }

  private static func isPort(_ digits: Substring) -> Bool {
    digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
      && Int(digits).map { 1...65_535 ~= $0 } ?? false
  }

  private static func isName(_ name: some Collection<UInt8>, with others: String) -> Bool {
    !name.isEmpty && name.count <= longestName && name.first != UInt8(ascii: "-")
      && name.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: others.utf8.contains(byte)
        }
      }
  }
}
