/// An address of the web, `http` or `https`: the only kinds Flick ever opens.
///
/// Printable ASCII throughout, so that it can be shown and handed to libav as it stands.
package struct RemoteAddress: Hashable, Sendable {
  /// The whole address.
  package let string: String
  /// Whether the connection is encrypted and the server's certificate checked.
  package let isSecure: Bool
  /// Whether a server of the public web names it, which may not lead us into private networks
  /// (docs/decisions/web-private-networks.md). It is no part of what the address is: two that differ in it are equal.
  package var isNamedByPublic = false

  /// Takes an address that was read before; whatever comes from outside is read by an `AddressReader`.
  ///
  /// - Parameter string: An absolute URL (RFC 3986) of scheme `http` or `https` with a host; what is
  ///   not ASCII has to be percent-encoded already.
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

  /// Creates an address from one that is known to be one, less some of its parts.
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
  /// The address without its secrets, which are nothing to show.
  package var description: String { withoutSecrets.string }
}
