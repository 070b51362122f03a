import CellGraphics
import Glibc
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
  func pictureAndChromeAreShownAndTheTerminalIsGivenBack(name: String) async throws {
    let session = try Session(name: name)
    let size = session.terminal.size
    #expect(size == CellSize(columns: 60, rows: 20))
    #expect(session.model.isAlternateScreen)
    #expect(!session.model.isCursorVisible)
    #expect(session.model.isMouseReported)
    #expect(session.model.isPasteBracketed)
    #expect(!session.pty.modes.isCooked)
    #expect(session.terminal.device.hasRawModes)

    let caption = window(0, 18, 60, 2, "Caption of a clip", "0:03 --------- 0:12")
    for seed in 0..<3 {
      let surface = Surface.pattern(size, seed: seed)
      await session.show(surface, [caption])
      #expect(session.difference(surface, [caption]) == [])
    }

    await session.restore()
    #expect(session.pty.modes == session.initialModes)
    #expect(session.model.privateModes.subtracting([7, 25]) == [])
    #expect(!session.terminal.isReady)
  }

  @Test(arguments: names)
  func windowsComeAndGoOverThePicture(name: String) async throws {
    let session = try Session(name: name)
    let size = session.terminal.size
    let caption = window(0, 19, 60, 1, "Caption")
    let help = window(10, 3, 30, 5, "Help", "  Down  next", "  q     quit")
    let inside = window(15, 4, 8, 2, "12345678", "abcdefgh")
    let beside = window(43, 3, 10, 5, "beside", "it")
    let edge = window(50, 10, 10, 3, "at the", "edge")
    var seed = 0
    for chrome in [
      [caption], [caption, help], [caption, help, inside], [caption, inside, help],
      [caption, help, beside], [caption, beside, edge], [caption, edge], [edge], [], [caption],
      [window(1, 19, 59, 1, "Caption")], [caption],
    ] {
      seed += 1
      let surface = Surface.pattern(size, seed: seed)
      await session.show(surface, chrome)
      #expect(session.difference(surface, chrome) == [], "step \(seed)")
    }
  }

  @Test func randomWindowsAndPicturesAreAlwaysShownAsPresented() async throws {
    for name in Self.names {
      let session = try Session(name: name, size: CellSize(columns: 37, rows: 9))
      let initialSeed = UInt64.random(in: 0 ... .max)
      var generator = SeededGenerator(seed: initialSeed)
      var chrome: [ChromeWindow] = []
      for step in 0..<60 {
        if Int.random(in: 0..<3, using: &generator) > 0 {
          chrome = Self.randomWindows(using: &generator)
        }
        if Int.random(in: 0..<12, using: &generator) == 0 {
          await session.resize(
            CellSize(
              columns: Int.random(in: 1...50, using: &generator),
              rows: Int.random(in: 1...12, using: &generator)))
        }
        if Int.random(in: 0..<12, using: &generator) == 0 {
          session.model.feed("\u{1B}[2J")
          session.terminal.redraw()
        }
        var surface = Surface.pattern(
          session.terminal.size, seed: Int.random(in: 0..<3, using: &generator))
        surface.drawText(
          "text 日本 over it", column: Int.random(in: -2..<30, using: &generator), row: 2,
          maxColumns: 20, foreground: .white, background: .black)
        await session.show(surface, chrome)
        let shownChrome = session.terminal.size.columns > 1 ? chrome : []
        let difference = session.difference(surface, shownChrome)
        #expect(difference == [], "\(name), seed \(initialSeed), step \(step)")
        if !difference.isEmpty { return }
      }
    }
  }

  /// Windows of any kind, or a list as wide as the screen that moves a little.
  private static func randomWindows(using generator: inout SeededGenerator) -> [ChromeWindow] {
    if Int.random(in: 0..<3, using: &generator) == 0 {
      let first = Int.random(in: 0..<4, using: &generator)
      let lines = (0..<8).map {
        ChromeLine([ChromeSpan(CleanText("entry \(first + $0) of the list"))])
      }
      let column = Int.random(in: 0...1, using: &generator)
      return [
        ChromeWindow(
          rect: CellRect(
            column: column, row: Int.random(in: 0..<3, using: &generator), columns: 50,
            rows: Int.random(in: 1...8, using: &generator)), lines: lines)
      ]
    }
    return (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      let rows = Int.random(in: 1...4, using: &generator)
      let lines = (0..<Int.random(in: 0...rows, using: &generator)).map { _ in
        ChromeLine(
          (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            let word = ["", " ", "a", "caption", "      ", "x   y", "-----", "0:03"]
              .randomElement(using: &generator)
            return ChromeSpan(
              CleanText(word ?? ""),
              ChromeStyle(rawValue: UInt8.random(in: 0..<32, using: &generator)))
          })
      }
      return ChromeWindow(
        rect: CellRect(
          column: Int.random(in: -3...40, using: &generator),
          row: Int.random(in: -2...9, using: &generator),
          columns: Int.random(in: 0...30, using: &generator), rows: rows),
        lines: lines)
    }
  }

  @Test func nothingIsSentWhenNothingChanges() async throws {
    let session = try Session()
    let surface = Surface.pattern(session.terminal.size)
    let caption = window(0, 19, 60, 1, "Caption")
    await session.show(surface, [caption])
    _ = session.takeOutput()
    session.clearEvents()
    await session.show(surface, [caption])
    #expect(session.takeOutput() == [])
    #expect(!session.events.contains(.frameWritten))
  }

  @Test func aPictureThatRestsBecomesExact() async throws {
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

  @Test func aFrameIsOneSynchronizedUpdate() async throws {
    let session = try Session()
    _ = session.takeOutput()
    await session.show(.pattern(session.terminal.size), [window(0, 19, 60, 1, "Caption")])
    let frame = session.takeOutput()
    #expect(frame.starts(with: Array("\u{1B}[?2026h".utf8)))
    #expect(frame.suffix(8) == Array("\u{1B}[?2026l".utf8)[...])
    #expect(session.model.synchronizedUpdateCount == 1)
  }

  @Test func aTickOfTheChromeCostsAFewBytes() async throws {
    let session = try Session()
    let surface = Surface.pattern(session.terminal.size)
    await session.show(surface, [window(0, 19, 60, 1, "Caption   0:03")])
    _ = session.takeOutput()
    await session.show(surface, [window(0, 19, 60, 1, "Caption   0:04")])
    #expect(session.takeOutput().count < 80)
  }

  @Test func stylesAreShown() async throws {
    let session = try Session()
    let line = ChromeLine([
      ChromeSpan("b", .bold), ChromeSpan("r", .reverse), ChromeSpan("a", .accent),
      ChromeSpan("w", .warning), ChromeSpan("p"),
    ])
    let chrome = ChromeWindow(
      rect: CellRect(column: 0, row: 0, columns: 6, rows: 1), lines: [line])
    await session.show(.pattern(session.terminal.size), [chrome])
    let cells = (0..<6).map { session.model.cell(column: $0, row: 0) }
    #expect(cells.map(\.isBold) == [true, false, false, false, false, false])
    #expect(cells.map(\.isReverse) == [false, true, false, false, false, false])
    #expect(cells[2].foreground == .palette(80))
    #expect(cells[3].foreground == .palette(221))
    #expect(cells[4].foreground == .palette(252))
    #expect(cells.allSatisfy { $0.background == .palette(16) })
  }

  @Test func chromeHasNoColorIfNoneIsWanted() async throws {
    let session = try Session(environment: ["NO_COLOR": "1"])
    let chrome = ChromeWindow(
      rect: CellRect(column: 0, row: 0, columns: 6, rows: 1),
      lines: [ChromeLine([ChromeSpan("accent", [.accent, .bold])])])
    let surface = Surface.pattern(session.terminal.size)
    await session.show(surface, [chrome])
    #expect(session.model.cell(column: 0, row: 0).foreground == .standard)
    #expect(session.model.cell(column: 0, row: 0).isBold)
    #expect(session.difference(surface, [chrome]) == [])
  }

  @Test func wideCharactersAreNeverCut() async throws {
    let session = try Session()
    let surface = Surface.pattern(session.terminal.size)
    let chrome = window(2, 0, 5, 2, "ab日本", "日本語")
    await session.show(surface, [chrome])
    #expect(
      (0..<8).map { session.model.cell(column: $0, row: 0).text }.dropFirst(2).prefix(5)
        == ["a", "b", "日", "", " "])
    #expect(
      (0..<8).map { session.model.cell(column: $0, row: 1).text }.dropFirst(2).prefix(5)
        == ["日", "", "本", "", " "])
    let above = window(3, 1, 2, 1, "xy")
    await session.show(surface, [chrome, above])
    #expect(
      (2..<7).map { session.model.cell(column: $0, row: 1).text } == [" ", "x", "y", " ", " "])
  }

  @Test func anySizeIsSurvived() async throws {
    let session = try Session()
    for (columns, rows) in [(1, 1), (500, 200), (2, 1), (1, 50), (120, 40), (60, 20)] {
      let size = CellSize(columns: columns, rows: rows)
      await session.resize(size)
      #expect(session.terminal.size == size)
      let surface = Surface.pattern(size)
      let chrome = [window(0, rows - 1, columns, 1, "Caption"), window(5, 5, 20, 3, "Help")]
      await session.show(surface, chrome)
      // A caption of one column says nothing.
      #expect(session.difference(surface, columns > 1 ? chrome : []) == [], "\(size)")
    }
  }

  @Test func cellAspectComesFromThePixels() async throws {
    let session = try Session(cellPixels: PixelSize(width: 9, height: 20))
    #expect(session.terminal.capabilities.cellAspect == 0.45)
  }

  @Test func redrawBringsBackWhatOthersOverwrote() async throws {
    let session = try Session()
    let surface = Surface.pattern(session.terminal.size)
    let caption = window(0, 19, 60, 1, "Caption")
    await session.show(surface, [caption])
    session.model.feed("\u{1B}[2J\u{1B}[5;5H\u{1B}[31mbroadcast message")
    session.terminal.redraw()
    await session.show(surface, [caption])
    #expect(session.difference(surface, [caption]) == [])
  }

  @Test func keysAndRepliesArrive() async throws {
    let session = try Session()
    session.press("\u{1B}[Aq\u{1B}OB\u{1B}[0n")
    await session.wait { session.events.count == 4 }
    #expect(
      session.events == [
        .key(KeyEvent(.up)), .key(KeyEvent(.character("q"))), .key(KeyEvent(.down)),
        .reply(.deviceStatus(0)),
      ])
    session.clearEvents()
    session.press("\u{1B}")
    await session.wait { session.events == [.key(KeyEvent(.escape))] }
  }

  @Test func aSlowReaderLosesFramesButNeverHalves() async throws {
    let size = CellSize(columns: 200, rows: 60)
    let session = try Session(size: size)
    var presented: [Surface] = []
    for seed in 0..<20 {
      let surface = Surface.pattern(size, seed: seed)
      if session.terminal.present(surface, chrome: [], exactly: true) { presented.append(surface) }
    }
    #expect(!session.terminal.isReady)
    #expect(presented.count < 20)
    session.clearEvents()
    await session.settle()
    #expect(session.events == [.frameWritten])
    let last = try #require(presented.last)
    #expect(session.difference(last) == [])
    #expect(session.model.synchronizedUpdateCount == presented.count)
    await session.show(.pattern(size, seed: 99))
    #expect(session.difference(.pattern(size, seed: 99)) == [])
  }

  @Test func restoreWorksInTheMiddleOfAFrameNobodyReads() async throws {
    let size = CellSize(columns: 200, rows: 60)
    let session = try Session(size: size)
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

  @Test func aTerminalThatGoesAwayIsToldAndLeftAlone() async throws {
    var pty: Pty? = try Pty(size: CellSize(columns: 80, rows: 24))
    let path = try #require(pty?.devicePath)
    let terminal = try NcursesTerminal(
      options: TerminalOptions(devicePath: path),
      environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8"])
    var events: [TerminalEvent] = []
    terminal.onEvent = { events.append($0) }
    pty = nil
    let deadline = HostTime.now + 20
    while events.isEmpty, HostTime.now < deadline {
      try await Task.sleep(nanoseconds: 1_000_000)
    }
    #expect(events == [.closed])
    #expect(!terminal.isReady)
    #expect(!terminal.present(.pattern(terminal.size), chrome: []))
    terminal.restore()
    #expect(events == [.closed])
  }

  @Test func suspendGivesTheTerminalBackUntilTheProcessGoesOn() async throws {
    let session = try Session()
    let surface = Surface.pattern(session.terminal.size)
    await session.show(surface)
    session.clearEvents()
    var wasRestored = false
    session.terminal.stopProcess = {
      // The last thing of it is to show the cursor.
      while !session.output.ends(with: Array("\u{1B}[?25h".utf8)) {
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

  @Test func aStopFromOutsideIsRepaired() async throws {
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

  @Test func terminalsThatCannotPlaceTextAreRefused() throws {
    let pty = try Pty(size: CellSize(columns: 80, rows: 24))
    for name in ["dumb", ""] {
      #expect(throws: TerminalError.notCapable(name: CleanText(name))) {
        _ = try NcursesTerminal(
          options: TerminalOptions(devicePath: pty.devicePath), environment: ["TERM": name])
      }
    }
    #expect(pty.read(timeout: 0) == .nothing)
  }

  @Test func whatIsNoTerminalIsRefused() {
    #expect(throws: TerminalError.self) {
      _ = try NcursesTerminal(
        options: TerminalOptions(devicePath: "/dev/null"), environment: ["TERM": "xterm"])
    }
  }

  @Test func ignoredSignalsStayAsTheyWere() async throws {
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
}
