import Models
import TestSupport
import Testing

@testable import Graphics

@Suite("What cells show of characters")
struct ShownScalarsTests {
  private func shown(_ text: String) -> String {
    String(String.UnicodeScalarView(CleanText(text).shownScalars))
  }

  @Test(
    "Decomposed letters are shown composed",
    arguments: [
      ("e\u{301}", "é"), ("e\u{323}\u{302}", "ệ"), ("e\u{302}\u{323}", "ệ"), ("か\u{3099}", "が"),
      ("ハ\u{309A}", "パ"), ("\u{1112}\u{1161}\u{11AB}", "한"), ("\u{1100}\u{1173}", "그"),
      ("가\u{11A8}", "각"), ("\u{627}\u{653}", "آ"), ("и\u{306}", "й"), ("α\u{301}", "ά"),
    ])
  func composed(text: String, result: String) {
    #expect(shown(text).unicodeScalars.elementsEqual(result.unicodeScalars))
  }

  @Test(
    "Of other sequences the first scalar is shown",
    arguments: [
      ("👩\u{200D}👩\u{200D}👧", "👩"), ("👍\u{1F3FD}", "👍"), ("☀\u{FE0F}", "☀"),
      ("1\u{FE0F}\u{20E3}", "1"),
      ("שָׁ", "ש"), ("x\u{20DD}", "x"), ("\u{1F1E9}\u{1F1EA}", "DE"), ("\u{1F1E9}", "D"),
      ("\u{301}", ""), ("\u{FE0F}\u{200D}", ""), ("\u{1161}", ""), ("क\u{93F}", "क"),
    ])
  func first(text: String, result: String) {
    #expect(shown(text) == result)
  }

  @Test("A letter may have any number of marks")
  func floods() {
    for mark in ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{20DD}", "\u{E0100}"] {
      let text = "ab" + String(repeating: mark, count: 10_000) + "c"
      #expect(CleanText(text).displayWidth == 3)
      #expect(shown(text).unicodeScalars.count == 3)
    }
  }

  @Test("The shown width of any text is the measured width")
  func widths() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let kinds: [Range<UInt32>] = [
      0x20..<0x7F, 0xA0..<0x500, 0x590..<0xE00, 0x1100..<0x1200, 0x2000..<0x2800, 0x3040..<0x3100,
      0xAC00..<0xAC80, 0xFE00..<0xFE10, 0x1F1E6..<0x1F200, 0x1F300..<0x1FB00, 0x300..<0x370,
    ]
    for _ in 0..<3_000 {
      let scalars = (0..<generator.int(0..<12)).compactMap { _ in
        let kind = generator.pick(kinds)
        return Unicode.Scalar(kind.lowerBound + UInt32(generator.int(0..<kind.count)))
      }
      let text = CleanText(String(String.UnicodeScalarView(scalars)))
      let shown = text.shownScalars.reduce(0) { $0 + $1.displayWidth }
      #expect(shown == text.displayWidth, "seed \(seed): \(scalars)")
      #expect(text.shownScalars.allSatisfy { $0.displayWidth > 0 }, "seed \(seed): \(scalars)")
    }
  }

  @Test("Letters have the widths that terminals agree on")
  func letters() {
    for value in Array(0x20..<0x7F) + Array(0xA1..<0x250) + Array(0x391..<0x3CA)
      + Array(0x4E00..<0x9FA6) + Array(0xAC00..<0xD7A4) + Array(0x3041..<0x3097)
      + Array(0x1F600..<0x1F641) where value != 0xAD && value != 0x3A2
    {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      #expect(scalar.displayWidth == (value >= 0x3041 ? 2 : 1))
    }
  }
}
