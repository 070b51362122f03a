import CellGraphics
import Glibc
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
  /// Held open, as a shell does, so that the modes survive the terminal under test.
  let shell: Int32

  init(
    name: String = "xterm-256color", size: CellSize = CellSize(columns: 60, rows: 20),
    cellPixels: PixelSize? = nil, color: ColorDepth? = .trueColor,
    options: TerminalOptions = TerminalOptions(), environment: [String: String] = [:]
  ) throws {
    pty = try Pty(size: size, cellPixels: cellPixels)
    shell = pty.openDevice()
    model = try #require(TerminalModel(size: size))
    initialModes = pty.modes
    var variables = ["TERM": name, "LANG": "C.UTF-8"]
    variables.merge(environment) { $1 }
    var options = options
    options.color = color
    options.devicePath = pty.devicePath
    terminal = try NcursesTerminal(options: options, environment: variables)
    terminal.onEvent = { [unowned self] in events.append($0) }
    // What takes the terminal ends with erasing it.
    while !output.ends(with: Array("\u{1B}[2J".utf8)) {
      guard read() else { break }
    }
  }

  isolated deinit {
    terminal.restore()
    close(shell)
  }

  /// Takes what the terminal has been sent so far.
  func drain() {
    while case .bytes(let bytes) = pty.read(timeout: 0) {
      output += bytes
      model.feed(bytes)
      if isAnswering { answer() }
    }
  }

  /// Sends what the terminal has answered.
  func answer() {
    let replies = model.takeReplies()
    if !replies.isEmpty { pty.write(replies) }
  }

  /// Waits for more and takes it.
  ///
  /// - Returns: Whether there was more.
  func read() -> Bool {
    guard case .bytes(let bytes) = pty.read(timeout: 20) else { return false }
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
    until condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let hasHappened = await eventually {
      if condition() { return true }
      drain()
      return false
    }
    #expect(hasHappened, "waited in vain", sourceLocation: sourceLocation)
  }

  /// Shows a frame and waits until the model has all of it.
  func show(
    _ surface: Surface, _ chrome: [ChromeWindow] = [], exactly: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await wait(until: { terminal.isReady }, sourceLocation: sourceLocation)
    let taken = terminal.present(surface, chrome: chrome, exactly: exactly)
    #expect(taken, sourceLocation: sourceLocation)
    await settle(sourceLocation: sourceLocation)
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

  /// Gives the terminal back and waits until the model has seen that.
  func restore(sourceLocation: SourceLocation = #_sourceLocation) async {
    terminal.restore()
    await wait(until: { model.isCursorVisible }, sourceLocation: sourceLocation)
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
  /// A picture in which no two neighbours are alike, as half blocks.
  static func pattern(_ size: CellSize, seed: Int = 0) -> Surface {
    var surface = Surface(size: size)
    let pixels = PixelBuffer(
      size: PixelSize(width: size.columns, height: size.rows * 2),
      pixels: (0..<(size.columns * size.rows * 2)).map { index in
        UInt32(truncatingIfNeeded: (index + seed * 7919) &* 2_654_435_761) >> 8
      })
    surface.drawPicture(pixels, in: surface.bounds)
    return surface
  }
}

extension Session {
  /// Compares the model with a frame, cell by cell.
  ///
  /// - Parameters:
  ///   - surface: What was presented.
  ///   - chrome: The windows over it.
  /// - Returns: The first cells that differ; empty if none does.
  func difference(_ surface: Surface, _ chrome: [ChromeWindow] = []) -> [String] {
    var wrong: [String] = []
    for row in 0..<model.size.rows {
      for column in 0..<model.size.columns {
        let shown = model.cell(column: column, row: row)
        let isRight: Bool
        if let window = Self.window(of: chrome, column: column, row: row) {
          isRight = shown.text == Self.text(of: window, column: column, row: row)
        } else {
          var wanted = surface[column, row]
          let otherHalf = wanted.glyph == .continuation ? column - 1 : column + 1
          let isCut =
            wanted.glyph.columns != 1
            && (!(0..<model.size.columns).contains(otherHalf)
              || Self.window(of: chrome, column: otherHalf, row: row) != nil)
          // What is left of a wide glyph cannot be shown.
          if isCut { wanted.glyph = .space }
          isRight = Self.matches(shown, wanted)
        }
        if !isRight { wrong.append("\(column),\(row): \(shown)") }
      }
    }
    return Array(wrong.prefix(5)) + (wrong.count > 5 ? ["\(wrong.count) in all"] : [])
  }

  private static func window(
    of chrome: [ChromeWindow], column: Int, row: Int
  ) -> ChromeWindow? {
    chrome.last {
      $0.rect.column <= column && column < $0.rect.column + $0.rect.columns
        && $0.rect.row <= row && row < $0.rect.row + $0.rect.rows
    }
  }

  private static func matches(_ shown: TerminalModel.Cell, _ wanted: Cell) -> Bool {
    guard let halves = wanted.halves else {
      if wanted.glyph == .continuation { return shown.text.isEmpty }
      return shown.text.unicodeScalars.first?.value == wanted.glyph.rawValue
        && shown.foreground.rgb == hexadecimal(wanted.foreground)
        && shown.background.rgb == hexadecimal(wanted.background)
    }
    guard let seen = shown.halves else { return false }
    return seen.top == hexadecimal(halves.top) && seen.bottom == hexadecimal(halves.bottom)
  }

  /// 0xRRGGBB, as the model has it.
  private static func hexadecimal(_ color: Color) -> UInt32 {
    UInt32(color.red) << 16 | UInt32(color.green) << 8 | UInt32(color.blue)
  }

  /// What a window's cell reads; only for windows whose text is one column a character.
  private static func text(of window: ChromeWindow, column: Int, row: Int) -> String {
    let index = row - window.rect.row
    guard index < window.lines.count else { return " " }
    let line = window.lines[index].spans.map(\.text.string).joined()
    return line.dropFirst(column - window.rect.column).first.map(String.init) ?? " "
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
