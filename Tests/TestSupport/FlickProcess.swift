import Glibc
import Models
import Platform

/// The program in a terminal of its own, controlled like a user does: by pressing keys and reading
/// the screen.
///
///     let flick = try FlickProcess([folder.path])
///     #expect(flick.waitUntil { $0.contains("first.mp4") })
///     flick.press(.down)
///     #expect(flick.waitUntil { $0.contains("second.mp4") })
///     #expect(flick.quit() == .status(0))
///     #expect(flick.standardError == "")
///
/// Single-threaded. The program's output is only read while one of the methods waits, never in the
/// background.
package final class FlickProcess {
  /// A key on the keyboard.
  package enum Key: Hashable, Sendable {
    case up
    case down
    case left
    case right
    case shiftLeft
    case shiftRight
    case pageUp
    case pageDown
    case home
    case end
    case enter
    case escape
    case space
    case character(Character)
    /// A letter with the control key.
    case control(Character)
  }

  /// What the screen shows.
  package let model: TerminalModel
  package let pty: Pty
  package let process: PtyProcess
  /// The terminal's modes before the program started.
  package let modesBefore: TerminalModes
  /// Everything the program has written, in order.
  package private(set) var output: [UInt8] = []
  /// Whether `output` is kept; runs of hours save the memory.
  package var keepsOutput = true
  /// Whether the terminal replies to queries.
  package var answersQueries = true
  /// The program's private home folder, with its state.
  package let home: ScratchFolder
  private let standardErrorFile: String
  /// Whether the program has closed its terminal.
  private var isClosed = false
  /// What has been read but not shown yet.
  private var unshown: ArraySlice<UInt8> = []

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - arguments: Its command line.
  ///   - paths: The end of its command line, byte for byte.
  ///   - size: The terminal's size.
  ///   - cellPixels: The size of a cell in pixels, if the terminal reports it.
  ///   - audioDevice: The sound device; `nil` lets the program choose. ALSA's `null` takes anything
  ///     at once and plays nothing.
  ///   - environment: Variables to add to or replace in the private environment; `nil` removes one.
  ///   - workingDirectory: The working directory.
  ///   - binary: The program; `nil` for the one built with the tests.
  /// - Throws: `PtyError` if it cannot be started.
  package init(
    _ arguments: [String], paths: [FilePath] = [], size: CellSize = CellSize(columns: 80, rows: 24),
    cellPixels: PixelSize? = nil, audioDevice: String? = "null",
    environment: [String: String?] = [:], workingDirectory: String? = nil, binary: String? = nil
  ) throws(PtyError) {
    guard let model = TerminalModel(size: size) else {
      throw PtyError(call: "vterm_new", number: ENOMEM)
    }
    self.model = model
    pty = try Pty(size: size, cellPixels: cellPixels)
    modesBefore = pty.modes
    home = try Self.makeHome()
    standardErrorFile = home.file("stderr")
    let sound = audioDevice.map { ["--audio-device", $0] } ?? []
    process = try PtyProcess(
      binary ?? Self.binary, sound + arguments, paths: paths,
      environment: Self.environment(home: home.path, changes: environment), pty: pty,
      standardError: standardErrorFile, workingDirectory: workingDirectory)
  }

  /// The program built with the running tests, or the one that `FLICK_BINARY` names.
  package static var binary: String {
    if let given = getenv("FLICK_BINARY") { return String(cString: given) }
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    let own = String(
      decoding: path.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/") + "/flick"
  }

  /// Creates a home folder in which the program seems to have run before: on its first run a note
  /// covers the frame for a while.
  ///
  /// - Throws: `PtyError` if it cannot be created.
  package static func makeHome() throws(PtyError) -> ScratchFolder {
    let home = try ScratchFolder()
    _ = try? Command.run(
      "sh", ["-c", "mkdir -p -m 700 \"$0\" && : > \"$0\"/flick.log", home.file("state/flick")])
    return home
  }

  /// An environment without any of the user's own configuration.
  package static func environment(home: String, changes: [String: String?] = [:]) -> [String:
    String]
  {
    var environment = [
      "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin",
      "HOME": home, "XDG_STATE_HOME": "\(home)/state", "XDG_CONFIG_HOME": "\(home)/config",
      "XDG_CACHE_HOME": "\(home)/cache", "TERM": "xterm-256color", "COLORTERM": "truecolor",
      "LANG": "C.UTF-8",
    ]
    for (name, value) in changes { environment[name] = value }
    return environment
  }

  /// What the program wrote to standard error, which should stay empty while it runs.
  package var standardError: String {
    String(decoding: Command.contents(of: standardErrorFile), as: UTF8.self)
  }

  /// Presses keys, one after another without a pause.
  package func press(_ keys: Key...) {
    type(keys.flatMap(bytes))
  }

  /// Sends bytes as if they came from the terminal.
  package func type(_ bytes: [UInt8]) {
    pty.write(bytes)
  }

  /// Changes the terminal's size.
  package func resize(_ size: CellSize, cellPixels: PixelSize? = nil) {
    model.resize(size)
    pty.resize(size, cellPixels: cellPixels)
  }

  /// Reads output until the screen meets a condition. If it waits for long and in vain, it prints the screen.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time, in seconds.
  ///   - condition: Checked after each frame.
  /// - Returns: Whether it became true; `false` as soon as the program exits without it.
  package func waitUntil(
    timeout: Double = 30, _ condition: (TerminalModel) -> Bool
  ) -> Bool {
    let isMet = read(for: timeout, until: condition)
    if !isMet, timeout >= 5, !isClosed {
      let rows = model.rows.filter { $0.contains { $0 != " " } }.map { "  |\($0)|" }
      print("Waited for \(timeout) s in vain; the screen:\n\(rows.joined(separator: "\n"))")
    }
    return isMet
  }

  private func read(for seconds: Double, until condition: (TerminalModel) -> Bool) -> Bool {
    let deadline = HostTime.now + seconds
    while !condition(model) {
      let rest = deadline - HostTime.now
      guard rest > 0, take(timeout: rest) else { return condition(model) }
    }
    return true
  }

  /// Reads output for some time, whatever it is.
  ///
  /// - Parameter seconds: How long.
  package func run(for seconds: Double) {
    _ = read(for: seconds) { _ in false }
  }

  /// Reads until no output has arrived for some time.
  ///
  /// - Parameters:
  ///   - quiet: Seconds without output.
  ///   - timeout: The maximum time, in seconds.
  /// - Returns: Whether it became quiet.
  package func waitUntilQuiet(for quiet: Double = 0.5, timeout: Double = 30) -> Bool {
    let deadline = HostTime.now + timeout
    while HostTime.now < deadline {
      let before = output.count
      run(for: quiet)
      if output.count == before { return true }
    }
    return false
  }

  /// Waits for the program to exit, reading what it still writes.
  ///
  /// - Parameter timeout: The maximum time, in seconds.
  /// - Returns: How it exited; `nil` if it is still running.
  package func waitForExit(timeout: Double = 30) -> PtyProcess.Exit? {
    let result = process.wait(timeout: timeout) { _ = take(timeout: 0) }
    if result != nil {
      while take(timeout: 0) {}
    }
    return result?.exit
  }

  /// Presses `q` and waits for the exit.
  ///
  /// - Returns: How it exited; `nil` if it did not within 30 seconds.
  package func quit() -> PtyProcess.Exit? {
    press(.character("q"))
    return waitForExit()
  }

  /// Whether the terminal is as it was: modes, main screen, cursor, no mouse reports.
  package var isTerminalRestored: Bool {
    pty.modes == modesBefore && !model.isAlternateScreen && model.isCursorVisible
      && !model.isMouseReported && !model.privateModes.contains(1_006) && !model.isPasteBracketed
      && !model.isInsideSynchronizedUpdate
  }

  /// - Returns: Whether there may be more.
  private func take(timeout: Double) -> Bool {
    if unshown.isEmpty {
      switch pty.read(timeout: timeout) {
      case .nothing: return timeout > 0
      case .hangup:
        isClosed = true
        return false
      case .bytes(let bytes):
        if keepsOutput { output += bytes }
        unshown = bytes[...]
      }
    }
    // One frame at a time, so that nothing that the screen showed for a moment is missed.
    let end = unshown.firstRange(of: Self.frameEnd)?.upperBound ?? unshown.endIndex
    model.feed(Array(unshown[..<end]))
    unshown = unshown[end...]
    let replies = model.takeReplies()
    if answersQueries, !replies.isEmpty { pty.write(replies) }
    return true
  }

  /// The end of a synchronized update.
  private static let frameEnd = Array("\u{1B}[?2026l".utf8)

  /// The bytes that a terminal like xterm sends for a key.
  private func bytes(of key: Key) -> [UInt8] {
    // Arrows, Home and End follow cursor key mode (DECCKM, private mode 1).
    let introducer = model.privateModes.contains(1) ? "\u{1B}O" : "\u{1B}["
    let text =
      switch key {
      case .up: introducer + "A"
      case .down: introducer + "B"
      case .right: introducer + "C"
      case .left: introducer + "D"
      case .home: introducer + "H"
      case .end: introducer + "F"
      case .shiftRight: "\u{1B}[1;2C"
      case .shiftLeft: "\u{1B}[1;2D"
      case .pageUp: "\u{1B}[5~"
      case .pageDown: "\u{1B}[6~"
      case .enter: "\r"
      case .escape: "\u{1B}"
      case .space: " "
      case .character(let character): String(character)
      case .control(let character): String(character)
      }
    if case .control = key { return text.utf8.map { $0 & 0x1F } }
    return Array(text.utf8)
  }
}
