import Graphics
import Models
import Testing

/// Typographic characters on terminals that have none.
@Suite struct PlainTextTests {
  @Test(
    arguments: [
      ("“a” ‘b’ – 3×4 − 1", 40, "\"a\" 'b' - 3x4 - 1"),
      ("Looking for clips…", 40, "Looking for clips..."),
      ("sample_wi…", 10, "sample_wi."),
      ("sample_wi…", 11, "sample_wi.."),
      ("0…9        jump", 15, "0...9      jump"),
      ("na… 1 of 3", 10, "na. 1 of 3"),
      ("na…  1 of 3", 11, "na.. 1 of 3"),
      ("日本…", 7, "日本..."), ("plain", 2, "plain"),
    ] as [(CleanText, Int, CleanText)])
  func typographicCharactersBecomeASCII(_ text: CleanText, _ columns: Int, _ plain: CleanText) {
    #expect(text.plain(columns: columns) == plain)
  }

  @Test func withoutUTF8OnlyASCIIIsDrawn() {
    var surface = Surface(size: CellSize(columns: 8, rows: 1))
    surface.isPlain = true
    surface.drawText(
      "“né…”", column: 0, row: 0, maxColumns: 8, foreground: .white, background: nil)
    let text = (0..<8).compactMap { Unicode.Scalar(surface[$0, 0].glyph.scalarValue) }
    #expect(text.map(String.init).joined() == "\"né...\" ")
  }
}
