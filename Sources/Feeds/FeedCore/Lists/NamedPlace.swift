import Models

/// What a line of a list or an argument refers to (docs/decisions/feed-lists.md).
package enum NamedPlace: Hashable, Sendable {
  /// A file or folder, by its path.
  case path([UInt8])
  /// A file or stream on a server.
  case remote(RemoteAddress)
  /// A server's address without a host, or an ambiguous one.
  case malformed
  /// An address that is not opened: with another scheme, of a file on another machine, or of a host
  /// that may not be named here.
  case other

  /// Distinguishes addresses (RFC 3986) and paths.
  ///
  /// - Parameters:
  ///   - bytes: The text. A file's address is converted to a path (RFC 8089).
  ///   - addresses: Parses addresses of servers.
  package init(_ bytes: some Collection<UInt8>, _ addresses: AddressReader) {
    let bytes = Array(bytes)
    switch Self.scheme(of: bytes) {
    case nil: self = .path(bytes)
    case "http", "https":
      let address = addresses.read(String(decoding: bytes, as: UTF8.self))
      self = address.map { .remote($0) } ?? .malformed
    case "sftp":
      let text = String(decoding: bytes, as: UTF8.self)
      self =
        addresses.read(text).map { .remote($0) }
        ?? (AddressReader.sftp(text) == nil ? .malformed : .other)
    case "file":
      self = Self.filePath(bytes.dropFirst("file://".utf8.count)).map { .path($0) } ?? .other
    default: self = .other
    }
  }

  /// The part before `://` in lower case, if it can be a scheme (RFC 3986, 3.1).
  private static func scheme(of bytes: [UInt8]) -> String? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[colon...].starts(with: "://".utf8)
    else { return nil }
    let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    let isValid = scheme.utf8.allSatisfy {
      NaturalOrder.isLetter($0) || NaturalOrder.isDigit($0) || "+-.".utf8.contains($0)
    }
    return isValid && !scheme.isEmpty ? scheme : nil
  }

  /// The path of a file's address without its `file://`; `nil` if it is on another machine.
  private static func filePath(_ rest: ArraySlice<UInt8>) -> [UInt8]? {
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let host = String(decoding: rest[..<slash], as: UTF8.self).lowercased()
    guard host.isEmpty || host == "localhost" else { return nil }
    return PercentCoding.decoded(rest[slash...])
  }
}

extension Clip {
  /// The title is the end of the address's path.
  package init(remote address: RemoteAddress) {
    self.init(location: .remote(address), title: address.title)
  }
}
