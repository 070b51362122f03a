/// What a document calls its own encoding.
package enum DeclaredEncoding {
  /// How far into a document it may stand, in bytes (WHATWG, HTML, 4.2.5.4).
  private static let reach = 1_024

  /// Reads an XML declaration or a `meta` element at the beginning.
  ///
  /// - Returns: The name; `nil` if there is none, or that of UTF-16: a document that can be read so far is none.
  package static func name(in bytes: [UInt8]) -> String? {
    let head = String(decoding: bytes.prefix(reach), as: UTF8.self).lowercased()
    guard head.first(where: { !$0.isWhitespace }) == "<" else { return nil }
    let key = head.hasPrefix("<?xml") ? "encoding=" : "charset="
    guard let found = head.firstRange(of: key) else { return nil }
    let value = head[found.upperBound...].drop { "\"' ".contains($0) }
      .prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    let isWide = ["utf-16", "ucs-2", "unicode"].contains { value.hasPrefix($0) }
    return value.isEmpty || isWide ? nil : String(value)
  }
}
