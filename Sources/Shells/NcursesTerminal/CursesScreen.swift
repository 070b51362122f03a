import CNcursesw
import CellGraphics
import Glibc
import Models
import Platform
import TerminalCore

/// An ncurses screen whose output is caught in memory, so that it leaves in the same write as the
/// picture.
///
/// ncurses draws the chrome. Where the picture is, it is made to believe in a sentinel that no
/// chrome uses, and the bytes by which it would write sentinels are thrown away: those cells are
/// the encoder's, which sends them in the same frame. ncurses is global state, so there is one
/// screen at a time, on the main actor.
@MainActor final class CursesScreen {
  /// What terminfo says.
  let description: TerminalDescription
  private(set) var size = CellSize(columns: 80, rows: 24)

  private let screen: OpaquePointer
  private let capture: MemoryFile
  private let files: [UnsafeMutablePointer<FILE>]
  private var palette: ChromePalette

  /// Starts ncurses for a kind of terminal.
  ///
  /// - Parameters:
  ///   - name: A value of TERM; one that terminfo does not know is treated as xterm-256color.
  ///   - hasUnicode: Whether the locale's encoding is UTF-8.
  ///   - hasColor: Whether chrome may be coloured.
  /// - Throws: `noDescription` if terminfo has no entry of use.
  init(name: String, hasUnicode: Bool, hasColor: Bool) throws(TerminalError) {
    let capture = MemoryFile(name: "flick-curses")
    // ncurses closes neither. Its keyboard is never asked: keys are decoded elsewhere.
    guard capture.fileDescriptor >= 0,
      let output = fdopen(dup(capture.fileDescriptor), "w"), let input = fopen("/dev/null", "re")
    else { throw .device(CleanText(String(cString: strerror(errno)))) }
    // These would count more than the true size, which is set below.
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
    description = TerminalDescription(
      colors: Int(tigetnum("colors")),
      hasDirectColor: Self.hasCapability("RGB") || Self.hasCapability("Tc"),
      hasAlternateScreen: Self.hasCapability("smcup"))
    nonl()
    typeahead(-1)
    let window = flick_stdscr()
    idlok(window, false)
    idcok(window, false)
    leaveok(window, false)
    palette = ChromePalette(
      hasUnicode: hasUnicode, hasColor: hasColor && description.colors >= 8 && start_color() == OK)
    capture.rewind()
  }

  isolated deinit {
    delscreen(screen)
    for file in files { fclose(file) }
  }

  /// Takes another size. ncurses' cells are then sentinels, as after `forget`.
  func resize(to size: CellSize) {
    self.size = size
    // Not `resizeterm`, which also queues a key.
    resize_term(Int32(size.rows), Int32(size.columns))
    forget()
  }

  /// Makes ncurses believe that the screen holds nothing but sentinels.
  func forget() {
    fillWithSentinel(CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows))
    clearok(flick_curscr(), true)
    update()
    capture.rewind()
  }

  /// Gives cells back to the picture without a byte.
  func uncover(_ rects: [CellRect]) {
    for rect in rects { fillWithSentinel(rect) }
    update()
    capture.rewind()
  }

  /// Draws windows, later ones over earlier ones, and appends what must be sent.
  ///
  /// The bytes take for granted that the pen is plain and the cursor in the upper left corner, and
  /// leave both so. They touch no cell outside the windows: between two changes in a row ncurses
  /// may write again what lies there, so each window is an update of its own, without the cells
  /// that later windows cover.
  func draw(_ windows: [ChromeWindow], into output: inout [UInt8]) {
    for (index, window) in windows.enumerated() {
      draw(window, under: windows[(index + 1)...])
      update()
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
    var sentinel = palette.sentinel
    for row in area.row..<(area.row + area.rows) {
      mvwhline_set(
        flick_stdscr(), Int32(row), Int32(area.column), &sentinel, Int32(area.columns))
    }
  }

  private func draw(_ window: ChromeWindow, under covers: ArraySlice<ChromeWindow>) {
    let bounds = CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    let visible = window.rect.intersection(bounds)
    guard !visible.isEmpty else { return }
    for row in visible.row..<(visible.row + visible.rows) {
      let index = row - window.rect.row
      let line = index < window.lines.count ? window.lines[index] : ChromeLine()
      let rowCovers = covers.map(\.rect).filter { $0.row <= row && row < $0.row + $0.rows }
      func isVisible(_ column: Int) -> Bool {
        column >= 0 && column < size.columns
          && !rowCovers.contains { $0.column <= column && column < $0.column + $0.columns }
      }
      for cell in ChromeRow(line, columns: window.rect.columns) {
        let column = window.rect.column + cell.column
        let columns = column..<(column + cell.columns)
        if columns.allSatisfy(isVisible) {
          put(cell, column: column, row: row)
        } else {
          // The half of a wide character that is left.
          for column in columns where isVisible(column) {
            put(" ", columns: 1, style: cell.style, column: column, row: row)
          }
        }
      }
    }
  }

  private func put(_ cell: ChromeRow.Element, column: Int, row: Int) {
    put(cell.scalar, columns: cell.columns, style: cell.style, column: column, row: row)
    if cell.columns == 2, !palette.isWide(cell.scalar) {
      put(" ", columns: 1, style: cell.style, column: column + 1, row: row)
    }
  }

  private func put(
    _ scalar: Unicode.Scalar, columns: Int, style: ChromeStyle, column: Int, row: Int
  ) {
    var character = palette.character(scalar, columns: columns, style: style)
    // An error only says that there is no cell after the last one to move to.
    _ = mvwadd_wch(flick_stdscr(), Int32(row), Int32(column), &character)
  }

  /// Calls `body` while ncurses finds no signal that it could handle: it takes over those that have
  /// no handler, and would write to the terminal and exit by itself.
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

  /// Whether terminfo has a capability, of whatever type it is.
  private static func hasCapability(_ name: String) -> Bool {
    if tigetflag(name) > 0 || tigetnum(name) > 0 { return true }
    // An absent string is nil, one that is no string -1.
    guard let string = tigetstr(name) else { return false }
    return Int(bitPattern: string) != -1
  }
}
