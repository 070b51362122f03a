import MediaCore
import TestSupport
import Testing

@Suite struct CaptionEncodingTests {
  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: CaptionEncoding.utf8(bytes), as: UTF8.self)
  }

  private static let words = "Où? – «東京» 😀\nשלום"

  private func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap { unit in
      let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
      return isBigEndian ? bytes.reversed() : bytes
    }
  }

  @Test func marksSayUTF8AndUTF16() {
    #expect(text(Array(Self.words.utf8)) == Self.words)
    #expect(text([0xEF, 0xBB, 0xBF] + Array(Self.words.utf8)) == Self.words)
    #expect(text(utf16(Self.words, isBigEndian: false)) == Self.words)
    #expect(text(utf16(Self.words, isBigEndian: true)) == Self.words)
    #expect(text(Array(utf16("ab", isBigEndian: true).dropLast())) == "a")
    #expect(text([0xFF, 0xFE, 0x00, 0xD8, 0x41, 0x00]) == "\u{FFFD}A")
  }

  @Test func allElseIsWindows1252() {
    #expect(text([0x43, 0x61, 0x66, 0xE9, 0x20, 0x93, 0x80, 0x94]) == "Café “€”")
    #expect(text([0xC4, 0xD6, 0xDC, 0xDF, 0x81]) == "ÄÖÜß\u{FFFD}")
  }

  @Test func zerosBecomeSpaces() {
    #expect(text([0x41, 0, 0x42]) == "A B")
    #expect(text([]) == "")
    #expect(text([0xFF, 0xFE]) == "")
  }

  @Test func anyBytesBecomeText() {
    let seed = UInt64.random(in: 0...(.max))
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      var bytes = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes = [0xFF, 0xFE] + bytes
      case 1: bytes = [0xFE, 0xFF] + bytes
      default: break
      }
      let result = CaptionEncoding.utf8(bytes)
      let isText =
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) || String(validating: result, as: UTF8.self) != nil
      #expect(isText && !result.contains(0), "seed \(seed)")
    }
  }
}
