import Models
import TestSupport
import Testing

@testable import Graphics

@Suite("FrameEncoder")
struct FrameEncoderTests {
  static let red = Color(red: 255, green: 0, blue: 0)
  static let blue = Color(red: 0, green: 0, blue: 255)

  @Test("A cell is sent as position, colours and glyph")
  func oneCell() {
    var harness = EncoderHarness(columns: 2, rows: 1)
    var surface = Surface(size: CellSize(columns: 2, rows: 1))
    surface[0, 0] = Cell(glyph: .upperHalf, foreground: Self.red, background: Self.blue)
    surface[1, 0] = Cell(glyph: .lowerHalf, foreground: Self.red, background: Self.blue)
    harness.show(surface)
    #expect(
      text(harness.output) == "\u{1B}[1H\u{1B}[0;38;2;255;0;0;48;2;0;0;255m\u{2580}\u{2584}")
  }

  @Test("Only changes are sent, with the shortest cursor moves")
  func damage() {
    var harness = EncoderHarness(columns: 20, rows: 2)
    var surface = Surface(size: CellSize(columns: 20, rows: 2))
    harness.show(surface)
    surface[4, 1].background = .white
    surface[6, 1].background = .white
    surface[17, 1].background = .white
    harness.show(surface)
    #expect(text(harness.output) == "\u{1B}[2;5H\u{1B}[48;2;255;255;255m \u{1B}[C \u{1B}[10C ")
  }

  @Test("The same surface again costs nothing")
  func nothing() {
    var harness = EncoderHarness(columns: 9, rows: 4)
    let surface = Surface(size: CellSize(columns: 9, rows: 4))
    #expect(harness.show(surface) > 0)
    #expect(harness.encoder.isExact)
    #expect(harness.show(surface) == 0)
  }

  @Test("Bytes are appended, and their count is returned")
  func appending() {
    var encoder = FrameEncoder(size: CellSize(columns: 1, rows: 1), depth: .trueColor)
    var output = Array("before".utf8)
    let count = encoder.encode(
      Surface(size: CellSize(columns: 1, rows: 1)), masking: [], byteLimit: nil, into: &output)
    #expect(text(output).hasPrefix("before\u{1B}["))
    #expect(output.count == 6 + count)
  }

  @Test("The position is sent again after the last column")
  func lastColumn() {
    var harness = EncoderHarness(columns: 2, rows: 2)
    harness.show(Surface(size: CellSize(columns: 2, rows: 2)))
    #expect(text(harness.output) == "\u{1B}[1H\u{1B}[0;48;2;0;0;0m  \u{1B}[2H  ")
    #expect(harness.terminal.complaints.isEmpty)
  }

  @Test("An invalidated pen is set again after a reset")
  func forgottenPen() {
    var harness = EncoderHarness(columns: 4, rows: 1)
    var surface = Surface(size: CellSize(columns: 4, rows: 1))
    harness.show(surface)
    harness.terminal.disturb(column: 3, row: 0, foreground: 1, background: 2)
    harness.encoder.forgetPen()
    surface[1, 0].background = .white
    harness.show(surface)
    #expect(text(harness.output) == "\u{1B}[1;2H\u{1B}[0;48;2;255;255;255m ")
  }

  @Test("256 and 16 colours are sent by number")
  func palettes() {
    let surface = Surface(size: CellSize(columns: 1, rows: 1))
    for (depth, expected) in [(ColorDepth.palette256, "48;5;16"), (.palette16, "40")] {
      var harness = EncoderHarness(columns: 1, rows: 1, depth: depth)
      harness.show(surface)
      #expect(text(harness.output) == "\u{1B}[1H\u{1B}[0;\(expected)m ")
    }
    var harness = EncoderHarness(columns: 1, rows: 1, depth: .palette16)
    var bright = surface
    bright[0, 0] = Cell(glyph: Glyph("x"), foreground: .white, background: .white)
    harness.show(bright)
    #expect(text(harness.output) == "\u{1B}[1H\u{1B}[0;97;107mx")
  }

  @Test("Changing the colour depth sends everything again")
  func changedDepth() {
    var harness = EncoderHarness(columns: 3, rows: 1)
    let surface = Surface(size: CellSize(columns: 3, rows: 1))
    harness.show(surface)
    harness.encoder.setDepth(.palette256)
    harness.show(surface)
    #expect(text(harness.output) == "\u{1B}[1H\u{1B}[0;48;5;16m   ")
  }

  @Test("A wide glyph is written once, and the position is sent after it")
  func wideGlyph() {
    var harness = EncoderHarness(columns: 4, rows: 1)
    var surface = Surface(size: CellSize(columns: 4, rows: 1))
    surface.drawText(
      "\u{6C34}x", column: 0, row: 0, maxColumns: 4, foreground: .white, background: .black)
    harness.show(surface)
    #expect(
      text(harness.output)
        == "\u{1B}[1H\u{1B}[0;38;2;255;255;255;48;2;0;0;0m\u{6C34}\u{1B}[1;3Hx ")
    #expect(harness.firstDifference(from: surface) == nil)
  }

  @Test("Half of a wide glyph never remains on screen")
  func brokenWideGlyph() {
    var harness = EncoderHarness(columns: 4, rows: 1)
    var surface = Surface(size: CellSize(columns: 4, rows: 1))
    let draw = { (surface: inout Surface, text: CleanText, column: Int) in
      _ = surface.drawText(
        text, column: column, row: 0, maxColumns: 4, foreground: .white, background: .black)
    }
    draw(&surface, "\u{6C34}\u{6C34}", 0)
    harness.show(surface)
    surface.clear()
    draw(&surface, "\u{6C34}", 1)
    harness.show(surface)
    #expect(harness.firstDifference(from: surface) == nil)
    // One whose right half is missing is left out.
    surface[2, 0] = .blank
    harness.show(surface)
    surface[1, 0] = .blank
    #expect(harness.firstDifference(from: surface) == nil)
    #expect(harness.terminal.complaints.isEmpty)
  }

  @Test("Characters that are invalid in a cell are never sent")
  func harmfulGlyphs() {
    for value: UInt32 in [0, 7, 0x1B, 0x7F, 0x9B, 0x301, 0x200D, 0xD800, 0x11_0000, .max] {
      var harness = EncoderHarness(columns: 1, rows: 1)
      var surface = Surface(size: CellSize(columns: 1, rows: 1))
      surface[0, 0] = Cell(
        glyph: Glyph(rawValue: value), foreground: Self.red, background: Self.blue)
      harness.show(surface)
      #expect(text(harness.output) == "\u{1B}[1H\u{1B}[0;48;2;0;0;255m ")
    }
  }

  @Test("Masked cells are skipped, and sent when they become free")
  func masks() {
    var harness = EncoderHarness(columns: 6, rows: 2)
    let surface = Surface(size: CellSize(columns: 6, rows: 2))
    let mask = CellRect(column: 1, row: 0, columns: 3, rows: 9)
    harness.show(surface, masking: [mask])
    #expect(harness.terminal.writes == [1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1])
    #expect(harness.encoder.isExact)
    harness.show(surface)
    #expect(harness.terminal.writes == Array(repeating: 1, count: 12))
  }

  @Test("A surface of another size is clipped or padded with black")
  func otherSize() {
    var harness = EncoderHarness(columns: 3, rows: 2)
    var surface = Surface(size: CellSize(columns: 2, rows: 5))
    surface.fill(
      surface.bounds, with: Cell(glyph: .space, foreground: .black, background: .white))
    harness.show(surface)
    var expected = Surface(size: CellSize(columns: 3, rows: 2))
    expected[0, 0].background = .white
    expected[1, 0].background = .white
    expected[0, 1].background = .white
    expected[1, 1].background = .white
    #expect(harness.firstDifference(from: expected) == nil)
  }

  @Test("A screen without cells costs nothing")
  func noCells() {
    for size in [(0, 5), (5, 0), (-1, -1)] {
      let size = CellSize(columns: size.0, rows: size.1)
      var encoder = FrameEncoder(size: size, depth: .trueColor)
      var output: [UInt8] = []
      encoder.invalidate()
      encoder.invalidate(CellRect(column: -3, row: -3, columns: 9, rows: 9))
      #expect(
        encoder.encode(Surface(size: size), masking: [], byteLimit: 10, into: &output) == 0)
      #expect(encoder.isExact)
    }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("Only text is bold and italic")
  func attributes() {
    var harness = EncoderHarness(columns: 10, rows: 2)
    var surface = Surface(size: CellSize(columns: 10, rows: 2))
    surface.drawText(
      "a b", column: 0, row: 0, maxColumns: 3, foreground: .white, background: .black,
      attributes: .bold)
    surface.drawText(
      "c\u{6C34}\u{2580}", column: 3, row: 0, maxColumns: 4, foreground: .white,
      background: .black, attributes: .all)
    surface.drawText(
      "plain", column: 0, row: 1, maxColumns: 5, foreground: .white, background: .black)
    harness.show(surface)
    let shown = (0..<10).map { harness.terminal[$0, 0].attributes }
    #expect(shown == [.bold, [], .bold, .all, .all, [], [], [], [], []])
    #expect((0..<10).allSatisfy { harness.terminal[$0, 1].attributes.isEmpty })
    #expect(harness.firstDifference(from: surface) == nil)
    #expect(harness.terminal.complaints.isEmpty)
    // Another look of the same letter is sent, and a second time nothing is.
    surface.drawText(
      "a", column: 0, row: 0, maxColumns: 1, foreground: .white, background: .black)
    #expect(harness.show(surface) > 0)
    #expect(harness.terminal[0, 0].attributes == [])
    #expect(harness.show(surface) == 0)
  }

  @Test("A terminal without italics receives none")
  func missingAttributes() {
    var harness = EncoderHarness(columns: 4, rows: 1)
    harness.encoder.attributes = .bold
    var surface = Surface(size: CellSize(columns: 4, rows: 1))
    surface.drawText(
      "text", column: 0, row: 0, maxColumns: 4, foreground: .white, background: .black,
      attributes: .all)
    harness.show(surface)
    #expect((0..<4).allSatisfy { harness.terminal[$0, 0].attributes == .bold })
    #expect(harness.show(surface) == 0)
    #expect(harness.encoder.isExact)
  }

  @Test(
    "What a limit cuts off leaves both halves of a wide glyph known", arguments: GlyphSet.allCases)
  func limitAndWideGlyphs(set: GlyphSet) {
    for depth in [ColorDepth.trueColor, .palette256, .palette16] {
      for limit in 0..<60 {
        var harness = EncoderHarness(columns: 9, rows: 1, depth: depth)
        harness.encoder.glyphs = set
        var surface = Surface(size: CellSize(columns: 9, rows: 1))
        surface.frameForm = .glyphs(set)
        surface.drawText(
          "😀", column: 3, row: 0, maxColumns: 2, foreground: .white, background: .black)
        harness.show(surface)
        for column in 0..<9 {
          let color = Color(red: UInt8(20 * column), green: 200, blue: 0)
          surface[column, 0] = Cell(glyph: .space, foreground: color, background: color)
        }
        harness.show(surface, byteLimit: limit)
        // Somebody draws over its right half, and says so.
        harness.encoder.invalidate(CellRect(column: 4, row: 0, columns: 1, rows: 1))
        harness.terminal.feed(Array("\u{1B}[1;5H#".utf8))
        #expect(harness.firstWrongBelief() == nil, "\(depth), limit \(limit)")
      }
    }
  }
}
