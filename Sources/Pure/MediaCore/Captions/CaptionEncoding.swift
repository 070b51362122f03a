/// Tells how the text of a caption file is encoded.
package enum CaptionEncoding {
  /// Turns a file's bytes into UTF-8.
  ///
  /// A byte order mark says UTF-8 or UTF-16 (Unicode 15.0, section 23.8). Without one, what is valid
  /// UTF-8 is that, and all else is taken for Windows-1252, which holds Latin-1: nobody can tell the
  /// encodings of one byte a character apart, and it is the commonest of them.
  ///
  /// - Parameter bytes: The whole file.
  /// - Returns: UTF-8 without a byte order mark and without zeros, which would end it for libav.
  package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      text = Array(bytes.dropFirst(3))
    } else if bytes.starts(with: [0xFF, 0xFE]) {
      text = decodeUTF16(bytes.dropFirst(2), isBigEndian: false)
    } else if bytes.starts(with: [0xFE, 0xFF]) {
      text = decodeUTF16(bytes.dropFirst(2), isBigEndian: true)
    } else if String(validating: bytes, as: UTF8.self) != nil {
      text = bytes
    } else {
      text = decodeWindows1252(bytes)
    }
    for index in text.indices where text[index] == 0 { text[index] = UInt8(ascii: " ") }
    return text
  }

  private static func decodeUTF16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
    // A last odd byte is none.
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func decodeWindows1252(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        text.append(byte)
      } else {
        let scalar = (0x80..<0xA0).contains(byte) ? upper[Int(byte) - 0x80] : Unicode.Scalar(byte)
        text.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      }
    }
    return text
  }

  /// 0x80 to 0x9F in Windows-1252; U+FFFD where there is nothing.
  private static let upper: [Unicode.Scalar] = [
    "\u{20AC}", "\u{FFFD}", "\u{201A}", "\u{0192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{02C6}", "\u{2030}", "\u{0160}", "\u{2039}", "\u{0152}", "\u{FFFD}", "\u{017D}", "\u{FFFD}",
    "\u{FFFD}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{02DC}", "\u{2122}", "\u{0161}", "\u{203A}", "\u{0153}", "\u{FFFD}", "\u{017E}", "\u{0178}",
  ]
}
