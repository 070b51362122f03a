/// The encoding that a document declares.
package enum DeclaredEncoding {
  /// How far into a document the declaration may be, in bytes (WHATWG, HTML, 4.2.5.4).
  private static let reach = 1_024

  /// Reads an XML declaration or a `meta` element at the beginning.
  ///
  /// - Returns: The name; `nil` if there is none, or if it is UTF-16: a document that can be read
  ///   this far is not.
  package static func name(in bytes: [UInt8]) -> String? {
    let head = String(decoding: bytes.prefix(reach), as: UTF8.self).lowercased()
    guard head.first(where: { !$0.isWhitespace }) == "<" else { return nil }
    let name = name(in: head, behind: head.hasPrefix("<?xml") ? "encoding=" : "charset=")
    let isWide = ["utf-16", "ucs-2", "unicode"].contains { name?.hasPrefix($0) ?? false }
    return isWide ? nil : name
  }

  /// Reads the charset parameter of a media type.
  package static func name(inType type: String) -> String? {
    name(in: type.lowercased(), behind: "charset=")
  }

  private static func name(in text: String, behind key: String) -> String? {
    guard let found = text.firstRange(of: key) else { return nil }
    let name = text[found.upperBound...].drop { "\"' ".contains($0) }
      .prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    return name.isEmpty ? nil : String(name)
  }
}
