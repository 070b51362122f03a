import Glibc
import Graphics
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

// Part of the suite that holds all use of ncurses.

/// What the terminal is asked, and what becomes of its answers.
extension NcursesTerminalTests {
  /// xterm 379, apart from its colours.
  private static let attributes = "\u{1B}[?64;1;2;6;9;15;16;17;18;21;22;28c"
  private static let trueColor = "\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\"

  private static func isIn(_ bytes: [UInt8], _ text: String) -> Bool {
    String(decoding: bytes, as: UTF8.self).contains(text)
  }

  /// Whether what was written since the last look has 24-bit colours.
  private func sends24Bits(_ session: Session) -> Bool {
    Self.isIn(session.takeOutput(), "48;2;")
  }

  private func changes(_ session: Session) -> Int {
    session.events.count { $0 == .capabilitiesChanged }
  }

  @Test func queriesAreInvisible() async throws {
    for name in ["xterm-256color", "linux", "tmux-256color", "screen"] {
      let session = try Session(name: name, color: nil)
      let isAsked = Self.isIn(session.output, "\u{1B}[c")
      #expect(isAsked, "\(name)")
      for row in session.model.rows { #expect(row == "", "\(name)") }
      // The probed colour is gone; black is erased with where it can be.
      let background = session.model.cell(column: 0, row: 0).background
      #expect(background == (name == "xterm-256color" ? .palette(16) : .standard), "\(name)")
    }
  }

  @Test func aSilentTerminalCostsNothing() async throws {
    let session = try Session(color: nil)
    #expect(session.terminal.isReady, "the first frame waits for no answer")
    _ = session.takeOutput()
    let surface = Surface.pattern(session.terminal.size)
    await session.show(surface)
    #expect(!sends24Bits(session))
    await session.wait { session.terminal.probe.deadline == nil }
    await session.show(surface)
    #expect(session.takeOutput().isEmpty, "nothing is drawn again")
    #expect(changes(session) == 0)
    #expect(session.terminal.capabilities.colorDepth == .palette256)
  }

  @Test func replyEnablesTrueColor() async throws {
    let session = try Session(color: nil, isSilent: false)
    _ = session.takeOutput()
    let surface = Surface.pattern(session.terminal.size)
    await session.show(surface)
    #expect(!sends24Bits(session))
    session.press(Self.trueColor + "\u{1B}[2;2R" + Self.attributes)
    await session.wait { changes(session) == 1 }
    #expect(session.terminal.capabilities.colorDepth == .trueColor)
    await session.show(surface)
    #expect(sends24Bits(session))
    #expect(session.difference(surface) == [])
    // Answers nobody waits for any more.
    session.press(Self.trueColor + "\u{1B}[2;3R\u{1B}[4;1;1t" + Self.attributes + "j")
    await session.wait { session.events.last == .key(KeyEvent(.character("j"))) }
    await session.show(surface)
    #expect(session.takeOutput().isEmpty)
    #expect(changes(session) == 1)
    let keys = session.events.filter { if case .key = $0 { true } else { false } }
    #expect(keys.count == 1)
  }

  @Test func testTerminalReplies() async throws {
    let session = try Session(color: nil)
    session.pty.write(session.model.takeReplies())
    await session.wait { session.terminal.probe.deadline == nil }
    #expect(session.terminal.answers.blockColumns == 1)
    #expect(!session.terminal.answers.isMultiplexer)
  }

  @Test func eightColorsBecomeTrueColor() async throws {
    let session = try Session(name: "rxvt", color: nil, isSilent: false)
    #expect(session.terminal.capabilities.colorDepth == .palette8)
    let titleBar = window(0, 18, 60, 2, "Caption of a clip", "0:03 --------- 0:12")
    let surface = Surface.pattern(session.terminal.size)
    await session.show(surface, [titleBar])
    session.press(Self.trueColor + Self.attributes)
    await session.wait { changes(session) == 1 }
    for seed in 0..<3 {
      let next = Surface.pattern(session.terminal.size, seed: seed)
      await session.show(next, [titleBar])
      #expect(session.difference(next, [titleBar]) == [])
    }
  }

  @Test func optionsOverrideDetection() async throws {
    let session = try Session(color: .palette256, isSilent: false)
    let surface = Surface.pattern(session.terminal.size)
    await session.show(surface)
    _ = session.takeOutput()
    session.press(Self.trueColor + "\u{1B}[2;2R" + Self.attributes)
    await session.wait { session.terminal.probe.deadline == nil }
    await session.show(surface)
    #expect(session.takeOutput().isEmpty)
    #expect(changes(session) == 0)
    #expect(session.terminal.capabilities.colorDepth == .palette256)
  }

  @Test func wideBlocksAreReplacedBySpaces() async throws {
    let session = try Session(color: .trueColor, isSilent: false)
    #expect(session.terminal.capabilities.frameForm == .glyphs(.half))
    session.press("\u{1B}[2;3R" + Self.attributes)
    await session.wait { changes(session) == 1 }
    #expect(session.terminal.capabilities.frameForm == .glyphs(.space))
    #expect(session.terminal.capabilities.isAmbiguousWide)
  }

  @Test func terminalReportsTheCellSize() async throws {
    let session = try Session(color: .trueColor, isSilent: false)
    #expect(session.terminal.capabilities.cellAspect == 0.5)
    session.press("\u{1B}[6;20;9t" + Self.attributes)
    await session.wait { changes(session) == 1 }
    #expect(session.terminal.capabilities.cellAspect == 0.45)
    #expect(session.terminal.capabilities.cellPixels == PixelSize(width: 9, height: 20))
    // Another size may mean another font.
    _ = session.takeOutput()
    await session.resize(CellSize(columns: 50, rows: 10))
    await session.show(.pattern(session.terminal.size))
    let isAskedAgain = Self.isIn(session.takeOutput(), "\u{1B}[16t")
    #expect(isAskedAgain)
    session.press("\u{1B}[6;20;8t")
    await session.wait { changes(session) == 1 }
    #expect(session.terminal.capabilities.cellAspect == 0.4)
    await session.resize(CellSize(columns: 60, rows: 10))
    #expect(session.terminal.capabilities.cellAspect == 0.4)
  }

  @Test func resumedTerminalIsQueriedAgain() async throws {
    let session = try Session(color: nil, isSilent: false, patience: 10)
    session.press(Self.trueColor + Self.attributes)
    await session.wait { changes(session) == 1 }
    session.terminal.stopProcess = {
      while !session.isGivenBack {
        guard session.read() else { break }
      }
      _ = session.takeOutput()
    }
    session.terminal.suspend()
    await session.wait { Self.isIn(session.output, "\u{1B}[2J") }
    let isAskedAgain = Self.isIn(session.output, "$qm")
    #expect(isAskedAgain)
    // Until it answers it is what it was, and after that if it does not.
    #expect(session.terminal.capabilities.colorDepth == .trueColor)
    await session.wait { session.terminal.probe.deadline == nil }
    #expect(session.terminal.capabilities.colorDepth == .trueColor)
    #expect(changes(session) == 1)
  }

  @Test func remoteTmuxIsDetectedByItsReplies() async throws {
    let session = try Session(color: nil, environment: ["SSH_TTY": "/dev/pts/9"], isSilent: false)
    session.press("\u{1B}[2;2R\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[>84;0;0c\u{1B}[?1;2c")
    await session.wait { session.terminal.probe.deadline == nil }
    #expect(session.terminal.pacer.policy.isMultiplexed)
    #expect(session.terminal.capabilities.colorDepth == .palette256)
    #expect(changes(session) == 0)
  }

  @Test func pendingRepliesDoNotReachTheShell() async throws {
    let session = try Session(color: nil)
    let answers = Self.trueColor + "\u{1B}[2;2R" + Self.attributes
    await session.restore(answering: Array(answers.utf8))
    let shell = session.pty.openDevice()
    defer { close(shell) }
    var waiting: Int32 = 0
    _ = ioctl(shell, UInt(FIONREAD), &waiting)
    #expect(waiting == 0)
  }
}
