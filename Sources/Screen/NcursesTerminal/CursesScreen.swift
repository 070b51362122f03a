import CNcursesw
import Glibc
import Graphics
import Models
import Platform
import TerminalCore

/// An ncurses screen whose output is captured in memory, so that it is sent in the same write as
/// the frame (docs/decisions/terminal-output.md).
///
/// ncurses draws the chrome. In the frame's area it is given a sentinel that no chrome uses, and
/// the bytes by which it would write sentinels are discarded: those cells belong to the encoder,
/// which sends them in the same frame. ncurses is global state, so there is one screen at a time,
/// on the main actor.
@MainActor final class CursesScreen {
  let description: TerminalDescription
  /// Attributes that the terminal supports.
  let textAttributes: GlyphAttributes
  private(set) var size = CellSize(columns: 80, rows: 24)

  let hasUnicode: Bool
  let hasColor: Bool
  private let capture: MemoryFile
  var chromePalette: ChromePalette

  /// A character no chrome uses. It is not blank, so ncurses never erases its cells implicitly, and
  /// invisible, so that ncurses never moves the cursor by rewriting it.
  private let sentinel: cchar_t
  /// The last drawn windows, laid out; `nil` if some of their cells have been lost since.
  private var drawn: [(window: ChromeWindow, rows: [ChromeRow])]?
  private let screen: OpaquePointer
  private let files: [UnsafeMutablePointer<FILE>]

  /// Starts ncurses for a terminal type.
  ///
  /// - Parameters:
  ///   - name: A value of TERM; one unknown to terminfo is treated as xterm-256color.
  ///   - hasUnicode: Whether the locale's encoding is UTF-8.
  ///   - chromeColors: The colours of chrome, if the terminal has any.
  /// - Throws: `noDescription` if terminfo has no usable entry.
  init(name: String, hasUnicode: Bool, chromeColors: ChromeColors) throws(TerminalError) {
    let capture = MemoryFile(name: "flick-curses")
    // ncurses closes neither. Its keyboard input is never used: keys are decoded elsewhere.
    guard capture.fileDescriptor >= 0,
      let output = fdopen(fcntl(capture.fileDescriptor, F_DUPFD_CLOEXEC, 0), "w"),
      let input = fopen("/dev/null", "re")
    else { throw .device(CleanText(String(cString: strerror(errno)))) }
    // These would override the real size, which is set below.
    unsetenv("LINES")
    unsetenv("COLUMNS")
    let screen = Self.withoutSignalHandlers {
      newterm(name, output, input) ?? newterm("xterm-256color", output, input)
    }
    guard let screen else {
      fclose(output)
      fclose(input)
      throw .noDescription(name: CleanText(name))
    }
    self.screen = screen
    self.capture = capture
    files = [output, input]
    description = TerminalDescription(terminfoHas: TerminfoEntry.hasCapability)
    // GNU Screen, whose description lacks italics, shows them in reverse.
    textAttributes = TerminfoEntry.hasCapability("sitm") ? .all : .bold
    nonl()
    typeahead(-1)
    let window = flick_stdscr()
    idlok(window, false)
    idcok(window, false)
    leaveok(window, false)
    self.hasUnicode = hasUnicode
    sentinel = CursesCharacter.make(
      hasUnicode ? "\u{A0}" : ".", attributes: CursesCharacter.invisible)
    hasColor = description.colors >= 8 && start_color() == OK && use_default_colors() == OK
    chromePalette = ChromePalette(
      hasColor ? chromeColors : .none, colorCount: description.colors)
    // The initial size is terminfo's, not the screen's: for some terminals a scrolling region, at
    // whose end cursor movements would stop.
    update()
    capture.rewind()
  }

  isolated deinit {
    delscreen(screen)
    for file in files { fclose(file) }
  }

  /// Changes the size. The screen content is then unknown.
  func resize(to size: CellSize) {
    self.size = size
    // Not `resizeterm`, which also queues a key.
    resize_term(Int32(size.rows), Int32(size.columns))
  }

