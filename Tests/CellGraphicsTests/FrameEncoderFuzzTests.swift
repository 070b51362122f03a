import Models
import TestSupport
import Testing

@testable import CellGraphics

/// Random frames, after each of which the terminal must show what the encoder believes.
@Suite("FrameEncoder, random frames")
struct FrameEncoderFuzzTests {
  static let depths: [ColorDepth] = [.trueColor, .palette256, .palette16]
  static let texts: [CleanText] = [
    "caption", "\u{6C34}\u{706B} mixed \u{6728}", "e\u{301}a\u{308}",
    "\u{1F600}\u{1F1E9}\u{1F1EA}!",
    "\u{2580}\u{2584} \u{2588}", "\u{5E9}\u{5DC}", "",
  ]

  @Test("The terminal shows what the encoder believes", arguments: depths, 0..<12)
  func beliefs(depth: ColorDepth, batch: Int) {
    for round in 0..<5 {
      let seed = UInt64(batch * 1000 + round)
      var run = RandomRun(seed: seed, depth: depth)
      for frame in 0..<20 {
        if let failure = run.step() {
          Issue.record("seed \(seed), \(depth), frame \(frame): \(failure)")
          return
        }
      }
      if let failure = run.rest() {
        Issue.record("seed \(seed), \(depth), at rest: \(failure)")
        return
      }
    }
  }
}

/// A screen, a surface and whatever may happen to them.
private struct RandomRun {
  private var generator: SeededGenerator
  private var harness: EncoderHarness
  private var surface: Surface
  private let depth: ColorDepth
  private var palette: [UInt32]

  init(seed: UInt64, depth: ColorDepth) {
    generator = SeededGenerator(seed: seed)
    self.depth = depth
    let (columns, rows) = (generator.int(1..<24), generator.int(1..<9))
    harness = EncoderHarness(columns: columns, rows: rows, depth: depth)
    surface = Surface(size: CellSize(columns: columns, rows: rows))
    palette = (0..<6).map { [generator] index in
      var generator = generator
      return UInt32(truncatingIfNeeded: generator.next() >> UInt64(index)) & 0xFF_FFFF
    }
  }

  /// One frame with everything that may come before it.
  ///
  /// - Returns: What is wrong, if anything.
  mutating func step() -> String? {
    if generator.chance(0.05) { resize() }
    if generator.chance(0.3) { harness.encoder.lambda = [0, 0, 1, 4, 60][generator.int(0..<5)] }
    if generator.chance(0.5) { draw() }
    if generator.chance(0.2) { overwrite() }
    if generator.chance(0.3) {
      harness.terminal.disturb(
        column: generator.int(0..<surface.size.columns), row: 0, foreground: 1, background: 2)
      harness.encoder.forgetPen()
    }
    let masks = generator.chance(0.3) ? (0..<generator.int(1..<3)).map { _ in rect() } : []
    let limit = generator.chance(0.3) ? generator.int(0..<600) : nil
    let isMasked = { (column: Int, row: Int) in
      masks.contains {
        !$0.intersection(CellRect(column: column, row: row, columns: 1, rows: 1)).isEmpty
      }
    }
    if generator.chance(0.2) {
      let scroll = RowScroll(
        rows: generator.int(-1..<4)..<generator.int(4..<11), distance: generator.int(-4..<5))
      let isMoved = harness.scroll(scroll, masking: masks)
      if !isMoved, !harness.output.isEmpty { return "sends \(scroll) that it refuses" }
      if let wrong = harness.firstWrongBelief() { return "\(scroll): \(wrong)" }
    }
    let writes = harness.terminal.writes
    let count = harness.show(surface, masking: masks, byteLimit: limit)

    if let limit, count > limit { return "\(count) bytes, limit \(limit)" }
    if count != harness.output.count { return "returned \(count) of \(harness.output.count)" }
    if let complaint = harness.terminal.complaints.first { return complaint }
    if let wrong = harness.firstWrongBelief() { return wrong }
    for row in 0..<surface.size.rows {
      for column in 0..<surface.size.columns {
        let index = row * surface.size.columns + column
        if isMasked(column, row) {
          if harness.terminal.writes[index] != writes[index] { return "touched \(column),\(row)" }
        } else if limit == nil, harness.encoder.shownCell(column: column, row: row) == nil {
          return "left \(column),\(row) unknown"
        }
      }
    }
    let isExact = harness.encoder.isExact
    if limit == nil, harness.encoder.lambda == 0, !isExact { return "lambda 0 is not exact" }
    if isExact, let wrong = firstDifference(where: { !isMasked($0, $1) }, masks: masks) {
      return "exact, but \(wrong)"
    }
    return nil
  }

  /// The picture rests.
  mutating func rest() -> String? {
    var frames = 0
    repeat {
      harness.show(surface)
      frames += 1
    } while !harness.encoder.isExact && frames < 300
    if !harness.encoder.isExact { return "not exact after 300 frames" }
    if harness.show(surface) != 0 { return "still sends" }
    return harness.terminal.complaints.first ?? firstDifference(where: { _, _ in true }, masks: [])
  }

  /// Compares terminal and surface as far as the rules for text and depth allow.
  private func firstDifference(where isCompared: (Int, Int) -> Bool, masks: [CellRect]) -> String? {
    let expected = expectation(masks: masks)
    return harness.firstDifference(from: expected, where: isCompared)
  }

