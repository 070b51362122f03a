import Models
import TestSupport
import Testing

@Suite struct CleanTextTests {
  @Test func noControlCharacterSurvives() {
    for value in Array(UInt32(0)..<0x20) + Array(0x7F..<0xA0) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(CleanText("a\(scalar)b").string == "a\u{FFFD}b", "U+\(String(value, radix: 16))")
    }
  }

  @Test(arguments: [
    "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}",
    "\u{2069}", "\u{200E}", "\u{200F}", "\u{061C}", "\u{200B}", "\u{FEFF}", "\u{00AD}", "\u{2028}",
    "\u{2029}", "\u{E000}", "\u{E0041}", "\u{FFF9}",
    "\u{378}", "\u{FFFF}", "\u{1FFFE}",
  ])
  func invisibleAndReorderingCharactersAreReplaced(_ character: String) {
    #expect(CleanText(character).string == "\u{FFFD}")
  }

  @Test(arguments: [
    "clip.mp4", "Ünïcödé", "漢字", "🎬", "👩‍👩‍👧‍👦", "क्‍ष", "e\u{301}", "a\u{A0}b", "שלום", "العربية",
    "\u{FFFD}", "",
  ])
  func harmlessTextIsKept(_ text: String) {
    #expect(CleanText(text).string == text)
  }

  @Test func escapeSequencesAreDefused() {
    #expect(
      CleanText("\u{1B}[31mred\u{1B}]0;x\u{07}").string == "\u{FFFD}[31mred\u{FFFD}]0;x\u{FFFD}")
    #expect(
      CleanText("two\nlines\r\nhere\t").string == "two\u{FFFD}lines\u{FFFD}\u{FFFD}here\u{FFFD}")
    #expect(CleanText(bytes: [0x9B, 0x33, 0x31, 0x6D]).string == "\u{FFFD}31m")
  }

  @Test func interpolatedTextIsCleanedToo() {
    let name = "\u{1B}c"
    let text: CleanText = "No decoder for \(name)."
    #expect(text.string == "No decoder for \u{FFFD}c.")
  }

  @Test func longTextIsTruncatedAtAScalar() {
    #expect(CleanText(bytes: Array("short".utf8), limit: 5).string == "short")
    #expect(CleanText(bytes: Array("longer".utf8), limit: 5).string == "longe…")
    #expect(CleanText(bytes: Array("äöüß".utf8), limit: 3).string == "äöü…")
    #expect(CleanText(bytes: Array("  one\r\ntwo\t".utf8), limit: 50).string == "one  two")
    #expect(CleanText(bytes: Array("\u{1B}[2J".utf8), limit: 50).string == "\u{FFFD}[2J")
    let accents = "e" + String(repeating: "\u{301}", count: 10_000)
    #expect(CleanText(bytes: Array(accents.utf8), limit: 50).string.unicodeScalars.count == 51)
    #expect(CleanText(bytes: [], limit: 5).isEmpty)
    #expect(CleanText(bytes: Array("x".utf8), limit: 0).string == "…")
  }

  @Test func cleaningIsIdempotent() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        Bool.random(using: &generator)
          ? UInt8.random(in: 0...255, using: &generator)
          : UInt8.random(in: 0x18...0x7F, using: &generator)
      }
      let once = CleanText(bytes: bytes)
      #expect(CleanText(once.string) == once, "seed \(seed): \(bytes)")
      #expect(CleanText(bytes: once.string.utf8) == once, "seed \(seed): \(bytes)")
      let isOneLine = once.string.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
      #expect(isOneLine, "seed \(seed): \(bytes)")
    }
  }
}
