import Graphics
import Models

/// The spinner for a clip that is loading, over whatever is shown meanwhile.
package struct SpinnerOverlay {
  /// Which of the frames to show; any number.
  package var phase: Int
  package var symbols: SymbolSet

  /// How long each frame is shown, in seconds.
  package static let interval = 0.1

  /// Draws the spinner in the middle of an area, with its surroundings darkened.
  package func draw(in area: CellRect, of surface: inout Surface) {
    guard area.columns > 0, area.rows > 0 else { return }
    let column = area.column + area.columns / 2
    let row = area.row + area.rows / 2
    let shade = CellRect(column: column - 2, row: row - 1, columns: 5, rows: 3)
    surface.darken(shade.intersection(area), to: 0.35)
    let count = symbols.spinner.count
    let frame = symbols.spinner[((phase % count) + count) % count]
    surface.drawText(CleanText(frame), column: column, row: row, maxColumns: 1)
  }
}
