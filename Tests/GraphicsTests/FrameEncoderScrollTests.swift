import Models
import TestSupport
import Testing

@testable import Graphics

@Suite("FrameEncoder, rows that move")
struct FrameEncoderScrollTests {
  @Test("Sets margins, scrolls, resets margins; afterwards only the cursor is unknown")
  func bytes() {
    var harness = EncoderHarness(columns: 3, rows: 12)
    var surface = Surface(size: CellSize(columns: 3, rows: 12))
    harness.show(surface)
    harness.scroll(RowScroll(rows: 1..<12, distance: 10))
    #expect(String(decoding: harness.output, as: UTF8.self) == "\u{1B}[2;12r\u{1B}[10S\u{1B}[r")
    #expect((2..<12).allSatisfy { harness.encoder.shownCell(column: 0, row: $0) == nil })
    harness.show(surface)
    #expect(harness.terminal.complaints.isEmpty)
    #expect(harness.firstDifference(from: surface) == nil)
    harness.scroll(RowScroll(rows: -3..<40, distance: -2))
    #expect(String(decoding: harness.output, as: UTF8.self) == "\u{1B}[1;12r\u{1B}[2T\u{1B}[r")
    surface[1, 11] = Cell(glyph: Glyph("x"), foreground: .white, background: .black)
    harness.show(surface)
    #expect(harness.firstDifference(from: surface) == nil)
  }

