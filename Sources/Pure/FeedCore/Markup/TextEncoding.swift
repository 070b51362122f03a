/// Turns a document of the web into UTF-8.
enum TextEncoding {
  /// Recodes a document.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - charset: What the server calls its encoding; `nil` if it says nothing.
  /// - Returns: The document in UTF-8. Encodings are found by byte order mark, by `charset`, by the
  ///   document's own declaration; those that are not known are taken for UTF-8.
  static func utf8(_ bytes: [UInt8], charset: String?) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFE, 0xFF]) { return wide(bytes.dropFirst(2), isBigEndian: true) }
    if bytes.starts(with: [0xFF, 0xFE]) { return wide(bytes.dropFirst(2), isBigEndian: false) }
    // A document of UTF-16 without a mark begins with `<` (XML 1.0, F.1).
    if bytes.starts(with: [0, 0x3C]) { return wide(bytes[...], isBigEndian: true) }
    if bytes.starts(with: [0x3C, 0]) { return wide(bytes[...], isBigEndian: false) }
    switch (charset ?? declared(bytes) ?? "utf-8").lowercased() {
    case "iso-8859-1", "latin1", "iso8859-1", "windows-1252", "cp1252", "iso-8859-15":
      return western(bytes)
    default: return bytes
    }
  }

  /// The encoding an XML declaration or a `meta` element at the beginning names.
  private static func declared(_ bytes: [UInt8]) -> String? {
    let head = String(decoding: bytes.prefix(1_024), as: UTF8.self).lowercased()
    let keys = head.hasPrefix("<?xml") ? ["encoding="] : ["charset="]
    for key in keys {
      guard let found = head.firstRange(of: key) else { continue }
      let value = head[found.upperBound...].drop { "\"' ".contains($0) }
        .prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      if !value.isEmpty { return String(value) }
    }
    return nil
  }

  private static func wide(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
    let start = bytes.startIndex
    let units = (0..<bytes.count / 2).map { index -> UInt16 in
      let first = UInt16(bytes[start + 2 * index])
      let second = UInt16(bytes[start + 2 * index + 1])
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Windows-1252, which is what the web means by Latin-1 (WHATWG, Encoding).
  private static func western(_ bytes: [UInt8]) -> [UInt8] {
    var text = String.UnicodeScalarView()
    for byte in bytes {
      text.append(
        (0x80...0x9F).contains(byte) ? signs[Int(byte) - 0x80] : Unicode.Scalar(byte))
    }
    return Array(String(text).utf8)
  }

  private static let signs = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)
}
