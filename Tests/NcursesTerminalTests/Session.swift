import Glibc
import Graphics
import Models
import Platform
import TerminalCore
import TestSupport
import Testing

@testable import NcursesTerminal

/// A terminal under test in a pseudo-terminal, with a model of what its user would see.
@MainActor final class Session {
  let pty: Pty
  let model: TerminalModel
  let terminal: NcursesTerminal
  let initialModes: TerminalModes
  private(set) var events: [TerminalEvent] = []
  /// All that was written to the terminal since the last `takeOutput`.
  private(set) var output: [UInt8] = []
  /// Whether the terminal's answers are sent; else they wait in the model.
  var isAnswering = false
  /// What the screen shows before the terminal under test takes it.
  static let shellText = "$ ls\r\nclips\r\n$ flick clips\r\n"
  /// Held open, as a shell does, so that the modes survive the terminal under test.
  let shell: Int32

  /// - Parameters:
  ///   - isSilent: Whether the terminal may leave questions without a reply: then the probe ends
  ///     after its time.
  ///   - patience: How long the probe of another terminal waits, in seconds.
  init(
    name: String = "xterm-256color", size: CellSize = CellSize(columns: 60, rows: 20),
    cellPixels: PixelSize? = nil, color: ColorDepth? = .trueColor,
    options: TerminalOptions = TerminalOptions(), environment: [String: String] = [:],
    isSilent: Bool = true, patience: Double = 60
  ) throws {
    pty = try Pty(size: size, cellPixels: cellPixels)
    shell = pty.openDevice()
    model = try #require(TerminalModel(size: size))
    model.feed(Self.shellText)
    initialModes = pty.modes
    var variables = ["TERM": name, "LANG": "C.UTF-8"]
    variables.merge(environment) { $1 }
    var options = options
    options.color = color
    options.devicePath = pty.devicePath
    // Of a machine that is busy, a reply may take its time.
    if !isSilent { options.patience = patience }
    terminal = try NcursesTerminal(options: options, environment: variables)
    terminal.onEvents = { [unowned self] in events += $0 }
    // What takes the terminal ends with erasing it.
    while !output.ends(with: Array("\u{1B}[2J".utf8)) {
      guard read() else { break }
    }
  }

  isolated deinit {
    // Nobody replies any more.
    forgetLink()
    terminal.restore()
    close(shell)
  }

  /// Takes what the terminal has been sent so far.
  func drain() {
    receive(within: 0)
  }

  /// Takes what the terminal has been sent, waiting some seconds for the first of it.
  private func receive(within seconds: Double) {
    var timeout = seconds
    while case .bytes(let bytes) = pty.read(timeout: timeout) {
      output += bytes
      model.feed(bytes)
      if isAnswering { answer() }
      timeout = 0
    }
  }

  /// Sends what the terminal has answered.
  func answer() {
    let replies = model.takeReplies()
    if !replies.isEmpty { pty.write(replies) }
  }

  /// Waits for more and takes it, or some of it.
  ///
  /// - Returns: Whether there was more.
  @discardableResult
  func read(timeout: Double = 20, limit: Int = 65_536) -> Bool {
    guard case .bytes(let bytes) = pty.read(timeout: timeout, limit: limit) else { return false }
    output += bytes
    model.feed(bytes)
    return true
  }

  /// What has been written since the last call.
  func takeOutput() -> [UInt8] {
    drain()
    defer { output = [] }
    return output
  }

  /// Lets time pass until something has happened, reading all along.
  func wait(
    isReading: Bool = true, until condition: () -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let hasHappened = await eventually {
      if condition() { return true }
      guard isReading else { return false }
      // What the kernel is about to hand over comes sooner than the next look.
      receive(within: 0.001)
      return condition()
    }
    #expect(hasHappened, "waited in vain", sourceLocation: sourceLocation)
  }

  /// Shows a frame and waits until the model has all of it.
  func show(
    _ surface: Surface, _ chrome: [ChromeWindow] = [], exactly: Bool = true,
    scroll: RowScroll? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    if exactly { forgetLink() }
    await wait(until: { terminal.isReady }, sourceLocation: sourceLocation)
    let taken = terminal.present(surface, chrome: chrome, exactly: exactly, scroll: scroll)
    #expect(taken, sourceLocation: sourceLocation)
    await settle(sourceLocation: sourceLocation)
  }

