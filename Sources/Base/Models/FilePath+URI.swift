extension FilePath {
  /// The path as a URI (RFC 8089), which encodes any bytes in printable ASCII: `file:///a%20b`. A
  /// relative path has no URI that means the same elsewhere; it is written without the scheme.
  package var uri: String {
    isAbsolute ? "file://\(PercentCoding.encodedPath(bytes))" : PercentCoding.encodedPath(bytes)
  }

  /// Parses the output of `uri`; `nil` for anything but an absolute path on this machine.
  package init?(uri: String) {
    let scheme = "file://"
    guard uri.utf8.starts(with: "\(scheme)/".utf8) else { return nil }
    let bytes = PercentCoding.decoded(uri.utf8.dropFirst(scheme.utf8.count))
    guard !bytes.contains(0) else { return nil }
    self.init(bytes: bytes)
  }
}
