import Graphics
import Models
import Testing

/// Typographic characters on terminals that have none.
@Suite struct PlainTextTests {
  @Test(
    arguments: [
      ("“a” ‘b’ – 3×4 − 1", "\"a\" 'b' - 3x4 - 1"), ("Looking for clips…", "Looking for clips~"),
      ("0…9  jump", "0~9  jump"), ("日本…", "日本~"), ("plain", "plain"),
    ] as [(CleanText, CleanText)])
  func typographicCharactersBecomeASCII(_ text: CleanText, _ plain: CleanText) {
    #expect(text.plain == plain)
  }

  @Test func withoutUTF8OnlyASCIIIsDrawn() {
    var surface = Surface(size: CellSize(columns: 8, rows: 1))
    surface.isPlain = true
    surface.drawText(
      "“né…”", column: 0, row: 0, maxColumns: 8, foreground: .white, background: nil)
    let text = (0..<8).compactMap { Unicode.Scalar(surface[$0, 0].glyph.scalarValue) }
    #expect(text.map(String.init).joined() == "\"né~\"   ")
  }
}
