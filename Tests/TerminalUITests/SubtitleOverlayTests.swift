import Graphics
import Models
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct SubtitleOverlayTests {
  private static let red = TextStyle(color: 0x0000FF)

  private func surface(
    _ lines: [StyledText], caption: [CleanText] = [], columns: Int = 30, rows: Int = 9
  ) -> Surface {
    var surface = Surface(size: CellSize(columns: columns, rows: rows))
    surface.fill(
      surface.bounds,
      with: Cell(glyph: .upperHalf, foreground: .white, background: .white))
    SubtitleOverlay(subtitles: [SubtitleCue(start: 0, end: 1, lines: lines)], caption: caption)
      .draw(in: surface.bounds, of: &surface)
    return surface
  }

  /// How each cell's text looks: `b` for bold, `i` for italic, `B` for both, `r` for a colour, `.` for
  /// plain text and `▀` for the frame.
  private func looks(_ surface: Surface, row: Int) -> String {
    (0..<surface.size.columns).map { column in
      let cell = surface[column, row]
      if cell.glyph == .upperHalf { return "▀" }
      if cell.glyph == .continuation { return "" }
      switch cell.glyph.attributes {
      case .all: return "B"
      case .bold: return "b"
      case .italic: return "i"
      default: return cell.foreground == .white || cell.glyph == .space ? "." : "r"
      }
    }.joined()
  }

  @Test(arguments: [(9, 3), (4, 1), (3, 1), (1, 1), (0, 0)])
  func captionIsAtTheTop(_ rows: Int, _ most: Int) {
    let caption: [CleanText] = ["one two three four five six", "seven", "eight", "nine", "ten"]
    let surface = surface([], caption: caption, rows: rows)
    let lines = text(of: surface).map { $0.split { "▀ ".contains($0) }.joined(separator: " ") }
    let shown = lines.filter { !$0.isEmpty }
    let long = ["one two three four five", "six", "seven…"]
    #expect(shown == (most == 3 ? long : ["one two three four five…"].suffix(most)))
    // Toasts are below it.
    var other = surface
    let overlay = SubtitleOverlay(subtitles: [], caption: caption)
    let rect = overlay.draw(in: surface.bounds, of: &other)
    #expect(rect?.rows ?? 0 == (lines.lastIndex { !$0.isEmpty } ?? -1) + 1)
    // A row of the frame stays above it.
    #expect(rows < 4 || lines[0].isEmpty)
  }

  @Test func spansAreDrawnInTheirStyle() {
    let line = StyledText([
      .init("Run", TextStyle(isBold: true)), .init(" to "),
      .init("the hills", TextStyle(isItalic: true)), .init(", red", Self.red),
    ])
    let surface = surface([line])
    expectScreen(
      [text(of: surface)[7], looks(surface, row: 7)],
      """
      ▀▀▀▀Run to the hills, red▀▀▀▀▀
      ▀▀▀▀bbb....iii.iiiiir.rrr▀▀▀▀▀
      """)
  }

  @Test func linesBreakByWidthAndKeepTheirStyles() {
    let line = StyledText([
      .init("東京 and ", TextStyle(isItalic: true)), .init("水水水水水水水水", Self.red),
      .init(" e\u{301}te\u{301} 😀 "), .init("שלום", TextStyle(isBold: true)),
    ])
    let surface = surface([line], columns: 20, rows: 12)
    expectScreen(
      Array(text(of: surface)[7..<11]),
      """
      ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
      ▀▀▀▀▀▀東京 and▀▀▀▀▀▀
      ▀▀水水水水水水水水▀▀
      ▀▀▀▀été 😀 שלום▀▀▀▀▀
      """)
    #expect(looks(surface, row: 8) == "▀▀▀▀▀▀ii.iii▀▀▀▀▀▀")
    #expect(looks(surface, row: 9) == "▀▀rrrrrrrr▀▀")
    #expect(looks(surface, row: 10).contains("bbbb"))
  }

  @Test func onlyTheLatestLinesFit() {
    let rows = text(of: surface((0..<12).map { "line \($0)" }))
    #expect(rows.filter { $0.contains("line") }.count == 3)
    #expect(rows[7].contains("line 11"))
    #expect(rows[5].contains("line 9"))
  }

  @Test func darkColorsAreLightened() {
    for color: UInt32 in [0, 0x800000, 0x00_0080, 0x202020] {
      let cell = surface([StyledText([.init("x", TextStyle(color: color))])])[14, 7]
      let sum = Int(cell.foreground.red) + Int(cell.foreground.green) + Int(cell.foreground.blue)
      #expect(cell.glyph == Glyph("x"))
      #expect(sum > 300, "\(color)")
    }
  }

  /// Breaking a text neither loses nor repeats anything, and no line is too wide.
  @Test func lineBreaksKeepAllWords() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let pieces: [CleanText] = ["a", "word ", "東", " ", "😀", "e\u{301}", "שלום ", "é"]
    let styles = [TextStyle.plain, Self.red, TextStyle(isBold: true)]
    for _ in 0..<300 {
      let line = StyledText(
        (0..<Int.random(in: 0..<30, using: &generator)).map { _ in
          StyledText.Span(
            pieces[Int.random(in: 0..<pieces.count, using: &generator)],
            styles[Int.random(in: 0..<3, using: &generator)])
        })
      let columns = Int.random(in: 2..<20, using: &generator)
      let screen = surface([line], columns: columns + 4, rows: 300)
      let rows = text(of: screen)
      #expect(rows.allSatisfy { $0.hasPrefix("▀▀") && $0.hasSuffix("▀▀") }, "seed \(seed)")
      func letters(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { !" ▀".unicodeScalars.contains($0) }
      }
      // A letter and its mark are shown as the letter that has it.
      let composed = line.string.replacing("e\u{301}", with: "é")
      #expect(letters(rows.joined()) == letters(composed), "seed \(seed)")
    }
  }
}