  /// What the terminal should show: incomplete wide glyphs left out, colours of the depth.
  private func expectation(masks: [CellRect]) -> Surface {
    var expected = surface
    for row in 0..<surface.size.rows {
      for column in 0..<surface.size.columns {
        let cell = surface[column, row]
        let isWhole = { (left: Int) in
          surface[left, row].glyph.columns == 2 && left + 1 < surface.size.columns
            && surface[left + 1, row].glyph == .continuation
            && !masks.contains {
              !$0.intersection(CellRect(column: left, row: row, columns: 2, rows: 1)).isEmpty
            }
        }
        let isText =
          switch cell.glyph.columns {
          case 2: isWhole(column)
          case 1: true
          default: cell.glyph == .continuation && column > 0 && isWhole(column - 1)
          }
        expected[column, row] =
          isText ? cell : Cell(glyph: .space, foreground: .black, background: cell.background)
        if cell.glyph == .continuation, isText {
          expected[column, row].foreground = surface[column - 1, row].foreground
          expected[column, row].background = surface[column - 1, row].background
        }
        expected[column, row] = mapped(expected[column, row], column: column, row: row)
      }
    }
    return expected
  }

  private func mapped(_ cell: Cell, column: Int, row: Int) -> Cell {
    guard depth != .trueColor else { return cell }
    let nearest = { (color: UInt32) in
      Palette.color(
        at: depth == .palette16
          ? Palette.nearestOf16[Palette.key(of: color)]
          : UInt8(Palette.nearestFixed(to: color)))
    }
    if let halves = cell.halves {
      let target = { (color: Color, halfRow: Int) in
        depth == .palette16
          ? OrderedDither.shift(color.rawValue, column: column, halfRow: halfRow) : color.rawValue
      }
      return Cell(
        glyph: .upperHalf, foreground: nearest(target(halves.top, row * 2)),
        background: nearest(target(halves.bottom, row * 2 + 1)))
    }
    let background = nearest(cell.background.rawValue)
    var foreground = nearest(cell.foreground.rawValue)
    if foreground == background, cell.foreground != cell.background {
      foreground = nearest(OrderedDither.luma(cell.background.rawValue) < 128 ? 0xFF_FFFF : 0)
    }
    return Cell(glyph: cell.glyph, foreground: foreground, background: background)
  }

  private mutating func resize() {
    let (columns, rows) = (generator.int(1..<24), generator.int(1..<9))
    surface.resize(to: CellSize(columns: columns, rows: rows))
    harness.encoder.resize(to: surface.size)
    harness.terminal = TerminalModel(columns: columns, rows: rows, palette: Palette.colors) {
      Glyph(rawValue: $0).columns
    }
  }

  /// Somebody else draws, perhaps half over a wide glyph, and says so.
  private mutating func overwrite() {
    let area = rect().intersection(surface.bounds)
    harness.encoder.invalidate(area)
    for row in area.row..<(area.row + area.rows) {
      for column in area.column..<(area.column + area.columns) {
        harness.terminal.scribble(.nothing, column: column, row: row)
      }
    }
  }

  private mutating func draw() {
    switch generator.int(0..<6) {
    case 0:
      let size = PixelSize(width: generator.int(0..<30), height: generator.int(0..<20))
      let frame = generator.int(0..<99)
      surface.drawPicture(SyntheticPicture.footage(size, frame: frame), in: rect())
    case 1:
      surface.drawText(
        FrameEncoderFuzzTests.texts[generator.int(0..<FrameEncoderFuzzTests.texts.count)],
        column: generator.int(-2..<surface.size.columns),
        row: generator.int(0..<surface.size.rows), maxColumns: generator.int(0..<12),
        foreground: color(), background: generator.chance(0.5) ? color() : nil)
    case 2: surface.darken(rect(), to: Double(generator.int(0..<11)) / 10)
    case 3:
      surface.fill(
        rect(), with: Cell(glyph: .lowerHalf, foreground: color(), background: color()))
    case 4:
      let size = CellSize(columns: surface.size.columns, rows: surface.size.rows)
      for row in 0..<size.rows {
        for column in 0..<size.columns where generator.chance(0.5) {
          surface[column, row] = Cell(glyph: glyph(), foreground: color(), background: color())
        }
      }
    default: if generator.chance(0.1) { surface.clear() }
    }
  }

  private mutating func glyph() -> Glyph {
    let glyphs: [Glyph] = [
      .upperHalf, .lowerHalf, .full, .space, .continuation, Glyph("x"), Glyph("\u{6C34}"),
      Glyph("\u{301}"), Glyph("\u{416}"),
    ]
    return glyphs[generator.int(0..<glyphs.count)]
  }

  private mutating func color() -> Color {
    let base = palette[generator.int(0..<palette.count)]
    return Color(rawValue: generator.chance(0.5) ? base : base ^ UInt32(generator.int(0..<8)))
  }

  private mutating func rect() -> CellRect {
    CellRect(
      column: generator.int(-2..<surface.size.columns), row: generator.int(-1..<surface.size.rows),
      columns: generator.int(0..<surface.size.columns + 3),
      rows: generator.int(0..<surface.size.rows + 2))
  }
}
