import Models

extension FrameEncoder {
  /// Moves the terminal's cursor to a cell, or the nearest one on screen, unless it is there.
  ///
  /// - Parameter output: Where the bytes go: CUP.
  package mutating func moveCursor(toColumn column: Int, row: Int, into output: inout [UInt8]) {
    let column = max(min(column, size.columns - 1), 0)
    let row = max(min(row, size.rows - 1), 0)
    guard pen.column != column || pen.row != row else { return }
    output.append(contentsOf: "\u{1B}[\(row + 1);\(column + 1)H".utf8)
    (pen.column, pen.row) = (column, row)
  }
}
