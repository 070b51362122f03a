import Graphics
import Models

/// The sign that a clip is being waited for, over whatever is shown meanwhile.
package struct SpinnerSign {
  /// Which of the pictures to show; any number.
  package var phase: Int
  package var signs: SignSet

  /// How long each picture is shown, in seconds.
  package static let interval = 0.1

  /// Draws the sign in the middle of an area, its surroundings darkened.
  package func draw(in area: CellRect, of surface: inout Surface) {
    guard area.columns > 0, area.rows > 0 else { return }
    let column = area.column + area.columns / 2
    let row = area.row + area.rows / 2
    let shade = CellRect(column: column - 2, row: row - 1, columns: 5, rows: 3)
    surface.darken(shade.intersection(area), to: 0.35)
    let count = signs.spinner.count
    let picture = signs.spinner[((phase % count) + count) % count]
    surface.drawText(
      CleanText(picture), column: column, row: row, maxColumns: 1, foreground: .white,
      background: nil)
  }
}
