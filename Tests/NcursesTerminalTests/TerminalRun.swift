import Glibc
import Graphics
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

/// A terminal in a pseudo-terminal, and whatever may happen to it.
@MainActor final class TerminalRun {
  /// What has been done, a line each.
  private(set) var story: [String] = []
  private let seed: UInt64
  private var generator: SeededGenerator
  private let session: Session
  private let isLimited: Bool
  private var surface: Surface
  private var chrome: [ChromeWindow] = []

  /// Takes a terminal; its kind, size and colours come from the seed.
  init(seed: UInt64) throws {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    let name = generator.pick(NcursesTerminalTests.names)
    let size = Self.size(using: &generator)
    let depth = generator.pick([nil, .trueColor, .palette256, .palette16] as [ColorDepth?])
    let glyphs = generator.pick([nil, .half, .quadrant, .sextant, .octant, .space] as [GlyphSet?])
    isLimited = generator.chance(0.2)
    session = try Session(
      name: name, size: size, color: depth, options: TerminalOptions(glyphs: glyphs),
      environment: isLimited ? ["TMUX": "/tmp/tmux"] : [:])
    surface = Surface(size: size)
    surface.frameForm = session.terminal.capabilities.frameForm
    note("\(name), \(size.columns) x \(size.rows), \(session.terminal.capabilities.colorDepth)")
  }

  private static func size(using generator: inout SeededGenerator) -> CellSize {
    CellSize(columns: generator.int(1..<50), rows: generator.int(1..<13))
  }

  /// Shows one frame, with everything that may come before it.
  ///
  /// - Parameter frame: Its place in the run, which says what happens.
  /// - Returns: What is wrong, if anything.
  func show(frame: Int) async -> String? {
    generator = SeededGenerator(run: seed, frame: frame)
    note("frame \(frame)")
    if generator.chance(0.08) { await resize() }
    if generator.chance(0.6) { changeWindows() }
    if generator.chance(0.06) { loseScreen() }
    if generator.chance(0.04) { await suspend() }
    if generator.chance(0.03) { await stopFromOutside() }
    let scroll = generator.chance(0.15) ? scroll() : nil
    if generator.chance(0.8) { draw() }
    if generator.chance(0.2) { moveCursor() }
    return await present(exactly: generator.chance(0.6), scroll: scroll)
  }

  /// Shows the same frame until it is exact.
  ///
  /// - Returns: What is wrong, if anything.
  func rest() async -> String? {
    for _ in 0..<60 {
      if let wrong = await present(exactly: true) { return wrong }
      if session.terminal.isExact {
        _ = session.takeOutput()
        if let wrong = await present(exactly: true) { return wrong }
        return session.takeOutput().isEmpty ? nil : "still sends"
      }
    }
    return "not exact after 60 frames"
  }

  private func present(exactly: Bool, scroll: RowScroll? = nil) async -> String? {
    let count = session.terminal.writer.frameCount
    await session.show(surface, chrome, exactly: exactly, scroll: scroll)
    expectNoAnswers()
    let model = session.model
    if let cursor = session.terminal.cursor, session.terminal.writer.frameCount > count {
      let column = min(max(cursor.column, 0), model.size.columns - 1)
      let row = min(max(cursor.row, 0), model.size.rows - 1)
      if model.cursor != (column, row) { return "the cursor is at \(model.cursor)" }
    }
    // ncurses cannot draw on a single column.
    let shownChrome = model.size.columns > 1 ? chrome : []
    if model.isCursorVisible { return "the cursor is visible" }
    if model.isInsideSynchronizedUpdate { return "a synchronised update stays open" }
    let wrong = session.wrongBeliefs(shownChrome)
    if !wrong.isEmpty { return "not as believed: \(wrong)" }
    // What moves is left as it is; the next frame makes it exact.
    if exactly, scroll == nil, !isLimited, !session.terminal.isExact { return "not exact" }
    guard session.terminal.isExact else { return nil }
    let difference = session.differenceInDepth(surface, shownChrome)
    return difference.isEmpty ? nil : "exact, but \(difference)"
  }

  /// Nobody answers, and when a frame may start is not what is tested here: waiting would take most of
  /// the time.
  private func expectNoAnswers() {
    session.forgetLink()
    _ = session.terminal.probe.timePassed(at: .infinity)
  }

