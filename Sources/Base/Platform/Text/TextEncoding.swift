/// A text encoding in actual use, by its names (WHATWG, Encoding Standard, 4.2).
///
/// Other encodings are rejected even if iconv knows them: encodings that nobody uses are untested
/// against hostile input.
package struct TextEncoding: Hashable, Sendable {
  /// Its iconv name.
  package let name: String

  package static let utf8 = TextEncoding(name: "UTF-8")
  package static let utf16BigEndian = TextEncoding(name: "UTF-16BE")
  package static let utf16LittleEndian = TextEncoding(name: "UTF-16LE")
  /// The fallback.
  package static let western = TextEncoding(name: "CP1252")

  private init(name: String) {
    self.name = name
  }

  /// Finds an encoding.
  ///
  /// - Parameter label: Its name; case, hyphens and underscores are ignored.
  /// - Returns: `nil` if it is not known.
  package init?(_ label: String) {
    let label = label.lowercased().replacing("_", with: "-")
    let own = Self.names.first { $0.value.contains(label) }?.key
    guard let name = own ?? Self.family(label) else { return nil }
    self.name = name
  }

  /// Numbered encodings.
  private static func family(_ label: String) -> String? {
    for prefix in ["windows-125", "cp125", "x-cp125"] where label.hasPrefix(prefix) {
      let number = label.dropFirst(prefix.count)
      if number.count == 1, "012345678".contains(number) { return "CP125\(number)" }
    }
    for prefix in ["iso-8859-", "iso8859-"] where label.hasPrefix(prefix) {
      let number = label.dropFirst(prefix.count)
      if let number = Int(number), [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].contains(number) {
        return "ISO-8859-\(number)"
      }
    }
    return nil
  }

  private static let names: [String: Set<String>] = [
    "UTF-8": ["utf-8", "utf8", "unicode-1-1-utf-8"],
    "UTF-16LE": ["utf-16", "utf-16le", "ucs-2", "unicode"],
    "UTF-16BE": ["utf-16be"],
    // Text with these labels is mostly in the encoding with more characters.
    "CP1252": [
      "iso-8859-1", "iso8859-1", "iso88591", "latin1", "latin-1", "l1", "us-ascii", "ascii",
    ],
    "CP1254": ["iso-8859-9", "iso8859-9", "latin5", "l5"],
    "CP874": ["iso-8859-11", "tis-620", "windows-874", "dos-874"],
    "ISO-8859-2": ["latin2", "l2"],
    "ISO-8859-5": ["cyrillic"],
    "ISO-8859-6": ["arabic"],
    "ISO-8859-7": ["greek"],
    "ISO-8859-8": ["hebrew", "iso-8859-8-i"],
    "CP852": ["ibm852", "cp852"],
    "CP855": ["ibm855", "cp855"],
    "CP862": ["ibm862", "cp862"],
    "CP866": ["ibm866", "cp866", "866"],
    "KOI8-R": ["koi8-r", "koi8", "koi"],
    "KOI8-U": ["koi8-u", "koi8-ru"],
    "MACINTOSH": ["macintosh", "mac", "x-mac-roman"],
    "MAC-CYRILLIC": ["x-mac-cyrillic", "mac-cyrillic"],
    "MAC-CENTRALEUROPE": ["mac-centraleurope"],
    "VISCII": ["viscii"],
    "CP932": ["shift-jis", "sjis", "x-sjis", "ms-kanji", "windows-31j", "cp932", "ms932"],
    "EUC-JP": ["euc-jp", "x-euc-jp"],
    "ISO-2022-JP": ["iso-2022-jp"],
    "GB18030": ["gb18030", "gbk", "x-gbk", "gb2312", "gb-2312-80", "cp936", "chinese"],
    "BIG5-HKSCS": ["big5", "big5-hkscs", "cn-big5", "x-x-big5", "cp950"],
    "EUC-TW": ["euc-tw"],
    "CP949": [
      "euc-kr", "uhc", "cp949", "windows-949", "korean", "ks-c-5601-1987", "ksc5601", "ksc-5601",
    ],
  ]
}
