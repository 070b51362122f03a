import CellGraphics
import Models

/// What is said in a clip, over the lower third of its picture.
package struct CaptionOverlay {
  package var captions: [Caption]

  /// The picture shows through the text's ground by so much.
  private static let shade = 0.3
  /// Lines longer than this are hard to read in the time they have.
  private static let mostColumns = 64

  /// Draws the text, as much of it as fits, without hiding more of the picture than it needs.
  package func draw(in area: CellRect, of surface: inout Surface) {
    let columns = min(area.columns - 4, Self.mostColumns)
    guard columns > 0 else { return }
    let lines = captions.flatMap(\.lines).flatMap { $0.wrapped(toColumns: columns) }
    // The latest lines are the ones being said.
    let shown = lines.suffix(max(area.rows / 3, min(area.rows, 1)))
    // A row of picture below the text, where there is one.
    let bottom = area.row + area.rows - (area.rows > 3 ? 1 : 0)
    for (index, line) in shown.enumerated() {
      let width = line.displayWidth
      let row = bottom - shown.count + index
      let column = area.column + (area.columns - width) / 2
      surface.darken(
        CellRect(column: column - 1, row: row, columns: width + 2, rows: 1), to: Self.shade)
      surface.drawText(
        line, column: column, row: row, maxColumns: width, foreground: .white, background: nil)
    }
  }
}