  @Test(
    "Rows come in on black, whatever was drawn last",
    arguments: [
      (ColorDepth.trueColor, "48;2;0;0;0"), (.palette256, "48;5;16"), (.palette16, "40"),
    ])
  func background(depth: ColorDepth, parameters: String) {
    var harness = EncoderHarness(columns: 3, rows: 12, depth: depth)
    var surface = Surface(size: CellSize(columns: 3, rows: 12))
    surface.fill(
      surface.bounds, with: Cell(glyph: .space, foreground: .white, background: .white))
    harness.show(surface)
    harness.scroll(RowScroll(rows: 0..<6, distance: 1))
    let scroll = "\u{1B}[1;6r\u{1B}[1S\u{1B}[r"
    #expect(String(decoding: harness.output, as: UTF8.self) == "\u{1B}[\(parameters)m\(scroll)")
    harness.scroll(RowScroll(rows: 0..<6, distance: 1))
    #expect(String(decoding: harness.output, as: UTF8.self) == scroll)
    harness.encoder.forgetPen()
    harness.scroll(RowScroll(rows: 0..<6, distance: 1))
    #expect(
      String(decoding: harness.output, as: UTF8.self) == "\u{1B}[0;\(parameters)m\(scroll)")
    harness.show(surface)
    #expect(harness.firstDifference(from: surface) == nil)
    #expect(harness.terminal.complaints.isEmpty)
  }

  @Test(
    "What cannot be gained, or is somebody else's, is left alone",
    arguments: [
      RowScroll(rows: 0..<6, distance: 0), RowScroll(rows: 0..<6, distance: 6),
      RowScroll(rows: 2..<3, distance: 1), RowScroll(rows: 9..<12, distance: 1),
      RowScroll(rows: 3..<6, distance: .min), RowScroll(rows: 4..<6, distance: -1),
    ])
  func refusals(scroll: RowScroll) {
    var harness = EncoderHarness(columns: 4, rows: 6)
    harness.show(Surface(size: CellSize(columns: 4, rows: 6)))
    let chrome = CellRect(column: 1, row: 5, columns: 2, rows: 4)
    let isMoved = harness.scroll(scroll, masking: [chrome])
    #expect(!isMoved)
    #expect(harness.output.isEmpty)
    #expect(harness.encoder.shownCell(column: 0, row: 0) != nil)
  }

  @Test("An unknown screen is not scrolled")
  func unknown() {
    var harness = EncoderHarness(columns: 4, rows: 6)
    let isMoved = harness.scroll(RowScroll(rows: 0..<6, distance: 2))
    #expect(!isMoved)
    #expect(harness.output.isEmpty)
  }

  @Test("A frame that moves by rows costs about as much as its new rows")
  func saving() {
    let size = CellSize(columns: 160, rows: 48)
    var moving = EncoderHarness(columns: 160, rows: 48, lambda: 2)
    var plain = moving
    var (movingBytes, plainBytes) = (0, 0)
    let tall = SyntheticFrame.footage(PixelSize(width: 160, height: 192), frame: 3)
    for step in 0..<12 {
      var surface = Surface(size: size)
      surface.drawFrame(tall, in: CellRect(column: 0, row: -4 * step, columns: 160, rows: 96))
      if step > 0 { moving.scroll(RowScroll(rows: 0..<48, distance: 4)) }
      let scrolling = step > 0 ? moving.output.count : 0
      let (rest, whole) = (moving.show(surface), plain.show(surface))
      guard step > 0 else { continue }
      movingBytes += scrolling + rest
      plainBytes += whole
    }
    #expect(moving.firstWrongBelief() == nil)
    #expect(movingBytes * 3 < plainBytes)
  }

  @Test(
    "What moves is not made more exact; what changes on the way is sent", arguments: [0, 2, 30])
  func moving(lambda: Double) {
    let size = CellSize(columns: 40, rows: 20)
    var harness = EncoderHarness(columns: 40, rows: 20, lambda: 20)
    var surface = Surface(size: size)
    surface.drawFrame(
      SyntheticFrame.footage(PixelSize(width: 40, height: 40), frame: 1), in: surface.bounds)
    surface.drawText(
      "text", column: 3, row: 9, maxColumns: 9, foreground: .white, background: nil)
    harness.show(surface)
    harness.encoder.isMoving = true
    harness.encoder.lambda = lambda
    #expect(harness.show(surface) == 0)
    #expect(!harness.encoder.isExact)

    let old = surface
    surface.clear()
    surface.copyRows(4..<20, of: old, to: 0)
    harness.scroll(RowScroll(rows: 0..<20, distance: 4))
    // The rows that come in are black: little more than their spaces.
    #expect((160..<220).contains(harness.show(surface)))
    #expect(harness.firstWrongBelief() == nil)
    surface.drawText(
      "next", column: 3, row: 5, maxColumns: 9, foreground: .white, background: nil)
    #expect(harness.show(surface) > 0)

    harness.encoder.isMoving = false
    harness.encoder.lambda = 0
    #expect(harness.show(surface) > 0)
    #expect(harness.encoder.isExact)
    #expect(harness.firstDifference(from: surface) == nil)
  }

  @Test("libvterm shows what the encoder assumes", arguments: Fuzz.seeds(20))
  func libvterm(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let size = CellSize(columns: generator.int(2..<30), rows: generator.int(2..<12))
    var encoder = FrameEncoder(size: size, depth: .trueColor)
    let terminal = try #require(vterm(size))
    var surface = Surface(size: size)
    for frame in 0..<30 {
      surface.drawFrame(
        SyntheticFrame.footage(
          PixelSize(width: size.columns, height: size.rows * 2), frame: frame), in: surface.bounds)
      encoder.lambda = [0, 2, 30][generator.int(0..<3)]
      var output: [UInt8] = []
      let scroll = RowScroll(
        rows: generator.int(-1..<size.rows)..<size.rows + generator.int(0..<2),
        distance: generator.int(-size.rows..<size.rows))
      _ = encoder.scroll(scroll, masking: [], into: &output)
      terminal.feed(output)
      expectAgreement(terminal, encoder, "seed \(seed), frame \(frame), \(scroll)")
      output = []
      _ = encoder.encode(surface, masking: [], byteLimit: nil, into: &output)
      terminal.feed(output)
      expectAgreement(terminal, encoder, "seed \(seed), frame \(frame)")
    }
  }

  private func vterm(_ size: CellSize) -> TestSupport.TerminalModel? {
    TestSupport.TerminalModel(size: size)
  }

  private func expectAgreement(
    _ terminal: TestSupport.TerminalModel, _ encoder: FrameEncoder, _ place: String
  ) {
    for row in 0..<encoder.size.rows {
      for column in 0..<encoder.size.columns {
        guard let believed = encoder.shownCell(column: column, row: row)?.halves else { continue }
        let shown = terminal.cell(column: column, row: row).halves
        let isRight = shown?.top == rgb(believed.top) && shown?.bottom == rgb(believed.bottom)
        if !isRight { Issue.record("\(place): \(column),\(row)") }
      }
    }
  }

  private func rgb(_ color: Color) -> UInt32 {
    UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
  }
}
