import Files
import Graphics
import Models
import TerminalCore
import TerminalUI

/// A contact sheet as lines of text, with names in the terminal's own letters.
struct SheetLines {
  let columns: Int
  /// The cells of all.
  let size: CellSize
  private let screen: StillScreen
  private let tileSize: CellSize

  /// Lays a sheet out.
  ///
  /// - Parameter columns: How many frames a row has; `nil` for what suits the width.
  init(_ screen: StillScreen, count: Int, columns: Int?) {
    self.screen = screen
    let width = screen.room.columns
    let usual = max(Int((Double(width) / 5).squareRoot()), 1)
    self.columns = min(columns ?? usual, max(count, 1), max(width / 4, 1))
    let tile = (width + 1) / self.columns - 1
    tileSize = CellSize(
      columns: tile, rows: max(Int(Double(tile) * screen.cellAspect * 9 / 16), 1))
    let rows = (count + self.columns - 1) / self.columns
    size = CellSize(columns: width, rows: rows * (tileSize.rows + 1))
  }

  /// The size of a frame of a clip of some shape, in pixels.
  func placing(_ shape: PixelSize) -> PixelSize {
    screen.pixels(of: screen.cells(of: shape, in: tileSize))
  }

  func bytes(_ entries: [ContactSheet.Entry]) -> [UInt8] {
    var surface = Surface(size: size)
    surface.frameForm = .glyphs(screen.glyphs)
    for (number, entry) in entries.enumerated() {
      let (row, column) = number.quotientAndRemainder(dividingBy: columns)
      let rect = CellRect(
        column: column * (tileSize.columns + 1), row: row * (tileSize.rows + 1),
        columns: tileSize.columns, rows: tileSize.rows)
      if let frame = entry.frame {
        surface.drawFrame(frame, in: rect)
      } else {
        write(entry.reason, column: rect.column, row: rect.row, columns: rect.columns, &surface)
      }
      let line = rect.row + rect.rows
      let length = min(entry.detail.displayWidth, rect.columns)
      write(
        entry.detail, column: rect.column + rect.columns - length, row: line, columns: length,
        &surface)
      let room = max(rect.columns - (length > 0 ? length + 1 : 0), 0)
      write(
        entry.title.fittedAtBothEnds(toColumns: room), column: rect.column, row: line,
        columns: room, &surface)
    }
    return screen.bytes(surface)
  }

  private func write(
    _ text: CleanText, column: Int, row: Int, columns: Int, _ surface: inout Surface
  ) {
    surface.drawText(
      text, column: column, row: row, maxColumns: columns, foreground: .white, background: .black)
  }
}
