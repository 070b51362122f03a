import CellGraphics
import Models

/// A message in the middle of the picture's place.
package struct Card {
  package var title: CleanText
  package var lines: [CleanText]

  /// Draws the card into an area, as much of it as fits.
  package func draw(in area: CellRect, of surface: inout Surface) {
    let columns = min(area.columns - 4, 72)
    guard columns > 0, area.rows > 0 else { return }
    var rows = title.wrapped(toColumns: columns).map { ($0, Color.white) }
    for line in lines {
      let wrapped = line.wrapped(toColumns: columns)
      if !wrapped.isEmpty { rows.append(("", .white)) }
      rows += wrapped.map { ($0, Color(red: 170, green: 170, blue: 170)) }
    }
    rows = Array(rows.prefix(area.rows))
    let top = area.row + (area.rows - rows.count) / 2
    for (index, (text, color)) in rows.enumerated() {
      let column = area.column + (area.columns - text.displayWidth) / 2
      _ = surface.drawText(
        text, column: column, row: top + index, maxColumns: columns, foreground: color,
        background: .black)
    }
  }
}
