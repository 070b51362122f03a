import Models
import TestSupport

@testable import Graphics

/// An encoder, two terminals at its other end, and whatever may happen to them.
struct EncoderRun {
  /// What has been done, a line each.
  private(set) var story: [String] = []
  private let seed: UInt64
  private var generator: SeededGenerator
  private(set) var harness: EncoderHarness
  /// The terminal that libvterm makes of the same bytes.
  private var second: TerminalModel?
  private(set) var surface: Surface
  /// Few colours: pens that fit again.
  private let palette: [UInt32]
  /// Windows of chrome, in the order in which they lie over each other.
  private(set) var windows: [CellRect] = []

  /// Starts with an empty screen; size, depth and colours come from the seed.
  init(seed: UInt64) {
    self.seed = seed
    var generator = SeededGenerator(seed: seed)
    let size = Self.size(using: &generator)
    let depth = generator.pick([.trueColor, .trueColor, .palette256, .palette16] as [ColorDepth])
    harness = EncoderHarness(columns: size.columns, rows: size.rows, depth: depth)
    second = TerminalModel(size: size)
    surface = Surface(size: size)
    let set = generator.pick(
      [.half, .half, .quadrant, .sextant, .octant, .space, .ascii] as [GlyphSet])
    harness.encoder.glyphs = set
    surface.frameForm = .glyphs(set)
    palette = (0..<6).map { _ in UInt32(truncatingIfNeeded: generator.next()) & 0xFF_FFFF }
    self.generator = generator
    story.append("\(size.columns) x \(size.rows), \(depth), \(set)")
  }

  private static func size(using generator: inout SeededGenerator) -> CellSize {
    CellSize(columns: generator.int(1..<24), rows: generator.int(1..<9))
  }

  /// Shows one frame, with everything that may come before it.
  ///
  /// - Parameter frame: Its place in the run, which says what happens.
  /// - Returns: What is wrong, if anything.
  mutating func show(frame: Int) -> String? {
    generator = SeededGenerator(run: seed, frame: frame)
    if generator.chance(0.06) { resize() }
    if generator.chance(0.03) { changeDepth() }
    if generator.chance(0.04) { changeGlyphs() }
    if generator.chance(0.3) {
      harness.encoder.lambda = generator.pick([0, 0, 1, 4, 60])
      note("lambda \(harness.encoder.lambda)")
    }
    if generator.chance(0.6) { draw() }
    if generator.chance(0.25) { drawChrome() }
    if generator.chance(0.3) { disturb() }
    if generator.chance(0.15) { overwrite() }
    if generator.chance(0.08) { loseScreen() }
    if generator.chance(0.1) {
      let area = rect()
      note("invalidate \(area)")
      harness.encoder.invalidate(area)
    }
    if generator.chance(0.25), let wrong = scroll() { return wrong }
    harness.encoder.isMoving = generator.chance(0.2)
    // Enough for a few cells, or for many.
    let limit = generator.chance(0.3) ? generator.int(0..<generator.pick([60, 600])) : nil
    note("frame \(frame), limit \(limit.map(String.init) ?? "none")")
    return encode(limit: limit)
  }

  /// Shows the same frame until it is exact.
  ///
  /// - Returns: What is wrong, if anything.
  mutating func rest() -> String? {
    var frames = 0
    harness.encoder.isMoving = false
    repeat {
      if let wrong = encode(limit: nil) { return wrong }
      frames += 1
    } while !harness.encoder.isExact && frames < 300
    if !harness.encoder.isExact { return "not exact after 300 frames" }
    windows = []
    if let wrong = encode(limit: nil) { return wrong }
    while !harness.encoder.isExact && frames < 600 {
      if let wrong = encode(limit: nil) { return wrong }
      frames += 1
    }
    harness.show(surface)
    return harness.output.isEmpty ? nil : "still sends"
  }

