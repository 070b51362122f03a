import Models
import TestSupport
import Testing

@testable import Graphics

/// Frames in every glyph set: the terminal must show what the encoder believes, and at lambda 0 what
/// the surface has.
@Suite("FrameEncoder, glyph sets")
struct GlyphSetEncoderTests {
  static let depths: [ColorDepth] = [.trueColor, .palette256, .palette16]

  @Test("The terminal shows what the encoder assumes", arguments: GlyphSet.allCases, depths)
  func beliefs(set: GlyphSet, depth: ColorDepth) {
    for seed in UInt64(0)..<12 {
      var run = GlyphRun(seed: seed, set: set, depth: depth)
      for frame in 0..<16 {
        if let failure = run.step() {
          Issue.record("seed \(seed), \(set), \(depth), frame \(frame): \(failure)")
          return
        }
      }
      if let failure = run.rest() {
        Issue.record("seed \(seed), \(set), \(depth), at rest: \(failure)")
        return
      }
    }
  }

  @Test("Only glyphs of the set are written", arguments: GlyphSet.allCases)
  func repertoire(set: GlyphSet) {
    let allowed: Set<Unicode.Scalar> =
      switch set {
      case .ascii, .space: [" "]
      case .half: Set(" ▀▄█".unicodeScalars)
      case .quadrant: Set(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars)
      case .sextant:
        Set(" ▌▐█▀▄".unicodeScalars).union((0x1FB00...0x1FB3B).compactMap { Unicode.Scalar($0) })
      case .octant: Set((UInt32(0)..<256).compactMap { Unicode.Scalar(Octants.scalar($0)) })
      }
    for hasUnicode in [true, false] {
      var harness = EncoderHarness(columns: 30, rows: 10, lambda: 4)
      harness.encoder.glyphs = set
      harness.encoder.hasUnicode = hasUnicode
      var surface = Surface(size: CellSize(columns: 30, rows: 10))
      surface.frameForm = .glyphs(set)
      for frame in 0..<6 {
        surface.drawFrame(
          SyntheticFrame.footage(PixelSize(width: 60, height: 30), frame: frame),
          in: surface.bounds)
        harness.show(surface)
        let written = String(decoding: harness.output, as: UTF8.self).unicodeScalars
          .filter { $0.value >= 0x80 || $0 == " " }
        #expect(allowed.isSuperset(of: written))
        if !hasUnicode { #expect(harness.output.allSatisfy { $0 < 0x80 }) }
      }
      #expect(harness.terminal.complaints.isEmpty)
      #expect(harness.firstWrongBelief() == nil)
    }
  }

  @Test("Without UTF-8, non-ASCII text is marked as missing")
  func asciiText() {
    var harness = EncoderHarness(columns: 8, rows: 1)
    harness.encoder.hasUnicode = false
    var surface = Surface(size: CellSize(columns: 8, rows: 1))
    surface.drawText(
      "a\u{6C34}\u{E9}~", column: 0, row: 0, maxColumns: 8, foreground: .white, background: .black)
    harness.show(surface)
    let text = (0..<8).compactMap { Unicode.Scalar(harness.terminal[$0, 0].glyph) }
    #expect(String(String.UnicodeScalarView(text)) == "a? ?~   ")
    #expect(harness.encoder.isExact)
    #expect(harness.show(surface) == 0)
  }

  @Test(
    "What is made of more than the set has is sent as less, and sent again when the set changes")
  func changingSets() {
    var harness = EncoderHarness(columns: 4, rows: 2)
    var surface = Surface(size: CellSize(columns: 4, rows: 2))
    surface.frameForm = .glyphs(.octant)
    surface.drawFrame(
      SyntheticFrame.footage(PixelSize(width: 8, height: 8), frame: 2), in: surface.bounds)
    for set in GlyphSet.allCases.reversed() + GlyphSet.allCases {
      harness.encoder.glyphs = set
      surface.frameForm = .glyphs(set)
      if set.hasBlocks {
        surface.drawFrame(
          SyntheticFrame.footage(
            PixelSize(width: 4 * set.raster.width, height: 2 * set.raster.height), frame: 2),
          in: surface.bounds)
      }
      harness.show(surface)
      #expect(harness.encoder.isExact)
      #expect(harness.firstWrongBelief() == nil)
      #expect(harness.terminal.complaints.isEmpty)
      if set.hasBlocks { #expect(harness.firstDifference(from: surface) == nil) }
      #expect(harness.show(surface) == 0)
    }
  }

  @Test(
    "More lambda, fewer bytes and more error",
    arguments: [GlyphSet.quadrant, .sextant, .octant, .space])
  func monotonic(set: GlyphSet) {
    var previous = (bytes: Int.max, error: -1)
    for lambda in [0, 2, 8, 32] as [Double] {
      var harness = EncoderHarness(columns: 40, rows: 12, lambda: lambda)
      harness.encoder.glyphs = set
      var surface = Surface(size: CellSize(columns: 40, rows: 12))
      surface.frameForm = .glyphs(set)
      var (bytes, error) = (0, 0)
      for frame in 0..<8 {
        surface.drawFrame(
          SyntheticFrame.footage(
            PixelSize(width: 40 * set.raster.width, height: 12 * set.raster.height), frame: frame),
          in: surface.bounds)
        bytes += harness.show(surface)
        error += squaredError(harness, surface)
      }
      #expect(bytes < previous.bytes)
      #expect(error > previous.error)
      if lambda == 0 { #expect(error == 0) }
      previous = (bytes, error)
    }
  }

  private func squaredError(_ harness: EncoderHarness, _ surface: Surface) -> Int {
    var sum = 0
    for row in 0..<surface.size.rows {
      for column in 0..<surface.size.columns {
        guard let shown = harness.terminal[column, row].parts,
          let wanted = surface[column, row].mosaic?.parts
        else { continue }
        sum += zip(shown, wanted).reduce(0) { $0 + squaredDistance($1.0, $1.1) }
      }
    }
    return sum
  }
}

/// A screen of frames and text in one glyph set.
private struct GlyphRun {
  private var generator: SeededGenerator
  private var harness: EncoderHarness
  private var surface: Surface
  private let set: GlyphSet
  private let depth: ColorDepth

  init(seed: UInt64, set: GlyphSet, depth: ColorDepth) {
    generator = SeededGenerator(seed: seed)
    (self.set, self.depth) = (set, depth)
    let size = CellSize(columns: generator.int(1..<20), rows: generator.int(1..<7))
    harness = EncoderHarness(columns: size.columns, rows: size.rows, depth: depth)
    harness.encoder.glyphs = set
    surface = Surface(size: size)
    surface.frameForm = .glyphs(set)
  }

  /// One frame with everything that may come before it.
  ///
  /// - Returns: What is wrong, if anything.
  mutating func step() -> String? {
    if generator.chance(0.3) { harness.encoder.lambda = [0, 0, 2, 8, 60][generator.int(0..<5)] }
    if generator.chance(0.2) { harness.encoder.forgetPen() }
    draw()
    let masks = generator.chance(0.2) ? [rect()] : []
    let limit = generator.chance(0.2) ? generator.int(0..<400) : nil
    let count = harness.show(surface, masking: masks, byteLimit: limit)
    if let limit, count > limit { return "\(count) bytes, limit \(limit)" }
    if let complaint = harness.terminal.complaints.first { return complaint }
    if let wrong = harness.firstWrongBelief() { return wrong }
    let isExact = harness.encoder.isExact
    if limit == nil, harness.encoder.lambda == 0, !isExact { return "lambda 0 is not exact" }
    return isExact ? firstDifference(masks: masks).map { "exact, but \($0)" } : nil
  }

  /// The frame rests.
  mutating func rest() -> String? {
    var frames = 0
    repeat {
      harness.show(surface)
      frames += 1
    } while !harness.encoder.isExact && frames < 300
    if !harness.encoder.isExact { return "not exact after 300 frames" }
    if harness.show(surface) != 0 { return "still sends" }
    return firstDifference(masks: [])
  }

  private func firstDifference(masks: [CellRect]) -> String? {
    var expected = surface
    for row in 0..<surface.size.rows {
      for column in 0..<surface.size.columns {
        expected[column, row] = mapped(surface[column, row], column: column, row: row)
      }
    }
    return harness.firstDifference(from: expected) { column, row in
      let cell = CellRect(column: column, row: row, columns: 1, rows: 1)
      let shown = surface[column, row]
      // Where frames are halves, other blocks are text.
      let isBlock = set == .half ? shown.halves != nil : shown.mosaic != nil
      let isStill = isBlock || shown.glyph == .shade
      return isStill && masks.allSatisfy { $0.intersection(cell).isEmpty }
    }
  }

  /// What the terminal should show for a cell of the frame.
  private func mapped(_ cell: Cell, column: Int, row: Int) -> Cell {
    guard set.hasBlocks else { return plain(cell, column: column, row: row) }
    guard var mosaic = cell.mosaic?.canonical else { return cell }
    if mosaic.mask == .full { (mosaic.mask, mosaic.second) = (.upperHalf, mosaic.first) }
    return Cell(
      glyph: mosaic.mask.glyph,
      foreground: nearest(mosaic.first, column: column, halfRow: row * 2),
      background: nearest(mosaic.second, column: column, halfRow: row * 2 + 1))
  }

  private func plain(_ cell: Cell, column: Int, row: Int) -> Cell {
    let shade = BrightnessRamp.shade(cell.foreground.rawValue)
    if set == .ascii, cell.glyph == .shade, shade.step > 0 {
      return Cell(
        glyph: Glyph(rawValue: BrightnessRamp.character(shade.step)),
        foreground: nearest(Color(rawValue: shade.color)), background: nearest(.black))
    }
    return Cell(
      glyph: .space, foreground: .black,
      background: nearest(cell.mean, column: column, halfRow: row))
  }

  private func nearest(_ color: Color, column: Int, halfRow: Int) -> Color {
    harness.encoder.shown(color, column: column, halfRow: halfRow)
  }

  private func nearest(_ color: Color) -> Color {
    harness.encoder.nearest(to: color)
  }

  private mutating func draw() {
    switch generator.int(0..<5) {
    case 0, 1:
      let raster = set.raster
      let scale = generator.int(1..<3)
      let size = PixelSize(
        width: surface.size.columns * raster.width / scale,
        height: surface.size.rows * raster.height / scale)
      surface.drawFrame(
        SyntheticFrame.footage(size, frame: generator.int(0..<9)), in: surface.bounds)
    case 2:
      // Few colours: pens that fit again.
      let size = PixelSize(
        width: surface.size.columns * set.raster.width,
        height: surface.size.rows * set.raster.height)
      let pixels = (0..<(size.width * size.height)).map { _ in
        [0x00_0000, 0xF0_F0F0, 0x20_40C0, 0x22_42C4][generator.int(0..<4)] as UInt32
      }
      surface.drawFrame(PixelBuffer(size: size, pixels: pixels), in: surface.bounds)
    case 3:
      surface.drawText(
        ["caption", "\u{6C34}\u{706B}\u{2588}", "\u{259A}x\u{1FB00}"][generator.int(0..<3)],
        column: generator.int(-1..<surface.size.columns), row: generator.int(0..<surface.size.rows),
        maxColumns: generator.int(0..<9), foreground: .white,
        background: generator.chance(0.5) ? .black : nil)
    default: surface.darken(rect(), to: Double(generator.int(3..<11)) / 10)
    }
  }

  private mutating func rect() -> CellRect {
    CellRect(
      column: generator.int(-2..<surface.size.columns), row: generator.int(-1..<surface.size.rows),
      columns: generator.int(0..<9), rows: generator.int(0..<4))
  }
}
