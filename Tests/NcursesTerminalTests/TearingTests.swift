import CellGraphics
import Models
import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

/// What a terminal shows at the end of each synchronised update, however slowly it reads.
extension NcursesTerminalTests {
  private static let begin = Array("\u{1B}[?2026h".utf8)
  private static let end = Array("\u{1B}[?2026l".utf8)

  /// A picture that carries its number.
  private static func numbered(_ number: Int, _ size: CellSize) -> Surface {
    var surface = Surface(size: size)
    let pixels = GridCode.picture(
      number, shape: .portrait, size: PixelSize(width: size.columns, height: size.rows * 2))
    surface.drawPicture(pixels, in: surface.bounds)
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
      if session.terminal.present(surface, chrome: [], exactly: true) {
        shown.append((number, surface))
      }
      stream += await session.readSlowly(using: &generator)
    }
    stream += await session.readToTheEnd()
    #expect(shown.count < 100, "the reader was meant to be slow")

    let updates = try Self.updates(of: stream)
    #expect(updates.count == shown.count)
    for (update, frame) in zip(updates, shown) {
      session.model.feed(update)
      try #require(session.difference(frame.surface) == [], "frame \(frame.number)")
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
      stream += await session.readSlowly(using: &generator)
    }
    stream += await session.readToTheEnd()

    let updates = try Self.updates(of: stream)
    #expect(updates.count == beliefs.count)
    for (index, (update, cells)) in zip(updates, beliefs).enumerated() {
      session.model.feed(update)
      try #require(session.wrongCells(cells) == [], "update \(index)")
    }
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
        // A question to the terminal has its place here, a picture has not.
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

  /// Reads a little, or nothing, without showing it, and lets the writer go on.
  fileprivate func readSlowly(using generator: inout SeededGenerator) async -> [UInt8] {
    var stream: [UInt8] = []
    for _ in 0..<generator.int(0..<4) {
      if case .bytes(let bytes) = pty.read(timeout: 0, limit: generator.int(1..<9000)) {
        stream += bytes
      }
      try? await Task.sleep(for: .milliseconds(generator.chance(0.3) ? 1 : 0))
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
