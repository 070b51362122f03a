import Graphics
import Models

/// The screen cells that belong to chrome.
struct ChromeCoverage: Hashable {
  let rects: [CellRect]
  private let size: CellSize
  private let isCovered: [Bool]

  /// The cells that rectangles cover on a screen.
  init(_ rects: [CellRect], size: CellSize) {
    let bounds = CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    self.size = size
    self.rects = rects.map { $0.intersection(bounds) }.filter { !$0.isEmpty }
    var isCovered = [Bool](repeating: false, count: size.columns * size.rows)
    for rect in self.rects {
      for row in rect.row..<(rect.row + rect.rows) {
        for column in rect.column..<(rect.column + rect.columns) {
          isCovered[row * size.columns + column] = true
        }
      }
    }
    self.isCovered = isCovered
  }

  /// The cells covered here but not by the next coverage of the same size, one rectangle per run in
  /// a row, with everything else covered here in those rows: a wide character there may be cut.
  func released(by next: ChromeCoverage) -> [CellRect] {
    var released: [CellRect] = []
    for row in 0..<size.rows {
      let cells = (row * size.columns)..<((row + 1) * size.columns)
      guard cells.contains(where: { isCovered[$0] && !next.isCovered[$0] }) else { continue }
      var start: Int?
      for column in 0...size.columns {
        let isInside = column < size.columns && isCovered[row * size.columns + column]
        if isInside {
          start = start ?? column
        } else if let first = start {
          released.append(CellRect(column: first, row: row, columns: column - first, rows: 1))
          start = nil
        }
      }
    }
    return released
  }
}
