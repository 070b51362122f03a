// Removing secrets from addresses.
extension RemoteAddress {
  /// The address without user name, password and parameters that look secret by name. This form is
  /// stored, shown, and passed to other programs (docs/decisions/web-addresses.md). With `sftp`, the
  /// name stays: it is no secret, and decides what the path means.
  package var withoutSecrets: RemoteAddress {
    var rest = afterAuthority
    var kept = rest.prefix { !"?#".contains($0) }
    rest = rest[kept.endIndex...]
    // The separator to put before the next field in place of its own.
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
    let login = scheme.isWeb ? "" : userInfo.map { "\($0)@" } ?? ""
    return RemoteAddress(less: "\(scheme.beginning)\(login)\(hostField)\(kept)", scheme)
  }

  /// A text without its secrets if it is an address.
  package static func withoutSecrets(_ text: String) -> String {
    RemoteAddress(text)?.withoutSecrets.string ?? text
  }

  /// A message with the secrets removed from its addresses.
  package static func withoutSecrets(inMessage message: String) -> String {
    var output = ""
    var rest = message[...]
    while let mark = rest.firstRange(of: "://") {
      let head = rest[..<mark.lowerBound]
      guard
        let scheme = ["https", "http", "sftp"].first(where: {
          head.suffix(5).lowercased().hasSuffix($0)
        })
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

  /// Whether a parameter's name suggests that its value is secret. Case and word separators are
  /// ignored: `apikey`, `api_key` and `API-Key` are the same.
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

  /// The names, in lower case and without word separators; listed in `docs/state-files.md`.
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