  // MARK: What may happen

  private func resize() async {
    let size = Self.size(using: &generator)
    note("resize to \(size.columns) x \(size.rows)")
    await session.resize(size)
    surface.resize(to: size)
  }

  /// Somebody else writes over the screen, and the user asks for all of it again.
  private func loseScreen() {
    note("clear and redraw")
    session.model.feed("\u{1B}[2J\u{1B}[2;2H\u{1B}[31mbroadcast message")
    session.terminal.redraw()
  }

  private func suspend() async {
    note("suspend and resume")
    session.terminal.stopProcess = { [session] in
      while !session.isGivenBack {
        guard session.read() else { break }
      }
      session.model.feed("$ ls\r\nsome files\r\n")
    }
    session.terminal.suspend()
    await session.wait { session.model.isPasteBracketed }
  }

  /// What a shell does when its job stops and goes on.
  private func stopFromOutside() async {
    note("stop from outside")
    session.clearEvents()
    session.cook()
    session.model.feed("\u{1B}[?25h[1]+  Stopped\r\n$ fg\r\n")
    kill(getpid(), SIGCONT)
    await session.wait { session.events.contains(.resized(session.terminal.size)) }
  }

  /// Rows move, and the surface with them or not: what is shown is the surface in any case.
  private func scroll() -> RowScroll {
    let rows = surface.size.rows
    let first = generator.int(0..<rows)
    let region = first..<generator.int(first..<rows) + 1
    let scroll = RowScroll(rows: region, distance: generator.int(-rows..<rows + 1))
    note("scroll \(scroll.rows) by \(scroll.distance)")
    guard generator.chance(0.8) else { return scroll }
    let before = surface
    for row in region where region.contains(row + scroll.distance) {
      for column in 0..<surface.size.columns {
        surface[column, row] = before[column, row + scroll.distance]
      }
    }
    return scroll
  }

  private func draw() {
    let kind = generator.int(0..<4)
    note("picture of kind \(kind)")
    if kind < 2 { surface.drawPattern(seed: generator.int(0..<3)) }
    if kind == 2 {
      let pixels = PixelBuffer(
        size: PixelSize(width: 7, height: 5),
        pixels: (0..<35).map { _ in UInt32(truncatingIfNeeded: generator.next()) & 0xFF_FFFF })
      surface.drawFrame(pixels, in: surface.bounds)
    }
    surface.drawText(
      "text \u{65E5}\u{672C} over it", column: generator.int(-2..<30), row: 2, maxColumns: 20,
      foreground: .white, background: .black)
  }

  private func moveCursor() {
    let place = (column: generator.int(-2..<50), row: generator.int(-2..<13))
    note("cursor at \(place.column), \(place.row)")
    session.terminal.cursor = place
  }

  private func changeWindows() {
    chrome = generator.int(0..<3) == 0 ? [list()] : (0..<generator.int(0..<5)).map { _ in window() }
    note("windows \(chrome.map(\.rect))")
  }

  /// A list as wide as the screen that moves a little: ncurses would scroll it.
  private func list() -> ChromeWindow {
    let first = generator.int(0..<4)
    let lines = (0..<8).map {
      ChromeLine([ChromeSpan(CleanText("entry \(first + $0) of the list"))])
    }
    return ChromeWindow(
      rect: CellRect(
        column: generator.int(0..<2), row: generator.int(0..<3), columns: 50,
        rows: generator.int(1..<9)), lines: lines)
  }

  private func window() -> ChromeWindow {
    let words = ["", " ", "a", "caption", "      ", "x   y", "-----", "0:03"]
    let rows = generator.int(1..<5)
    let lines = (0..<generator.int(0..<rows + 1)).map { _ in
      ChromeLine(
        (0..<generator.int(0..<4)).map { _ in
          ChromeSpan(
            CleanText(generator.pick(words)), ChromeStyle(rawValue: UInt16(generator.int(0..<32))))
        })
    }
    return ChromeWindow(
      rect: CellRect(
        column: generator.int(-3..<41), row: generator.int(-2..<10),
        columns: generator.int(0..<31), rows: rows), lines: lines)
  }

  private func note(_ line: String) {
    story.append("  \(line)")
  }
}
