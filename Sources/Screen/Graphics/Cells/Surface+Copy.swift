import Models

extension Surface {
  /// Copies all cells of another surface, images excepted, to a place; what lies outside of this one
  /// is left out. Copying allocates nothing.
  package mutating func copy(_ source: Surface, column: Int, row: Int) {
    let area = CellRect(
      column: column, row: row, columns: source.size.columns, rows: source.size.rows
    ).intersection(bounds)
    for line in area.row..<(area.row + area.rows) {
      let from = (line - row) * source.size.columns + area.column - column
      let to = line * size.columns + area.column
      for offset in 0..<area.columns { cells[to + offset] = source.cells[from + offset] }
    }
  }
}
