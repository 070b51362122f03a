import Graphics
import Models
import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

/// Where the hidden cursor rests.
extension NcursesTerminalTests {
  private func place(_ session: Session) -> [Int] {
    [session.model.cursor.column, session.model.cursor.row]
  }

  @Test func cursorRestsWhereItIsPut() async throws {
    let session = try Session()
    let titleBar = window(0, 19, 60, 1, "Caption")
    let places = [
      ([1, 19], [1, 19]), ([0, 0], [0, 0]), ([59, 19], [59, 19]), ([99, -1], [59, 0]),
    ]
    for (seed, (wanted, shown)) in places.enumerated() {
      session.terminal.cursor = (column: wanted[0], row: wanted[1])
      let surface = Surface.pattern(session.terminal.size, seed: seed)
      await session.show(surface, [titleBar])
      #expect(place(session) == shown)
      #expect(!session.model.isCursorVisible)
      #expect(session.difference(surface, [titleBar]) == [])
    }
  }

  @Test func cursorCostsOneMovementInAFrameAndNoFrame() async throws {
    let session = try Session()
    let surface = Surface.pattern(session.terminal.size)
    await session.show(surface, [window(0, 19, 60, 1, "Caption   0:03")])
    _ = session.takeOutput()
    session.terminal.cursor = (column: 1, row: 19)
    await session.show(surface, [window(0, 19, 60, 1, "Caption   0:03")])
    #expect(session.takeOutput() == [])
    await session.show(surface, [window(0, 19, 60, 1, "Caption   0:04")])
    let tick = session.takeOutput()
    #expect(tick.count <= 67)
    #expect(tick.ends(with: Array("\u{1B}[20;2H\u{1B}[?2026l\u{1B}[5n".utf8)))
    #expect(place(session) == [1, 19])
  }
}
