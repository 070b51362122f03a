// What in an address is nobody else's business.
extension RemoteAddress {
  /// The address without name and password, and without the parameters that are secrets by their names:
  /// what is kept, shown, and handed to other programs (docs/decisions/web-addresses.md).
  package var withoutSecrets: RemoteAddress {
    var rest = afterAuthority
    var kept = rest.prefix { !"?#".contains($0) }
    rest = rest[kept.endIndex...]
    // What the next field begins with in place of its own mark.
    var pending: Character?
    while let mark = rest.popFirst() {
      let field = rest.prefix { !"?#&;".contains($0) }
      rest = rest[field.endIndex...]
      if "?#".contains(mark) { pending = mark }
      if Self.isSecret(field.prefix { $0 != "=" }) {
        pending = pending ?? (mark == "&" ? mark : nil)
      } else {
        kept += "\(pending ?? mark)\(field)"
        pending = nil
      }
    }
    return RemoteAddress(
      less: "\(isSecure ? "https" : "http")://\(hostField)\(kept)", isSecure: isSecure)
  }

  /// A text without its secrets if it is an address.
  package static func withoutSecrets(_ text: String) -> String {
    RemoteAddress(text)?.withoutSecrets.string ?? text
  }

  /// A message without the secrets of the addresses in it.
  package static func withoutSecrets(inMessage message: String) -> String {
    var output = ""
    var rest = message[...]
    while let mark = rest.firstRange(of: "://") {
      let head = rest[..<mark.lowerBound]
      guard
        let scheme = ["https", "http"].first(where: { head.suffix(5).lowercased().hasSuffix($0) })
      else {
        output += rest[..<mark.upperBound]
        rest = rest[mark.upperBound...]
        continue
      }
      let start = head.dropLast(scheme.count).endIndex
      let address = rest[start...].prefix {
        $0.isASCII && !$0.isWhitespace && !"\"<>".contains($0)
      }
      output += rest[..<start] + withoutSecrets(String(address))
      rest = rest[address.endIndex...]
    }
    return output + rest
  }

  /// Whether the name of a parameter says that its value is a secret. Case, and what stands between
  /// words, does not matter: `apikey`, `api_key` and `API-Key` are one.
  private static func isSecret(_ name: Substring) -> Bool {
    let letters = PercentCoding.decoded(name.utf8).compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      default: nil
      }
    }
    return secretNames.contains(String(decoding: letters, as: UTF8.self))
  }

  /// The names, without case and without what stands between words; `docs/state-files.md` tells them.
  package static let secretNames: Set<String> = [
    "accesskey", "accesstoken", "apikey", "apitoken", "auth", "authorization", "authtoken",
    "awsaccesskeyid", "bearer", "clientsecret", "credential", "credentials", "hdnea", "hdnts",
    "hmac",
    "idtoken", "jsessionid", "jwt", "key", "lsig", "oauthtoken", "pass", "passphrase", "passwd",
    "password", "phpsessid", "privatetoken", "pwd", "refreshtoken", "secret", "secretkey",
    "session",
    "sessionid", "sessionkey", "sessiontoken", "sid", "sig", "signature", "token", "xamzcredential",
    "xamzsecuritytoken", "xamzsignature", "xgoogcredential", "xgoogsignature",
  ]
}
