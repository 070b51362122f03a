import Glibc
import Graphics
import Models
import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

/// The terminal is given back at any moment, while a slow reader has seen any part of a frame.
extension NcursesTerminalTests {
  @Test(arguments: ["xterm-256color", "screen-256color", "linux", "vt220", "foot"])
  func terminalIsRestoredAfterAnyCut(name: String) async throws {
    var generator = SeededGenerator(seed: Fuzz.seed)
    for round in 0..<12 {
      let size = CellSize(columns: 100, rows: 30)
      let session = try Session(name: name, size: size, color: round % 2 == 0 ? nil : .trueColor)
      let chrome = [window(0, 28, 100, 2, "Caption", "0:03"), window(20, 5, 30, 3, "Help")]
      session.forgetLink()
      for seed in 0..<generator.int(1..<8) {
        session.terminal.present(
          .pattern(size, seed: seed), chrome: generator.chance(0.5) ? chrome : [], exactly: true)
        for _ in 0..<generator.int(0..<4) {
          session.read(timeout: 0, limit: generator.int(1..<3000))
        }
        // The writer hears of room in the line.
        if generator.chance(0.5) { session.terminal.writer.continueWriting() }
      }
      await session.restore()
      #expect(session.problemsAfterRestoring() == [], "seed \(Fuzz.seed), round \(round)")
    }
  }
}
