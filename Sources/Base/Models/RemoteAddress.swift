/// The address of something on a server: of the web (`http` and `https`), or on a machine that `ssh`
/// reaches (`sftp`). Flick opens no others.
///
/// Printable ASCII throughout, so that it can be displayed and passed to libav unchanged.
package struct RemoteAddress: Hashable, Sendable {
  /// How the server is reached.
  package enum Scheme: String, Hashable, Sendable {
    case http
    case https
    case sftp

    /// Whether an HTTP client requests it. Feeds and playlists of the web name nothing else
    /// (docs/decisions/remote-sources.md).
    package var isWeb: Bool { self != .sftp }

    /// The port if an address names none; `nil` if that depends on the user's configuration.
    var port: Int? {
      switch self {
      case .http: 80
      case .https: 443
      case .sftp: nil
      }
    }

    /// What an address begins with.
    var beginning: String { "\(rawValue)://" }

    /// By what an address begins with.
    fileprivate static let all = [Scheme.http, .https, .sftp].map { ($0.beginning, $0) }
  }

  /// The whole address.
  package let string: String
  package let scheme: Scheme
  /// Whether a public web server supplied it, which must not lead us into private networks
  /// (docs/decisions/web-private-networks.md). Not part of the identity: two addresses that differ
  /// only in this are equal.
  package var isNamedByPublic = false

  /// Takes an address that was parsed before; anything from outside goes through an
  /// `AddressReader`.
  ///
  /// - Parameter string: An absolute URL (RFC 3986) with scheme `http`, `https` or `sftp` and a
  ///   host; non-ASCII characters must be percent-encoded already. With `sftp`, `?` is a letter of
  ///   the path, a path from `/~/` on is relative to the user's home folder, and a password is
  ///   dropped: `ssh` asks for it.
  /// - Returns: `nil` for any other scheme, without a host, with spaces or control characters, or if
  ///   a user, host or port of `sftp` is none that `ssh` could be told of.
  package init?(_ string: String) {
    let start = string.prefix(8).lowercased()
    guard let (beginning, scheme) = Scheme.all.first(where: { start.hasPrefix($0.0) }),
      string.utf8.count <= 8192, string.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return nil }
    let rest = string.dropFirst(beginning.count)
    guard let first = rest.first, !"/?#:@".contains(first) else { return nil }
    if scheme == .sftp {
      guard let rest = SecureShell.normalised(rest) else { return nil }
      self.string = beginning + rest
    } else {
      self.string = beginning + rest
    }
    self.scheme = scheme
  }

  /// Takes a valid address with some parts removed.
  init(less string: String, _ scheme: Scheme) {
    self.string = string
    self.scheme = scheme
  }

  /// Whether the connection is encrypted and the server's identity is verified.
  package var isSecure: Bool { scheme != .http }
}

extension RemoteAddress {
  package static func == (first: RemoteAddress, second: RemoteAddress) -> Bool {
    first.string == second.string
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(string)
  }
}

extension RemoteAddress: CustomStringConvertible {
  /// The address without its secrets, which are never displayed.
  package var description: String { withoutSecrets.string }
}
