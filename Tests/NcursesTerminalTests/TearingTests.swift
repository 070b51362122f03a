import Graphics
import Models
import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

/// What a terminal shows at the end of each synchronised update, however slowly it reads: how much of
/// it and when is left to chance.
extension NcursesTerminalTests {
  private static let begin = Array("\u{1B}[?2026h".utf8)
  private static let end = Array("\u{1B}[?2026l".utf8)

  /// A frame that carries its number.
  private static func numbered(_ number: Int, _ size: CellSize) -> Surface {
    var surface = Surface(size: size)
    let pixels = GridCode.frame(
      number, shape: .portrait, size: PixelSize(width: size.columns, height: size.rows * 2))
    surface.drawFrame(pixels, in: surface.bounds)
    return surface
  }

  @Test func everyUpdateShowsExactlyOneFrame() async throws {
    let size = CellSize(columns: 80, rows: 24)
    let session = try Session(size: size)
    var generator = SeededGenerator(seed: Fuzz.seed)
    var shown: [(number: Int, surface: Surface)] = []
    var stream: [UInt8] = []
    for number in 0..<100 {
      // All of it changes, or what tells a number from the next.
      let surface =
        number % 3 == 0 ? Surface.pattern(size, seed: number) : Self.numbered(number, size)
      session.forgetLink()
      if session.terminal.present(surface, chrome: [], exactly: true) {
        shown.append((number, surface))
      }
      stream += session.readSlowly(using: &generator)
    }
    stream += await session.readToTheEnd()
    #expect(shown.count < 100, "the reader was meant to be slow")

    let updates = try Self.updates(of: stream)
    #expect(updates.count == shown.count)
    for (update, frame) in zip(updates, shown) {
      session.model.feed(update)
      try #require(
        session.difference(frame.surface) == [], "seed \(Fuzz.seed), frame \(frame.number)")
    }
  }

  /// Where frames have a limit, the next goes on where one was cut off.
  @Test(arguments: ["xterm-256color", "foot"])
  func everyUpdateShowsWhatTheEncoderBelieves(name: String) async throws {
    let size = CellSize(columns: 70, rows: 20)
    let session = try Session(name: name, size: size, color: nil, environment: ["TMUX": "/tmp/t"])
    var generator = SeededGenerator(seed: Fuzz.seed)
    var beliefs: [[Cell?]] = []
    var stream: [UInt8] = []
    for number in 0..<80 {
      let surface =
        generator.chance(0.3) ? Surface.pattern(size, seed: number) : Self.numbered(number, size)
      let before = session.terminal.writer.frameCount
      session.terminal.present(surface, chrome: [], exactly: generator.chance(0.5))
      if session.terminal.writer.frameCount > before {
        beliefs.append(session.beliefs)
      }
      stream += session.readSlowly(using: &generator)
    }
    stream += await session.readToTheEnd()

    let updates = try Self.updates(of: stream)
    #expect(updates.count == beliefs.count)
    for (index, (update, cells)) in zip(updates, beliefs).enumerated() {
      session.model.feed(update)
      try #require(session.wrongCells(cells) == [], "seed \(Fuzz.seed), update \(index)")
    }
  }

  /// Rows move within the frame, as while a page slides; the rows of chrome below stay.
  @Test(arguments: [
    ("xterm-256color", ColorDepth.trueColor, [:]), ("foot", .palette256, [:]),
    ("tmux-256color", .trueColor, ["TMUX": "/tmp/t"]), ("screen-256color", .palette16, [:]),
  ])
  func scrollingUpdatesShowWhatTheEncoderBelieves(
    name: String, depth: ColorDepth, environment: [String: String]
  ) async throws {
    let size = CellSize(columns: 70, rows: 20)
    let session = try Session(
      name: name, size: size, color: depth, environment: environment)
    #expect(session.terminal.capabilities.movesRows)
    let chrome = ChromeWindow(
      rect: CellRect(column: 0, row: 18, columns: 70, rows: 2),
      lines: [ChromeLine([ChromeSpan("caption")]), ChromeLine([ChromeSpan("seek bar")])])
    var generator = SeededGenerator(seed: Fuzz.seed)
    var beliefs: [[Cell?]] = []
    var stream: [UInt8] = []
    var surface = Self.numbered(0, size)
    for number in 0..<120 {
      let next = Self.numbered(number, size)
      let distance = generator.int(-18..<19)
      let old = surface
      surface = next
      if generator.chance(0.8) {
        surface.copyRows(max(distance, 0)..<min(18 + distance, 18), of: old, to: max(-distance, 0))
      }
      session.forgetLink()
      let before = session.terminal.writer.frameCount
      let isTaken = session.terminal.present(
        surface, chrome: [chrome], exactly: false,
        scroll: generator.chance(0.9) ? RowScroll(rows: 0..<18, distance: distance) : nil)
      if !isTaken { surface = old }
      if session.terminal.writer.frameCount > before { beliefs.append(session.beliefs) }
      // How many frames a slow reader takes depends on the machine; one that has read all takes the next.
      stream +=
        number % 8 == 7 ? await session.readToTheEnd() : session.readSlowly(using: &generator)
    }
    stream += await session.readToTheEnd()

    let moves = String(decoding: stream, as: UTF8.self).ranges(of: "\u{1B}[1;18r")
    #expect(moves.count > 4)
    let updates = try Self.updates(of: stream)
    #expect(updates.count == beliefs.count)
    for (index, (update, cells)) in zip(updates, beliefs).enumerated() {
      session.model.feed(update)
      try #require(session.wrongCells(cells) == [], "seed \(Fuzz.seed), update \(index)")
      #expect(session.model.text(row: 18).hasPrefix("caption"))
      #expect(session.model.text(row: 19).hasPrefix("seek bar"))
    }
  }

  @Test(arguments: [
    ("xterm-256color", true), ("linux", false), ("vt220", false), ("xterm-kitty", true),
  ])
  func rowsMoveWhereTheTerminalCan(name: String, movesRows: Bool) throws {
    let session = try Session(name: name, color: .trueColor)
    #expect(session.terminal.capabilities.movesRows == movesRows)
  }

  /// Cuts a stream after the end of each synchronised update. Nothing may be drawn outside of them.
  private static func updates(of stream: [UInt8]) throws -> [[UInt8]] {
    var updates: [[UInt8]] = []
    var start = 0
    var isInside = false
    for index in stream.indices where stream[index] == 0x1B {
      if stream[index...].starts(with: begin) {
        #expect(!isInside, "an update in an update")
        isInside = true
        // A question to the terminal has its place here, a frame has not.
        #expect(index - start < 16, "drawn outside of an update")
      } else if stream[index...].starts(with: end) {
        #expect(isInside, "an end without a beginning")
        isInside = false
        updates.append(Array(stream[start..<(index + end.count)]))
        start = index + end.count
      }
    }
    #expect(!isInside, "the last update stays open")
    #expect(stream.count - start < 16, "drawn outside of an update")
    return updates
  }
}

