/// Reads addresses of the web as whoever asks servers does, so that what is judged is what is fetched: a
/// function of a library, handed to code that is pure (docs/decisions/web-addresses.md).
package struct AddressReader: Sendable {
  private let function: @Sendable (String, RemoteAddress?) -> RemoteAddress?

  /// Creates a reader.
  ///
  /// - Parameter function: Takes an absolute or relative reference, and what it is relative to.
  package init(_ function: @escaping @Sendable (String, RemoteAddress?) -> RemoteAddress?) {
    self.function = function
  }

  /// Reads an address.
  ///
  /// - Parameters:
  ///   - text: An absolute reference, or a relative one (RFC 3986, 5.2) if there is a base. In its host, what is
  ///     not ASCII is an international name (RFC 5891); elsewhere, that and spaces are taken as if they were
  ///     percent-encoded.
  ///   - base: Where the document is that has it.
  /// - Returns: The address without a fragment, its host in the usual form: numbers in four parts, international
  ///   names in ASCII. `nil` if it is none of the web, or if its host has escapes or more than 253 bytes.
  package func read(_ text: String, relativeTo base: RemoteAddress? = nil) -> RemoteAddress? {
    function(text, base)
  }
}