  /// Makes ncurses assume that the screen contains only sentinels.
  func forget() {
    drawn = nil
    fillWithSentinel(CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows))
    // Not `clearok`: it makes ncurses compare rows with their previous content (see `draw`).
    touchwin(flick_stdscr())
    update()
    capture.rewind()
  }

  /// Returns cells to the frame without output.
  func uncover(_ rects: [CellRect]) {
    drawn = nil
    for rect in rects { fillWithSentinel(rect) }
    update()
    capture.rewind()
  }

  /// Draws windows, later ones on top, and appends the bytes to send.
  ///
  /// The bytes assume a reset pen and the cursor in the upper left corner, and restore both. They
  /// touch no cell outside the windows. Therefore each row of a window is a separate update,
  /// without the cells that later windows cover: between two changes in a row ncurses may rewrite
  /// the cells there, and if a row looks like another one before, it scrolls the rows between them,
  /// even with `idlok` off.
  func draw(_ windows: [ChromeWindow], into output: inout [UInt8]) {
    let previous = drawn?.map(\.window.rect) == windows.map(\.rect) ? drawn : nil
    drawn = windows.enumerated().map { index, window in
      let before = previous?[index]
      let rows = (0..<max(window.rect.rows, 0)).map { row in
        let line = window.line(row)
        if let before, before.window.line(row) == line { return before.rows[row] }
        let laidOut = ChromeRow(line, columns: window.rect.columns)
        draw(
          laidOut, of: window, row: row, after: before?.rows[row], under: windows[(index + 1)...])
        update()
        return laidOut
      }
      return (window, rows)
    }
    capture.drain(into: &output)
  }

  private func update() {
    let window = flick_stdscr()
    wmove(window, 0, 0)
    wnoutrefresh(window)
    doupdate()
  }

  private func fillWithSentinel(_ rect: CellRect) {
    let area = rect.intersection(
      CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows))
    guard !area.isEmpty else { return }
    var sentinel = sentinel
    for row in area.row..<(area.row + area.rows) {
      mvwhline_set(
        flick_stdscr(), Int32(row), Int32(area.column), &sentinel, Int32(area.columns))
    }
  }

  /// Draws a row of a window, except the cells that other windows cover.
  ///
  /// - Parameters:
  ///   - line: The content of the row.
  ///   - window: The window.
  ///   - index: The row in it.
  ///   - previous: The current content of the cells, under the same windows; `nil` if unknown. At a
  ///     tick of the seek bar, all but a cell or two are the same.
  ///   - covers: The windows over it.
  private func draw(
    _ line: ChromeRow, of window: ChromeWindow, row index: Int, after previous: ChromeRow?,
    under covers: ArraySlice<ChromeWindow>
  ) {
    let row = window.rect.row + index
    guard row >= 0, row < size.rows else { return }
    let rowCovers = covers.map(\.rect).filter { $0.row <= row && row < $0.row + $0.rows }
    func isVisible(_ column: Int) -> Bool {
      column >= 0 && column < size.columns
        && !rowCovers.contains { $0.column <= column && column < $0.column + $0.columns }
    }
    for cell in line.cells(differingFrom: previous) {
      let column = window.rect.column + cell.column
      let columns = column..<(column + cell.columns)
      if columns.allSatisfy(isVisible) {
        put(cell, column: column, row: row)
      } else {
        // The remaining half of a wide character.
        for column in columns where isVisible(column) {
          put(" ", style: cell.style, column: column, row: row)
        }
      }
    }
  }

  private func put(_ cell: ChromeRow.Element, column: Int, row: Int) {
    if CursesCharacter.hasColumns(cell.columns, cell.scalar), hasUnicode || cell.scalar.isASCII {
      put(cell.scalar, style: cell.style, column: column, row: row)
    } else {
      put(hasUnicode ? "\u{FFFD}" : "?", style: cell.style, column: column, row: row)
      if cell.columns == 2 { put(" ", style: cell.style, column: column + 1, row: row) }
    }
  }

  /// Draws a character into a cell, or two if it is wide.
  private func put(_ scalar: Unicode.Scalar, style: ChromeStyle, column: Int, row: Int) {
    var character = chromePalette.character(scalar, style)
    // An error only means that there is no cell after the last one to move to.
    _ = mvwadd_wch(flick_stdscr(), Int32(row), Int32(column), &character)
  }

  /// Calls `body` while ncurses finds no signal without a handler. It would install its own there,
  /// which write to the terminal and exit.
  private static func withoutSignalHandlers<Result>(_ body: () -> Result) -> Result {
    var saved: [(Int32, sigaction)] = []
    for number in [SIGINT, SIGTERM, SIGTSTP, SIGWINCH] {
      var previous = sigaction()
      var ignoring = sigaction()
      ignoring.__sigaction_handler.sa_handler = SIG_IGN
      if sigaction(number, &ignoring, &previous) == 0 { saved.append((number, previous)) }
    }
    defer {
      for (number, action) in saved {
        var action = action
        sigaction(number, &action, nil)
      }
    }
    return body()
  }
}