  /// Encodes the surface and compares.
  private mutating func encode(limit: Int?) -> String? {
    let writes = harness.terminal.writes
    let count = harness.show(surface, masking: windows, byteLimit: limit)
    second?.feed(harness.output)

    if let limit, count > limit { return "\(count) bytes, limit \(limit)" }
    if count != harness.output.count { return "returned \(count) of \(harness.output.count)" }
    if let complaint = harness.terminal.complaints.first { return complaint }
    if let wrong = harness.firstWrongBelief() { return wrong }
    if let seam = harness.firstSeam() { return seam }
    if let wrong = firstWrongCell(of: second) { return "libvterm, \(wrong)" }
    for row in 0..<surface.size.rows {
      for column in 0..<surface.size.columns {
        let index = row * surface.size.columns + column
        if isCovered(column, row) {
          if harness.terminal.writes[index] != writes[index] { return "touched \(column),\(row)" }
        } else if limit == nil, harness.encoder.shownCell(column: column, row: row) == nil {
          return "left \(column),\(row) unknown"
        }
      }
    }
    let isExact = harness.encoder.isExact
    if limit == nil, harness.encoder.lambda == 0, !harness.encoder.isMoving, !isExact {
      return "lambda 0 is not exact"
    }
    guard isExact else { return nil }
    return harness.firstDifference(from: expectation) { !isCovered($0, $1) }
      .map { "exact, but \($0)" }
  }

  /// Whether a cell belongs to chrome.
  func isCovered(_ column: Int, _ row: Int) -> Bool {
    windows.contains { $0.contains(column, row) }
  }

  // MARK: What may happen

  private mutating func resize() {
    let size = Self.size(using: &generator)
    note("resize to \(size.columns) x \(size.rows)")
    surface.resize(to: size)
    harness.encoder.resize(to: size)
    harness.resizeTerminal(to: size)
    second?.resize(size)
    windows = []
  }

  private mutating func changeDepth() {
    let depth = generator.pick([.trueColor, .palette256, .palette16] as [ColorDepth])
    note("depth \(depth)")
    harness.encoder.setDepth(depth)
  }

  private mutating func changeGlyphs() {
    let set = generator.pick(GlyphSet.allCases)
    note("glyphs \(set)")
    harness.encoder.glyphs = set
    surface.frameForm = .glyphs(set)
  }

  /// Windows come, go and move, as ncurses draws them: it leaves cursor and pen where it likes.
  private mutating func drawChrome() {
    windows = (0..<generator.int(0..<4)).map { _ in rect().intersection(surface.bounds) }
      .filter { !$0.isEmpty }
    note("chrome \(windows)")
    paintChrome()
  }

  private mutating func paintChrome() {
    for area in windows {
      for row in area.row..<(area.row + area.rows) {
        let text = String(repeating: "#", count: area.columns)
        write("\u{1B}[\(row + 1);\(area.column + 1)H\u{1B}[m\(text)")
      }
    }
    harness.encoder.forgetPen()
  }

  /// Rows move as a whole, and the surface with them or not: what is shown is the surface in any
  /// case.
  private mutating func scroll() -> String? {
    let rows = surface.size.rows
    let first = generator.int(-1..<rows)
    let scroll = RowScroll(
      rows: first..<generator.int(first..<rows + 2) + 1, distance: generator.int(-rows..<rows + 1))
    note("scroll \(scroll.rows) by \(scroll.distance)")
    // As whoever draws chrome does before.
    for area in windows { harness.encoder.invalidate(area) }
    let writes = harness.terminal.writes
    let hasMoved = harness.scroll(scroll, masking: windows)
    second?.feed(harness.output)
    if !hasMoved, !harness.output.isEmpty { return "sends a scroll that it refuses" }
    if let wrong = harness.firstWrongBelief() { return "scrolled, \(wrong)" }
    if let wrong = firstWrongCell(of: second) { return "scrolled, libvterm, \(wrong)" }
    for (index, (before, after)) in zip(writes, harness.terminal.writes).enumerated()
    where before != after {
      let (row, column) = index.quotientAndRemainder(dividingBy: surface.size.columns)
      if isCovered(column, row) { return "scrolled chrome at \(column),\(row)" }
      if !scroll.rows.contains(row) { return "scrolled row \(row)" }
    }
    guard generator.chance(0.8) else { return nil }
    let old = surface
    for row in scroll.rows.clamped(to: 0..<rows) where scroll.rows.contains(row + scroll.distance) {
      for column in 0..<surface.size.columns {
        surface[column, row] = old[column, row + scroll.distance]
      }
    }
    return nil
  }

  /// Cursor and pen are moved by somebody else, who says so.
  private mutating func disturb() {
    let (column, row) = (
      generator.int(0..<surface.size.columns), generator.int(0..<surface.size.rows)
    )
    let attribute = generator.pick([0, 1, 4, 7, 31, 42])
    note("cursor to \(column),\(row), pen \(attribute)")
    write("\u{1B}[\(row + 1);\(column + 1)H\u{1B}[\(attribute)m")
    harness.encoder.forgetPen()
  }

