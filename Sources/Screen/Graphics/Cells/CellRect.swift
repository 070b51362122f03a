package struct CellRect: Hashable, Sendable {
  /// The leftmost column, counted from 0.
  package var column: Int
  /// The topmost row, counted from 0.
  package var row: Int
  package var columns: Int
  package var rows: Int

  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.column = column
    self.row = row
    self.columns = columns
    self.rows = rows
  }

  package var isEmpty: Bool { columns <= 0 || rows <= 0 }

  package func contains(column: Int, row: Int) -> Bool {
    self.column <= column && column < self.column + columns && self.row <= row
      && row < self.row + rows
  }

  /// Returns the cells in both rectangles; empty if there are none.
  package func intersection(_ other: CellRect) -> CellRect {
    let left = max(column, other.column)
    let top = max(row, other.row)
    let right = min(column + columns, other.column + other.columns)
    let bottom = min(row + rows, other.row + other.rows)
    return CellRect(
      column: left, row: top, columns: max(right - left, 0), rows: max(bottom - top, 0))
  }
}
