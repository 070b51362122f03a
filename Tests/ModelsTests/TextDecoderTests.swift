import Models
import Platform
import TestSupport
import Testing

@Suite struct TextDecoderTests {
  private func text(
    _ bytes: [UInt8], declared: String? = nil, undeclared: String? = nil
  ) -> String {
    let decoder = TextDecoder(undeclared: undeclared.flatMap { TextEncoding($0) })
    return String(decoding: decoder.text(bytes, declared: declared), as: UTF8.self)
  }

  @Test(arguments: Sample.all)
  func declaredEncodingIsUsed(_ sample: Sample) {
    for name in [sample.encoding, sample.encoding.lowercased(), sample.encoding.uppercased()] {
      #expect(text(sample.bytes, declared: name) == sample.text)
    }
  }

  @Test(arguments: Sample.all)
  func undeclaredEncodingIsGuessed(_ sample: Sample) {
    #expect(text(sample.bytes) == sample.text)
    // ASCII before it does not affect the guess.
    let ascii = String(repeating: "00:00:01 --> 00:00:02\n", count: 20_000)
    #expect(text(Array(ascii.utf8) + sample.bytes) == ascii + sample.text)
  }

  @Test(arguments: Sample.all)
  func userSettingReplacesTheGuess(_ sample: Sample) {
    #expect(text(sample.bytes, undeclared: sample.encoding) == sample.text)
    #expect(text(Array(sample.text.utf8), undeclared: sample.encoding) == sample.text)
    #expect(text(Array("Aé".utf8), declared: "UTF-8", undeclared: sample.encoding) == "Aé")
  }

  /// Windows-1252 differs from Latin-1 from 0x80 to 0x9F; five of these bytes are undefined.
  @Test(arguments: ["iso-8859-1", "Latin1", "windows-1252", "CP1252", "us_ascii"])
  func westernEncodingsDecodeEveryByte(_ name: String) {
    let none: Unicode.Scalar = "\u{FFFD}"
    let signs = "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars
    #expect(signs.count == 32 && signs.count { $0 == none } == 5)
    let others = { (bytes: ClosedRange<UInt8>) in bytes.map { Unicode.Scalar($0) } }
    let scalars = others(0x20...0x7F) + signs + others(0xA0...0xFF)
    #expect(Array(text(Array(0x20...0xFF), declared: name).unicodeScalars) == scalars)
  }

  @Test func randomUTF16RoundTrips() {
    var generator = SeededGenerator(seed: Fuzz.seed)
    let scalars = Array("<a é日😀\u{FFFD}\u{10FFFF}".unicodeScalars)
    for _ in 0..<500 {
      var view = String.UnicodeScalarView()
      for _ in 0..<generator.int(0..<30) { view.append(generator.pick(scalars)) }
      let wanted = String(view)
      func units(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
          let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
          return isBigEndian ? bytes : bytes.reversed()
        }
      }
      for isBigEndian in [true, false] {
        let marked = units("\u{FEFF}" + wanted, isBigEndian: isBigEndian)
        // The byte order mark overrides what the server says.
        #expect(text(marked, declared: "iso-8859-1") == wanted)
        // Half a code unit at the end is dropped.
        #expect(text(marked + [0x3C]) == wanted + "\u{FFFD}")
        #expect(text(units("<" + wanted, isBigEndian: isBigEndian)) == "<" + wanted)
      }
    }
  }

  @Test func validUTF8OverridesTheDeclaration() {
    let words = "Où? – «東京» 😀\nשלום"
    let bytes = Array(words.utf8)
    #expect(text(bytes) == words)
    #expect(text([0xEF, 0xBB, 0xBF] + bytes, declared: "koi8-r") == words)
    #expect(text(bytes, declared: "klingon") == words)
    // One damaged character does not make it another encoding.
    #expect(text(bytes + [0xE9]) == words + "\u{FFFD}")
    #expect(text([0x41, 0xE9], declared: "utf-8") == "A\u{FFFD}")
    #expect(text([]) == "" && text([0xFF, 0xFE]) == "")
  }

  @Test func unknownEncodingFallsBackToWestern() {
    #expect(text([0xE9]) == "é")
  }

  @Test func invalidBytesAreReplaced() {
    #expect(text([0x41, 0xFF, 0x42, 0x82], declared: "Shift_JIS") == "A\u{FFFD}B\u{FFFD}")
  }

  /// Nothing else of iconv is exposed: neither its suffixes nor encodings that nobody uses.
  @Test(arguments: [
    "utf-7", "ISO-2022-CN-EXT", "IBM1390", "UTF-8//TRANSLIT", "windows-1252//IGNORE", "", " ",
    "\u{0}",
    "iso-8859-12", "iso-8859-", "cp125", "cp1259", "cp125²",
  ])
  func otherNamesAreNotEncodings(_ name: String) {
    #expect(TextEncoding(name) == nil)
  }

  @Test func damagedUTF8StaysAsItIs() {
    let bytes: [UInt8] = [70, 36, 246, 139, 138, 182, 227, 228]
    #expect(TextDecoder(undeclared: .utf8).text(bytes) == bytes)
    #expect(TextDecoder().text(bytes) == bytes)
  }

  @Test func randomBytesAreDecoded() {
    var generator = SeededGenerator(seed: Fuzz.seed)
    let names: [String?] =
      Sample.all.map(\.encoding) + ["iso-2022-jp", "viscii", "windows-874", nil]
    for _ in 0..<Fuzz.documents {
      let bytes = (0..<generator.int(0..<40)).map { _ in UInt8(generator.int(0..<256)) }
      let name = generator.pick(names)
      let decoded = TextDecoder().text(bytes, declared: name)
      // Text that stays as it is may be the name of a file.
      let isKept = decoded == bytes || bytes == [0xEF, 0xBB, 0xBF] + decoded
      #expect(
        isKept || String(validating: decoded, as: UTF8.self) != nil, "\(name ?? "-"): \(bytes)")
    }
  }

  /// Every name leads to an encoding that the system has.
  @Test(arguments: [
    "windows-1250", "windows-1258", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5",
    "iso-8859-6", "iso-8859-7", "iso-8859-8", "iso-8859-10", "iso-8859-13", "iso-8859-14",
    "iso-8859-15", "iso-8859-16", "latin5", "tis-620", "latin2", "cyrillic", "arabic", "greek",
    "hebrew", "ibm852", "ibm855", "ibm862", "ibm866", "koi8-r", "koi8-u", "mac", "x-mac-cyrillic",
    "mac-centraleurope", "viscii", "sjis", "euc-jp", "iso-2022-jp", "gb2312", "big5", "euc-tw",
    "uhc", "utf-16", "utf-16be",
  ])
  func everyEncodingIsAvailable(_ name: String) throws {
    let wide = name.hasPrefix("utf-16")
    let bytes: [UInt8] = wide ? (name == "utf-16" ? [0x41, 0] : [0, 0x41]) : [0x41]
    // Not tested through the decoder, which would fall back to UTF-8 if the encoding were missing.
    let text = try Iconv(from: #require(TextEncoding(name)))?.utf8(bytes)
    #expect(text == [0x41])
  }
}
