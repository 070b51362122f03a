import Glibc
import Graphics
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

/// Taking the terminal and giving it back.
extension NcursesTerminalTests {
  @Test func restoresDuringAnUnreadFrame() async throws {
    let size = CellSize(columns: 200, rows: 60)
    let session = try Session(size: size)
    session.forgetLink()
    for seed in 0..<20 where session.terminal.isReady {
      session.terminal.present(.pattern(size, seed: seed), chrome: [], exactly: true)
    }
    #expect(!session.terminal.isReady)
    await session.restore()
    session.terminal.restore()
    #expect(session.pty.modes == session.initialModes)
    #expect(session.model.privateModes.subtracting([7, 25]) == [])
    #expect(session.events == [])
  }

  @Test func hangupIsReported() async throws {
    var pty: Pty? = try Pty(size: CellSize(columns: 80, rows: 24))
    let path = try #require(pty?.devicePath)
    let terminal = try NcursesTerminal(
      options: TerminalOptions(devicePath: path),
      environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"])
    let (stream, told) = AsyncStream<TerminalEvent>.makeStream()
    terminal.onEvents = { for event in $0 { told.yield(event) } }
    pty = nil
    var events = stream.makeAsyncIterator()
    #expect(await events.next() == .closed)
    #expect(!terminal.isReady)
    #expect(!terminal.present(.pattern(terminal.size), chrome: []))
    terminal.restore()
    told.finish()
    #expect(await events.next() == nil)
  }

  @Test func suspendRestoresTheTerminal() async throws {
    let session = try Session()
    let surface = Surface.pattern(session.terminal.size)
    await session.show(surface)
    session.clearEvents()
    var wasRestored = false
    session.terminal.stopProcess = {
      // The last thing of it is to show the cursor.
      while !session.isGivenBack {
        guard session.read() else { break }
      }
      wasRestored =
        session.pty.modes == session.initialModes && !session.model.isAlternateScreen
        && session.model.isCursorVisible
      session.model.feed("$ ls\r\nsome files\r\n")
    }
    session.terminal.suspend()
    #expect(wasRestored)
    await session.wait { session.model.isPasteBracketed }
    #expect(session.events == [.resized(session.terminal.size)])
    #expect(session.model.isAlternateScreen)
    #expect(!session.pty.modes.isCooked)
    await session.show(surface)
    #expect(session.difference(surface) == [])
  }

  @Test func redrawsAfterSIGSTOP() async throws {
    let session = try Session()
    let surface = Surface.pattern(session.terminal.size)
    await session.show(surface)
    session.clearEvents()
    // What a shell does when its job stops.
    session.cook()
    session.model.feed("\u{1B}[?25h[1]+  Stopped\r\n$ fg\r\n")
    kill(getpid(), SIGCONT)
    await session.wait { session.events == [.resized(session.terminal.size)] }
    #expect(!session.pty.modes.isCooked)
    await session.show(surface)
    #expect(!session.model.isCursorVisible)
    #expect(session.difference(surface) == [])
  }

  @Test func terminalsWithoutCursorMovementAreRefused() throws {
    let pty = try Pty(size: CellSize(columns: 80, rows: 24))
    for name in ["dumb", ""] {
      #expect(throws: TerminalError.notCapable(name: CleanText(name))) {
        _ = try NcursesTerminal(
          options: TerminalOptions(devicePath: pty.devicePath), environment: ["TERM": name])
      }
    }
    #expect(pty.read(timeout: 0) == .nothing)
  }

  @Test func nonTerminalIsRefused() {
    #expect(throws: TerminalError.self) {
      _ = try NcursesTerminal(
        options: TerminalOptions(devicePath: "/dev/null"), environment: ["TERM": "xterm"])
    }
  }

  @Test func ignoredSignalsStayIgnored() async throws {
    let before = [SIGINT, SIGTERM, SIGTSTP].map(Self.handler)
    let session = try Session()
    await session.show(.pattern(session.terminal.size))
    #expect([SIGINT, SIGTERM, SIGTSTP].map(Self.handler) == before)
  }

  private static func handler(_ number: Int32) -> Int {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
  }

  /// It would keep Esc to itself.
  @Test func inGNUScreenTheMouseIsNotReported() async throws {
    let session = try Session(name: "screen", environment: ["STY": "1.session"])
    #expect(!session.model.isMouseReported)
    #expect(session.model.isPasteBracketed)
    await session.restore()
    #expect(session.problemsAfterRestoring().filter { $0.hasPrefix("screen") == false } == [])
  }

  /// Its alternate screen is off unless the user asks for it, whatever terminfo says.
  @Test(arguments: [["STY": "1.session"], [:]])
  func inGNUScreenTheFrameIsErased(environment: [String: String]) async throws {
    let session = try Session(name: "screen", environment: environment)
    _ = session.takeOutput()
    await session.restore()
    let written = String(decoding: session.takeOutput(), as: UTF8.self)
    #expect(written.contains("\u{1B}[2J\u{1B}[?1049l"))
  }

  /// In the modes of a terminal whose reports of the mouse are one setting, too.
  @Test func mouseMotionIsReportedOnDemand() async throws {
    let session = try Session()
    let surface = Surface.pattern(session.terminal.size)
    await session.show(surface)
    #expect(session.model.privateModes.isSuperset(of: [1_000, 1_002, 1_006]))
    #expect(!session.model.privateModesSeen.contains(1_003))
    session.terminal.reportMotion(true)
    await session.show(surface)
    #expect(session.model.privateModes.contains(1_003))
    _ = session.takeOutput()
    await session.show(surface)
    #expect(session.takeOutput() == [])
    session.terminal.reportMotion(false)
    await session.show(surface)
    #expect(!session.model.privateModes.contains(1_003))
    let bytes = String(decoding: session.takeOutput(), as: UTF8.self)
    #expect(bytes.contains("\u{1B}[?1003l\u{1B}[?1000h\u{1B}[?1002h"))
    session.terminal.reportMotion(true)
    await session.show(surface)
    await session.restore()
    #expect(session.problemsAfterRestoring() == [])
    #expect(session.model.privateModes.isDisjoint(with: [1_000, 1_002, 1_003, 1_006]))
  }

  /// A pointer that moves while the program ends writes nothing to the shell.
  @Test func pendingMotionDoesNotReachTheShell() async throws {
    let session = try Session()
    session.isAnswering = true
    session.terminal.reportMotion(true)
    await session.show(.pattern(session.terminal.size))
    await session.restore(answering: Array("\u{1B}[<35;10;5M\u{1B}[<35;11;5M\u{1B}[0n".utf8))
    #expect(session.pty.modes == session.initialModes)
    var waiting: Int32 = 0
    #expect(ioctl(session.shell, UInt(FIONREAD), &waiting) == 0 && waiting == 0)
  }

  @Test func afterAStopMotionIsReportedAgain() async throws {
    let session = try Session()
    let surface = Surface.pattern(session.terminal.size)
    session.terminal.reportMotion(true)
    await session.show(surface)
    session.terminal.stopProcess = {
      while !session.isGivenBack {
        guard session.read() else { break }
      }
      #expect(!session.model.isMouseReported)
    }
    session.terminal.suspend()
    await session.show(surface)
    #expect(session.model.privateModes.contains(1_003))
  }
}
