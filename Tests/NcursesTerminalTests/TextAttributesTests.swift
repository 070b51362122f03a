import Graphics
import Models
import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

// Part of the suite that holds all use of ncurses.
extension NcursesTerminalTests {
  @Test(arguments: [ColorDepth.trueColor, .palette256, .palette8])
  func subtitlesAreBoldAndItalic(depth: ColorDepth) async throws {
    let session = try Session(color: depth)
    await session.show(Self.styledText(session.terminal.size), [window(0, 19, 60, 1, "Chrome")])
    let cells = [0, 5, 10].map { session.model.cell(column: $0, row: 3) }
    #expect(cells.map(\.text) == ["b", "i", "p"])
    // Bold black is grey in many terminals of eight colours, and italics are left to the encoder.
    #expect(cells.map(\.isBold) == [depth != .palette8, false, false])
    if depth != .palette8 { #expect(cells.map(\.isItalic) == [false, true, false]) }
    let others = (0..<60).map { session.model.cell(column: $0, row: 4) }
    #expect(others.allSatisfy { !$0.isBold && !$0.isItalic })
    #expect(session.model.text(row: 19) == "Chrome")
    #expect(session.model.cell(column: 0, row: 19).isItalic == false)
  }

  /// GNU Screen takes the sequence of italics for reverse video.
  @Test func terminalsWithoutItalicsGetNone() async throws {
    let session = try Session(name: "screen-256color")
    await session.show(Self.styledText(session.terminal.size), [])
    let cells = [0, 5].map { session.model.cell(column: $0, row: 3) }
    #expect(cells.map(\.text) == ["b", "i"])
    #expect(cells.map(\.isBold) == [true, false])
    #expect(cells.allSatisfy { !$0.isItalic })
  }

  private static func styledText(_ size: CellSize) -> Surface {
    var surface = Surface(size: size)
    let parts: [(CleanText, GlyphAttributes)] = [("bold", .bold), ("ital", .italic), ("plain", [])]
    for (index, part) in parts.enumerated() {
      surface.drawText(
        part.0, column: index * 5, row: 3, maxColumns: 5, foreground: .white, background: .black,
        attributes: part.1)
    }
    return surface
  }
}
