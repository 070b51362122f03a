import Glibc
import Graphics
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

/// ncurses is global state, so all that use it are in this suite, one after the other.
@MainActor @Suite(.serialized) struct NcursesTerminalTests {
  nonisolated static let names = [
    "xterm-256color", "tmux-256color", "screen-256color", "linux", "vt220", "foot", "xterm-kitty",
    "unknown-to-all",
  ]

  @Test(arguments: names)
  func showsFrameAndChromeAndRestores(name: String) async throws {
    let session = try Session(name: name)
    let size = session.terminal.size
    #expect(size == CellSize(columns: 60, rows: 20))
    #expect(session.model.isAlternateScreen)
    #expect(!session.model.isCursorVisible)
    #expect(session.model.isMouseReported)
    #expect(session.model.isPasteBracketed)
    #expect(!session.pty.modes.isCooked)
    #expect(session.terminal.device.hasRawModes)

    let titleBar = window(0, 18, 60, 2, "Caption of a clip", "0:03 --------- 0:12")
    for seed in 0..<3 {
      let surface = Surface.pattern(size, seed: seed)
      await session.show(surface, [titleBar])
      #expect(session.difference(surface, [titleBar]) == [])
    }

    await session.restore()
    #expect(session.pty.modes == session.initialModes)
    #expect(session.model.privateModes.subtracting([7, 25]) == [])
    #expect(!session.terminal.isReady)
  }

  @Test(arguments: names)
  func windowsComeAndGoOverTheFrame(name: String) async throws {
    let session = try Session(name: name)
    let size = session.terminal.size
    let titleBar = window(0, 19, 60, 1, "Caption")
    let help = window(10, 3, 30, 5, "Help", "  Down  next", "  q     quit")
    let inside = window(15, 4, 8, 2, "12345678", "abcdefgh")
    let beside = window(43, 3, 10, 5, "beside", "it")
    let edge = window(50, 10, 10, 3, "at the", "edge")
    var seed = 0
    for chrome in [
      [titleBar], [titleBar, help], [titleBar, help, inside], [titleBar, inside, help],
      [titleBar, help, beside], [titleBar, beside, edge], [titleBar, edge], [edge], [], [titleBar],
      [window(1, 19, 59, 1, "Caption")], [titleBar],
    ] {
      seed += 1
      let surface = Surface.pattern(size, seed: seed)
      await session.show(surface, chrome)
      #expect(session.difference(surface, chrome) == [], "step \(seed)")
    }
  }

  @Test func nothingIsSentWhenNothingChanges() async throws {
    let session = try Session()
    let surface = Surface.pattern(session.terminal.size)
    let titleBar = window(0, 19, 60, 1, "Caption")
    await session.show(surface, [titleBar])
    _ = session.takeOutput()
    session.clearEvents()
    await session.show(surface, [titleBar])
    #expect(session.takeOutput() == [])
    #expect(!session.events.contains(.ready))
  }

  @Test func pausedFrameBecomesExact() async throws {
    let size = CellSize(columns: 200, rows: 50)
    let session = try Session(size: size, environment: ["TMUX": "/tmp/tmux"])
    var frames = 0
    repeat {
      await session.show(.pattern(size), exactly: true)
      frames += 1
    } while !session.terminal.isExact && frames < 100
    // The byte limit under tmux spreads it over some.
    #expect((2..<100).contains(frames))
    #expect(session.difference(.pattern(size)) == [])
  }

  @Test func anySizeIsHarmless() async throws {
    let session = try Session()
    for (columns, rows) in [(1, 1), (500, 200), (2, 1), (1, 50), (120, 40), (60, 20)] {
      let size = CellSize(columns: columns, rows: rows)
      await session.resize(size)
      #expect(session.terminal.size == size)
      let surface = Surface.pattern(size)
      let chrome = [window(0, rows - 1, columns, 1, "Caption"), window(5, 5, 20, 3, "Help")]
      await session.show(surface, chrome)
      // A title bar of one column says nothing.
      #expect(session.difference(surface, columns > 1 ? chrome : []) == [], "\(size)")
    }
  }

  @Test func cellAspectComesFromThePixels() async throws {
    let session = try Session(cellPixels: PixelSize(width: 9, height: 20))
    #expect(session.terminal.capabilities.cellAspect == 0.45)
  }

  @Test func redrawRepairsTheScreen() async throws {
    let session = try Session()
    let surface = Surface.pattern(session.terminal.size)
    let titleBar = window(0, 19, 60, 1, "Caption")
    await session.show(surface, [titleBar])
    session.model.feed("\u{1B}[2J\u{1B}[5;5H\u{1B}[31mbroadcast message")
    session.terminal.redraw()
    await session.show(surface, [titleBar])
    #expect(session.difference(surface, [titleBar]) == [])
  }

  @Test func keysAndRepliesArrive() async throws {
    let session = try Session()
    session.press("\u{1B}[Aq\u{1B}[0n\u{1B}OB\u{1B}[6;20;10t")
    await session.wait { session.events.count == 4 }
    #expect(
      session.events == [
        .key(KeyEvent(.up)), .key(KeyEvent(.character("q"))), .key(KeyEvent(.down)),
        .reply(.window([6, 20, 10])),
      ])
    session.clearEvents()
    session.press("\u{1B}")
    await session.wait { session.events == [.key(KeyEvent(.escape))] }
  }

  @Test func slowTerminalDropsWholeFrames() async throws {
    let size = CellSize(columns: 200, rows: 60)
    let session = try Session(size: size)
    var presented: [Surface] = []
    session.forgetLink()
    for seed in 0..<20 {
      let surface = Surface.pattern(size, seed: seed)
      if session.terminal.present(surface, chrome: [], exactly: true) { presented.append(surface) }
    }
    #expect(!session.terminal.isReady)
    #expect(presented.count < 20)
    session.clearEvents()
    await session.settle()
    #expect(session.events == [.ready])
    let last = try #require(presented.last)
    #expect(session.difference(last) == [])
    #expect(session.model.synchronizedUpdateCount == presented.count)
    await session.show(.pattern(size, seed: 99))
    #expect(session.difference(.pattern(size, seed: 99)) == [])
  }
}
