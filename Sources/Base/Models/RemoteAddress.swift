/// A web address with the scheme `http` or `https`, the only ones Flick ever opens.
///
/// Printable ASCII throughout, so that it can be displayed and passed to libav unchanged.
package struct RemoteAddress: Hashable, Sendable {
  /// The whole address.
  package let string: String
  /// Whether the connection is encrypted and the server's certificate is verified.
  package let isSecure: Bool
  /// Whether a public web server supplied it, which must not lead us into private networks
  /// (docs/decisions/web-private-networks.md). Not part of the identity: two addresses that differ
  /// only in this are equal.
  package var isNamedByPublic = false

  /// Takes an address that was parsed before; anything from outside goes through an
  /// `AddressReader`.
  ///
  /// - Parameter string: An absolute URL (RFC 3986) with scheme `http` or `https` and a host;
  ///   non-ASCII characters must be percent-encoded already.
  /// - Returns: `nil` for any other scheme, without a host, or with spaces or control characters.
  package init?(_ string: String) {
    let schemes = [("http://", false), ("https://", true)]
    let start = string.prefix(8).lowercased()
    guard let (scheme, isSecure) = schemes.first(where: { start.hasPrefix($0.0) }),
      string.utf8.count <= 8192, string.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return nil }
    let rest = string.dropFirst(scheme.count)
    guard let first = rest.first, !"/?#:@".contains(first) else { return nil }
    self.string = scheme + rest
    self.isSecure = isSecure
  }

  /// Takes a valid address with some parts removed.
  init(less string: String, isSecure: Bool) {
    self.string = string
    self.isSecure = isSecure
  }
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
