import CNcursesw
import Graphics
import Models
import Platform
import TerminalCore

extension CursesScreen {
  /// Draws a picture of few colours with windows over it, and appends what must be sent.
  ///
  /// Here every cell is ncurses' own. For pen and cursor see `draw(_:into:)`.
  ///
  /// - Parameters:
  ///   - picture: Cells, row-major.
  ///   - pictureSize: Their size; the screen should have it, and what it has more is black.
  ///   - windows: Later ones lie over earlier ones.
  ///   - isUnknown: Whether nothing is known of what the screen shows.
  ///   - output: Where the bytes go.
  func draw(
    _ picture: [PaletteCell], of pictureSize: CellSize, _ windows: [ChromeWindow],
    isUnknown: Bool, into output: inout [UInt8]
  ) {
    if isUnknown { clearok(flick_curscr(), true) }
    let black = PaletteCell(glyph: .space, foreground: 7, background: 0)
    let coverage = ChromeCoverage(windows.map(\.rect), size: size)
    func cell(_ column: Int, _ row: Int) -> PaletteCell {
      guard column < pictureSize.columns, row < pictureSize.rows else { return black }
      var cell = picture[row * pictureSize.columns + column]
      // Of a wide character that a window cuts ncurses 6.4 would keep one half.
      if cell.glyph.columns == 2,
        coverage.covers(column: column, row: row) || coverage.covers(column: column + 1, row: row)
      {
        cell.glyph = .space
      }
      return cell
    }
    // ncurses 6.4 reads beyond a row of one column when it draws the last cell of the screen.
    let isNarrow = size.columns < 2
    for row in 0..<(isNarrow ? size.rows - 1 : size.rows) {
      for column in 0..<size.columns {
        let previous = column > 0 ? cell(column - 1, row) : black
        let next = column + 1 < size.columns ? cell(column + 1, row) : black
        put(cell(column, row), between: previous, next, column: column, row: row)
      }
    }
    // Blank as the screen was cleared, so that it is not drawn: it may hold an older picture's cell.
    if isNarrow {
      put(CursesCharacter.make(" "), column: 0, row: size.rows - 1)
    }
    for (index, window) in windows.enumerated() where !isNarrow {
      for row in 0..<max(window.rect.rows, 0) {
        draw(
          ChromeRow(window.line(row), columns: window.rect.columns), of: window, row: row,
          under: windows[(index + 1)...])
      }
    }
    update()
    capture.drain(into: &output)
  }

  private func put(
    _ cell: PaletteCell, between previous: PaletteCell, _ next: PaletteCell, column: Int, row: Int
  ) {
    let blank = PaletteCell(
      glyph: .space, foreground: cell.foreground, background: cell.background)
    // The right half is drawn with the left one.
    if cell.glyph == .continuation, previous.glyph.columns == 2 { return }
    let width = cell.glyph.columns
    let isWhole = width == 1 || width == 2 && next.glyph == .continuation
    if isWhole, let scalar = Unicode.Scalar(cell.glyph.scalarValue),
      CursesCharacter.hasColumns(width, scalar), hasUnicode || scalar.isASCII
    {
      put(picturePalette.character(cell, scalar), column: column, row: row)
    } else {
      put(picturePalette.character(blank, " "), column: column, row: row)
      if width == 2, isWhole {
        put(picturePalette.character(blank, " "), column: column + 1, row: row)
      }
    }
  }
}
