import Platform

/// Converts text in any encoding to UTF-8, with iconv and libuchardet
/// (docs/decisions/web-text-encodings.md).
package struct TextDecoder: Sendable {
  private let undeclared: TextEncoding?

  /// Creates a decoder.
  ///
  /// - Parameter undeclared: The encoding of texts that are not UTF-8 and do not declare theirs. If
  ///   `nil`, libuchardet guesses it, with Windows-1252 as the fallback.
  package init(undeclared: TextEncoding? = nil) {
    self.undeclared = undeclared
  }

  /// Decodes a text.
  ///
  /// - Parameters:
  ///   - bytes: The whole text.
  ///   - declared: The encoding declared by a server or the text itself; `nil` if neither declares
  ///     one.
  /// - Returns: UTF-8 without a byte order mark. Damaged bytes of UTF-8 input stay as they are, as
  ///   does a text whose encoding cannot be guessed. The encoding comes from a byte order mark
  ///   (Unicode 15.0, 23.8), then from the zeros of a document that begins with `<` or `{` in
  ///   UTF-16 (XML 1.0, F.1), then from `declared`. Otherwise valid UTF-8 is taken as such, and the
  ///   rest is guessed.
  package func text(_ bytes: [UInt8], declared: String? = nil) -> [UInt8] {
    if bytes.starts(with: Self.mark) { return Array(bytes.dropFirst(Self.mark.count)) }
    if bytes.starts(with: [0xFE, 0xFF]) { return wide(Array(bytes.dropFirst(2)), .utf16BigEndian) }
    if bytes.starts(with: [0xFF, 0xFE]) {
      return wide(Array(bytes.dropFirst(2)), .utf16LittleEndian)
    }
    if bytes.starts(with: [0, 0x3C]) || bytes.starts(with: [0, 0x7B]) {
      return wide(bytes, .utf16BigEndian)
    }
    if bytes.starts(with: [0x3C, 0]) || bytes.starts(with: [0x7B, 0]) {
      return wide(bytes, .utf16LittleEndian)
    }
    if let declared = declared.flatMap({ TextEncoding($0) }) {
      if declared == .utf8 { return bytes }
      if let text = decode(bytes, declared) { return text }
    }
    if Self.isMostlyUTF8(bytes) { return bytes }
    return decode(bytes, nil) ?? bytes
  }

  /// Whether a text is UTF-8, allowing for a few damaged characters.
  private static func isMostlyUTF8(_ bytes: [UInt8]) -> Bool {
    if bytes.allSatisfy({ $0 < 0x80 && $0 != 0x1B }) { return true }
    // Escape sequences that switch the character set (ISO 2022).
    let escapes = zip(bytes, bytes.dropFirst()).lazy.filter { $0.0 == 0x1B }
    if escapes.contains(where: { $0.1 == 0x24 || $0.1 == 0x28 }) { return false }
    var found = 0
    var damaged = 0
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars where !scalar.isASCII {
      if scalar == "\u{FFFD}" { damaged += 1 } else { found += 1 }
    }
    return damaged * 8 <= found
  }

  private func wide(_ bytes: [UInt8], _ encoding: TextEncoding) -> [UInt8] {
    decode(bytes, encoding) ?? bytes
  }

  /// - Returns: `nil` for UTF-8, whose damaged bytes stay, and if the system does not support the
  ///   encoding.
  private func decode(_ bytes: [UInt8], _ declared: TextEncoding?) -> [UInt8]? {
    let encoding = declared ?? undeclared ?? EncodingGuess.encoding(of: bytes) ?? .western
    // Invalid UTF-8 stays as it is: iconv would accept numbers that are not characters.
    return encoding == .utf8 ? nil : Iconv(from: encoding)?.utf8(bytes)
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
