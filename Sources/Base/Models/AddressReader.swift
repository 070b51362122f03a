/// Parses web addresses exactly as the HTTP client does, so that the address checked is the address
/// fetched. A library function, passed to pure code (docs/decisions/web-addresses.md).
package struct AddressReader: Sendable {
  private let function: @Sendable (String, RemoteAddress?) -> RemoteAddress?

  /// Creates a reader.
  ///
  /// - Parameter function: Takes an absolute or relative reference and the address it is relative
  ///   to.
  package init(_ function: @escaping @Sendable (String, RemoteAddress?) -> RemoteAddress?) {
    self.function = function
  }

  /// Parses an address.
  ///
  /// - Parameters:
  ///   - text: An absolute reference, or a relative one (RFC 3986, 5.2) if there is a base.
  ///     Non-ASCII characters in the host make it an international name (RFC 5891); elsewhere they,
  ///     and spaces, are treated as percent-encoded.
  ///   - base: The address of the document that contains the reference.
  /// - Returns: The address, with a fragment only if that names a part of a clip, and with a
  ///   normalised host: numbers in four parts, international names in ASCII. `nil` if it is not a
  ///   web address, or if its host has escapes or more than 253 bytes.
  package func read(_ text: String, relativeTo base: RemoteAddress? = nil) -> RemoteAddress? {
    function(text, base)
  }
}
