import Glibc
import Graphics
import Models
import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

/// ncurses and the encoder on one screen, through all that may happen to it.
extension NcursesTerminalTests {
  /// Kinds of terminals, and how many colours a frame has there.
  nonisolated static let kinds: [(name: String, depth: ColorDepth)] = [
    ("xterm-256color", .palette256), ("tmux-256color", .palette256),
    ("screen-256color", .palette256), ("linux", .palette8), ("vt220", .mono),
    ("foot", .trueColor), ("xterm-kitty", .trueColor),
  ]

  @Test(arguments: kinds)
  func wholeSessionWithAnotherNcursesProgram(name: String, depth: ColorDepth) async throws {
    let script = try CoexistenceScript(name: name)
    #expect(script.session.terminal.capabilities.colorDepth == depth)

    await script.snapshot("the first frames")
    script.chrome.append(script.title("First clip"))
    await script.snapshot("title on")
    script.chrome[0] = script.title("Second clip, with a longer title")
    await script.snapshot("title changed")
    script.chrome.append(script.help)
    await script.snapshot("overlay on")
    script.chrome.append(window(17, 6, 12, 2, "  above it", ""))
    await script.snapshot("overlay above the overlay")
    script.chrome.removeLast()
    await script.snapshot("overlay under it again")

    await script.resize(CellSize(columns: 34, rows: 11))
    await script.snapshot("shrunk, with overlays")
    script.chrome.removeLast()
    await script.snapshot("overlay off")
    await script.resize(CellSize(columns: 1, rows: 1))
    await script.snapshot("one cell")
    await script.resize(CellSize(columns: 77, rows: 23))
    await script.snapshot("grown")
    await script.resize(CellSize(columns: 77, rows: 9))
    await script.resize(CellSize(columns: 60, rows: 20))
    await script.snapshot("two sizes, one after the other")

    script.session.model.feed(
      "\u{1B}[m\u{1B}[3;1Hbroadcast message\r\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n")
    script.session.terminal.redraw()
    await script.snapshot("Ctrl-L after a message that has scrolled the screen")

    script.chrome.append(script.help)
    await script.snapshot("overlay on again")
    #expect(await script.suspend() == [])
    await script.snapshot("suspended and resumed, with overlays")
    script.chrome.removeLast()
    await script.snapshot("overlay off after it")
    await script.stopFromOutside()
    await script.snapshot("stopped from outside and continued")
    script.chrome = []
    await script.snapshot("no chrome")

    await script.session.restore()
    #expect(script.session.problemsAfterRestoring(isResized: true) == [])
  }
}

/// A session, and what its user should see.
@MainActor private final class CoexistenceScript {
  let session: Session
  var chrome: [ChromeWindow] = []
  let help = window(10, 3, 30, 5, "Help", "  Down  next", "  q     quit", "", "  any key")
  private var seed = 0

  init(name: String) throws {
    session = try Session(name: name, color: nil)
  }

  func title(_ text: String) -> ChromeWindow {
    window(0, session.terminal.size.rows - 1, session.terminal.size.columns, 1, text)
  }

  /// Shows some frames, a tick of the chrome between them, and looks at each.
  func snapshot(_ what: String) async {
    let size = session.terminal.size
    if !chrome.isEmpty {
      chrome[0].rect.row = size.rows - 1
      chrome[0].rect.columns = size.columns
    }
    for tick in 0..<3 {
      seed += 1
      // Every other frame is the one before with a part that is new.
      var surface = Surface.pattern(size, seed: seed / 2)
      surface.drawText(
        "sign \(tick)", column: 3, row: 1, maxColumns: size.columns - 3, foreground: .white,
        background: .black)
      let clock = window(size.columns - 8, 0, 6, 1, "0:0\(tick)")
      let windows = chrome + (chrome.isEmpty ? [] : [clock])
      await session.show(surface, windows)
      // A model that is slow to answer is taken for a slow link, which gets a frame in parts.
      for _ in 0..<100 where !session.terminal.isExact { await session.show(surface, windows) }
      // ncurses cannot draw on a single column.
      let difference = session.differenceInDepth(surface, size.columns > 1 ? windows : [])
      #expect(difference == [], "\(what), frame \(tick)")
      #expect(!session.model.isCursorVisible, "\(what)")
      #expect(session.model.isAlternateScreen, "\(what)")
    }
  }

  func resize(_ size: CellSize) async {
    await session.resize(size)
  }

  /// Stops the process, and goes on.
  ///
  /// - Returns: What was wrong with the terminal while it was stopped.
  func suspend() async -> [String] {
    var problems: [String] = []
    session.terminal.stopProcess = { [session] in
      while !session.isGivenBack {
        guard session.read() else { break }
      }
      problems = session.problemsAfterRestoring(isResized: true)
      session.model.feed("[1]+ Stopped\r\n$ fg\r\n")
    }
    session.terminal.suspend()
    await session.wait { session.model.isPasteBracketed }
    return problems
  }

  func stopFromOutside() async {
    session.clearEvents()
    session.cook()
    session.model.feed("\u{1B}[?25h[1]+  Stopped\r\n$ fg\r\n")
    kill(getpid(), SIGCONT)
    await session.wait { session.events.contains(.resized(session.terminal.size)) }
  }
}
