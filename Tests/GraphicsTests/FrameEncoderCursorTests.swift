import Models
import TestSupport
import Testing

@testable import Graphics

@Suite("FrameEncoder, the cursor between frames")
struct FrameEncoderCursorTests {
  @Test("Moves once; the next frame starts from there")
  func bytes() {
    var harness = EncoderHarness(columns: 9, rows: 4)
    var surface = Surface(size: CellSize(columns: 9, rows: 4))
    harness.show(surface)
    var moves: [String] = []
    for (column, row) in [(2, 1), (2, 1)] { moves.append(harness.move(column, row)) }
    surface[4, 1] = Cell(glyph: Glyph("x"), foreground: .white, background: .black)
    harness.show(surface)
    #expect(String(decoding: harness.output, as: UTF8.self).hasPrefix("\u{1B}[2C"))
    #expect(harness.firstDifference(from: surface) == nil)
    moves.append(harness.move(99, -1))
    #expect(moves == ["\u{1B}[2;3H", "", "\u{1B}[1;9H"])
    #expect(harness.terminal.complaints.isEmpty)
  }
}

extension EncoderHarness {
  fileprivate mutating func move(_ column: Int, _ row: Int) -> String {
    var output: [UInt8] = []
    encoder.moveCursor(toColumn: column, row: row, into: &output)
    terminal.feed(output)
    return String(decoding: output, as: UTF8.self)
  }
}