  /// Makes the terminal forget what it has learned of its link. The model answers and reads when the
  /// test gets to it: on a busy machine the link looks slow, and not all of a frame fits into a frame.
  /// To a terminal that has been silent for long, everything is sent.
  func forgetLink() {
    var pacer = LinkPacer(policy: terminal.pacer.policy)
    let past = HostTime.now - 10
    pacer.frameStarted(bytes: 0, lambda: nil, at: past)
    pacer.frameLeft(at: past)
    pacer.timePassed(at: HostTime.now)
    pacer.forget(at: HostTime.now)
    terminal.pacer = pacer
  }

  /// Waits until the model has seen the end of the last frame: the kernel takes its time to hand
  /// over what was written.
  func settle(sourceLocation: SourceLocation = #_sourceLocation) async {
    await wait(
      until: {
        terminal.writer.isIdle
          && model.synchronizedUpdateCount == terminal.writer.frameCount
      }, sourceLocation: sourceLocation)
  }

  /// Whether the last bytes give the terminal back.
  var isGivenBack: Bool {
    let end = Array("\u{1B}[?25h".utf8)
    return output.ends(with: end) || output.ends(with: end + ControlBytes.fence)
  }

  /// Gives the terminal back and waits until the model has seen that.
  func restore(sourceLocation: SourceLocation = #_sourceLocation) async {
    if terminal.probe.deadline != nil {
      await restore(answering: Self.attributes)
    } else if terminal.pacer.awaitedReplies > 0 {
      await restore(answering: [])
    } else {
      terminal.restore()
    }
    await wait(until: { model.isCursorVisible }, sourceLocation: sourceLocation)
  }

  private nonisolated static let attributes = Array("\u{1B}[?62;22c".utf8)

  /// Gives the terminal back while answers are on their way: they come after what restores it, and before the
  /// reply to the fence at its end.
  func restore(answering answers: [UInt8]) async {
    let bytes = await withCheckedContinuation { continuation in
      _ = WorkerThread(name: "answers") { [pty] in
        var bytes: [UInt8] = []
        while !bytes.ends(with: ControlBytes.fence),
          case .bytes(let more) = pty.read(timeout: 20)
        {
          bytes += more
        }
        pty.write(answers + Self.attributes)
        continuation.resume(returning: bytes)
      }
      terminal.restore()
    }
    output += bytes
    model.feed(bytes)
  }

  func press(_ text: String) {
    pty.write(Array(text.utf8))
  }

  /// Changes the window's size as its user does.
  func resize(_ size: CellSize) async {
    events = []
    model.resize(size)
    pty.resize(size)
    // The test is not the terminal's foreground process, so the kernel does not tell it.
    kill(getpid(), SIGWINCH)
    await wait(until: { events.contains(.resized(size)) })
  }

  /// Sets the modes of a shell, as one does when its job has stopped.
  func cook() {
    var modes = termios()
    tcgetattr(shell, &modes)
    modes.c_lflag |= tcflag_t(ICANON | ECHO | ISIG)
    tcsetattr(shell, TCSANOW, &modes)
  }

  func clearEvents() {
    events = []
  }
}

extension [UInt8] {
  func ends(with end: [UInt8]) -> Bool { suffix(end.count) == end[...] }
}

extension Surface {
  /// A frame in which no two neighbours are alike, as half blocks.
  static func pattern(_ size: CellSize, seed: Int = 0) -> Surface {
    var surface = Surface(size: size)
    surface.drawPattern(seed: seed)
    return surface
  }

  /// Draws a frame in which no two neighbours are alike, in the surface's form.
  mutating func drawPattern(seed: Int) {
    let raster = frameForm.raster
    let size = PixelSize(width: size.columns * raster.width, height: size.rows * raster.height)
    let pixels = (0..<(size.width * size.height)).map { index in
      UInt32(truncatingIfNeeded: (index + seed * 7919) &* 2_654_435_761) >> 8
    }
    drawFrame(PixelBuffer(size: size, pixels: pixels), in: bounds)
  }
}

/// A window of plain lines.
func window(_ column: Int, _ row: Int, _ columns: Int, _ rows: Int, _ lines: String...)
  -> ChromeWindow
{
  ChromeWindow(
    rect: CellRect(column: column, row: row, columns: columns, rows: rows),
    lines: lines.map { ChromeLine([ChromeSpan(CleanText($0))]) })
}
