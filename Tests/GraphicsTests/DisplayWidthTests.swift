import Models
import TestSupport
import Testing

@testable import Graphics

@Suite("Display width")
struct DisplayWidthTests {
  @Test(
    "Texts take the columns a terminal gives them",
    arguments: [
      ("", 0), ("abc", 3), ("\u{E9}\u{416}\u{3B1}", 3), ("e\u{301}", 1), ("\u{6C34}\u{706B}", 4),
      ("\u{FF21}", 2), ("\u{AC00}", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{1F600}", 2),
      ("\u{2600}", 1), ("\u{2580}\u{2588}", 2), ("\u{2026}", 1), ("\u{1F1E9}\u{1F1EA}", 2),
      ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", 2), ("\u{303F}", 1), ("\u{20000}", 2),
      ("\u{E01}\u{E33}", 1), ("\u{FFFD}", 1),
    ] as [(CleanText, Int)])
  func widths(text: CleanText, columns: Int) {
    #expect(text.displayWidth == columns)
  }

  @Test("Drawing uses as many columns as measured")
  func drawing() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let scalars = (0..<generator.int(0..<6)).compactMap { _ in
        Unicode.Scalar(
          UInt32(generator.int(0..<[0x250, 0x3000, 0x1_0000, 0x2_0000][generator.int(0..<4)])))
      }
      let text = CleanText(String(String.UnicodeScalarView(scalars)))
      var surface = Surface(size: CellSize(columns: 12, rows: 1))
      let used = surface.drawText(
        text, column: 0, row: 0, maxColumns: 12, foreground: .white, background: .black)
      #expect(used == text.displayWidth, "\(scalars)")
    }
  }

  @Test("Fitting cuts with an ellipsis, and only if needed")
  func fitting() {
    #expect(CleanText("abcd").fitted(toColumns: 4) == "abcd")
    #expect(CleanText("abcde").fitted(toColumns: 4) == "abc\u{2026}")
    #expect(CleanText("\u{6C34}\u{706B}").fitted(toColumns: 3) == "\u{6C34}\u{2026}")
    #expect(CleanText("\u{6C34}\u{706B}").fitted(toColumns: 2) == "\u{2026}")
    #expect(CleanText("abc").fitted(toColumns: 1) == "\u{2026}")
    #expect(CleanText("abc").fitted(toColumns: 0) == "")
    #expect(CleanText("").fitted(toColumns: 3) == "")
  }
}