  /// Somebody else draws, perhaps half over a wide glyph, and says so.
  private mutating func overwrite() {
    let area = rect().intersection(surface.bounds)
    guard !area.isEmpty else { return }
    note("overwrite \(area)")
    harness.encoder.invalidate(area)
    for row in area.row..<(area.row + area.rows) {
      let text = String(repeating: "?", count: area.columns)
      write("\u{1B}[\(row + 1);\(area.column + 1)H\(text)")
    }
    paintChrome()
  }

  /// The screen is cleared, or was somebody else's for a while.
  private mutating func loseScreen() {
    if generator.chance(0.5) {
      note("clear")
      write("\u{1B}[m\u{1B}[H\u{1B}[2J")
    } else {
      note("suspend and resume")
      second?.feed("\u{1B}[m\u{1B}[?1049l\u{1B}[31m$ ls\r\nfiles\r\n\u{1B}[?1049h\u{1B}[2J")
      harness.resizeTerminal(to: surface.size)
    }
    harness.encoder.invalidate()
    harness.encoder.forgetPen()
    // ncurses would draw them again.
    windows = []
  }

  private mutating func write(_ text: String) {
    harness.terminal.feed(text.utf8)
    second?.feed(text)
  }

  private mutating func note(_ line: String) {
    story.append("  \(line)")
  }
}

// MARK: Frames

extension EncoderRun {
  private static let texts: [CleanText] = [
    "caption", "\u{6C34}\u{706B} mixed \u{6728}", "e\u{301}a\u{308}",
    "\u{1F600}\u{1F1E9}\u{1F1EA}!", "\u{2580}\u{2584} \u{2588}", "\u{5E9}\u{5DC}", "",
  ]
  private static let glyphs: [Glyph] = [
    .upperHalf, .lowerHalf, .full, .space, .continuation, Glyph("x"), Glyph("\u{6C34}"),
    Glyph("\u{301}"), Glyph("\u{416}"), Glyph("\u{259A}"), Glyph("\u{1FB07}"), .shade,
    Glyph("b", .bold), Glyph("i", .italic), Glyph("\u{6C34}", .all),
  ]

  private mutating func draw() {
    switch generator.int(0..<6) {
    case 0:
      let size = PixelSize(width: generator.int(0..<30), height: generator.int(0..<20))
      let (frame, area) = (generator.int(0..<99), rect())
      note("picture \(frame) of \(size.width) x \(size.height) in \(area)")
      surface.drawFrame(SyntheticFrame.footage(size, frame: frame), in: area)
      surface.expect(SyntheticFrame.footage(size, frame: frame + 1), in: area)
    case 1: drawText()
    case 2:
      let (area, factor) = (rect(), Double(generator.int(0..<11)) / 10)
      note("darken \(area) to \(factor)")
      surface.darken(area, to: factor)
    case 3:
      let area = rect()
      note("fill \(area)")
      surface.fill(area, with: Cell(glyph: .lowerHalf, foreground: color(), background: color()))
    case 4:
      note("cells")
      for row in 0..<surface.size.rows {
        for column in 0..<surface.size.columns where generator.chance(0.5) {
          surface[column, row] = Cell(
            glyph: generator.pick(Self.glyphs), foreground: color(), background: color())
        }
      }
    default:
      guard generator.chance(0.1) else { return }
      note("black")
      surface.clear()
    }
  }

  private mutating func drawText() {
    let text = generator.pick(Self.texts)
    let (column, row) = (
      generator.int(-2..<surface.size.columns), generator.int(0..<surface.size.rows)
    )
    note("text \(text.string) at \(column),\(row)")
    surface.drawText(
      text, column: column, row: row, maxColumns: generator.int(0..<12), foreground: color(),
      background: generator.chance(0.5) ? color() : nil,
      attributes: generator.pick([[], [], .bold, .italic, .all]))
  }

  private mutating func color() -> Color {
    let base = generator.pick(palette)
    return Color(rawValue: generator.chance(0.5) ? base : base ^ UInt32(generator.int(0..<8)))
  }

  private mutating func rect() -> CellRect {
    CellRect(
      column: generator.int(-2..<surface.size.columns), row: generator.int(-1..<surface.size.rows),
      columns: generator.int(0..<surface.size.columns + 3),
      rows: generator.int(0..<surface.size.rows + 2))
  }
}

extension CellRect {
  func contains(_ column: Int, _ row: Int) -> Bool {
    self.column <= column && column < self.column + columns && self.row <= row
      && row < self.row + rows
  }
}
