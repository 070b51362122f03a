/// Parses web addresses exactly as the HTTP client does, so that the address checked is the address
/// fetched. A library function, passed to pure code (docs/decisions/web-addresses.md).
///
/// It also decides which hosts `sftp` addresses may name (docs/decisions/remote-sources.md).
package struct AddressReader: Sendable {
  private let function: @Sendable (String, RemoteAddress?) -> RemoteAddress?
  /// The hosts whose `sftp` addresses are read, in lower case; `nil` for any.
  private var hosts: Set<String>? = []

  /// Creates a reader.
  ///
  /// - Parameter function: Takes an absolute or relative reference and the address it is relative
  ///   to.
  package init(_ function: @escaping @Sendable (String, RemoteAddress?) -> RemoteAddress?) {
    self.function = function
  }

  /// A reader that also reads `sftp` addresses.
  ///
  /// - Parameter hosts: Of these hosts only, in lower case; `nil` for any, which is the user's right.
  package func readingSFTP(of hosts: Set<String>?) -> AddressReader {
    var reader = self
    reader.hosts = hosts
    return reader
  }

  /// Parses an address.
  ///
  /// - Parameters:
  ///   - text: An absolute reference, or a relative one (RFC 3986, 5.2) if there is a base.
  ///     Non-ASCII characters in the host make it an international name (RFC 5891); elsewhere they,
  ///     and spaces, are treated as percent-encoded.
  ///   - base: The address of the document that contains the reference.
  /// - Returns: The address, with a fragment only if that names a part of a clip, and with a
  ///   normalised host: numbers in four parts, international names in ASCII. `nil` if it is neither a
  ///   web address nor an `sftp` address of a host that is read, or if its host has escapes or more
  ///   than 253 bytes. Nothing is relative to an `sftp` address.
  package func read(_ text: String, relativeTo base: RemoteAddress? = nil) -> RemoteAddress? {
    if let address = Self.sftp(text) {
      return hosts?.contains(address.host.lowercased()) == false ? nil : address
    }
    return base?.scheme.isWeb == false ? nil : function(text, base)
  }

  /// Parses an `sftp` address of any host, without opening it.
  ///
  /// - Returns: `nil` for any other text, and if it is invalid.
  package static func sftp(_ text: String) -> RemoteAddress? {
    guard text.utf8.count <= longestText, text.prefix(7).lowercased() == "sftp://" else {
      return nil
    }
    let plain = text.prefix { $0 != "#" }
    return RemoteAddress(PercentCoding.encoded(String(plain)))?
      .with(TimeSpan(mediaFragment: text[plain.endIndex...].dropFirst()))
  }

  /// A longer address is invalid, in bytes.
  private static let longestText = 8_192
}