extension Session {
  /// What the encoder believes to be shown, row by row.
  fileprivate var beliefs: [Cell?] {
    (0..<terminal.size.rows).flatMap { row in
      (0..<terminal.size.columns).map { terminal.encoder.shownCell(column: $0, row: row) }
    }
  }

  /// The first cells in which the model is not what was believed.
  fileprivate func wrongCells(_ beliefs: [Cell?]) -> [String] {
    beliefs.enumerated().lazy.compactMap { [model] index, belief in
      let (row, column) = index.quotientAndRemainder(dividingBy: model.size.columns)
      let shown = model.cell(column: column, row: row)
      guard let belief, !shown.shows(belief) else { return nil }
      return "\(column),\(row): shows \(shown), believed \(belief)"
    }.prefix(3).map { $0 }
  }

  /// Reads a little, or nothing, without showing it, and lets the writer go on or not.
  fileprivate func readSlowly(using generator: inout SeededGenerator) -> [UInt8] {
    var stream: [UInt8] = []
    for _ in 0..<generator.int(0..<4) {
      if case .bytes(let bytes) = pty.read(timeout: 0, limit: generator.int(1..<9000)) {
        stream += bytes
      }
      if generator.chance(0.3) { terminal.writer.continueWriting() }
    }
    return stream
  }

  /// Reads until nothing is left to come, without showing it.
  fileprivate func readToTheEnd() async -> [UInt8] {
    var stream: [UInt8] = []
    // The kernel takes its time to hand over what was written: nothing has come for a while.
    var quiet = 0
    await wait(isReading: false) {
      quiet += 1
      if case .bytes(let bytes) = pty.read(timeout: 0) {
        stream += bytes
        quiet = 0
      }
      return terminal.writer.isIdle && quiet > 20
    }
    return stream
  }
}
