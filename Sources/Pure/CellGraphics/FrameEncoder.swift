import Models

/// Turns surfaces into the bytes that make a terminal show them.
package struct FrameEncoder {
  package private(set) var size: CellSize
  package private(set) var depth: ColorDepth

  /// What a byte is worth, in squared levels of error. 0 sends every cell as it is.
  package var lambda: Double = 0

  /// What the terminal shows; `nil` where that is unknown.
  private var shown: [Cell?]

  /// Creates an encoder for a terminal of which nothing is known.
  package init(size: CellSize, depth: ColorDepth) {
    self.size = size
    self.depth = depth
    shown = Array(repeating: nil, count: max(size.columns, 0) * max(size.rows, 0))
  }

  /// Forgets everything and takes another size.
  package mutating func resize(to size: CellSize) {
    self = FrameEncoder(size: size, depth: depth)
  }

  /// Takes another colour depth; everything is sent again.
  package mutating func setDepth(_ depth: ColorDepth) {
    self.depth = depth
    invalidate()
  }

  /// Forgets what the terminal shows: everything is sent again.
  package mutating func invalidate() {
    for index in shown.indices { shown[index] = nil }
  }

  /// Forgets what the terminal shows in a rectangle.
  package mutating func invalidate(_ rect: CellRect) {
    let bounds = CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    let area = rect.intersection(bounds)
    for row in area.row..<(area.row + area.rows) {
      for column in area.column..<(area.column + area.columns) {
        shown[row * size.columns + column] = nil
      }
    }
  }

  /// Forgets pen and cursor, because somebody else wrote to the terminal.
  package mutating func forgetPen() {}

  /// Appends the bytes that make the terminal show a surface, apart from the masked cells.
  ///
  /// - Returns: How many bytes were appended.
  package mutating func encode(
    _ surface: Surface, masking: [CellRect], byteLimit: Int?, into output: inout [UInt8]
  ) -> Int {
    let start = output.count
    for rect in masking { invalidate(rect) }
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let index = row * size.columns + column
        let cell = surface[column, row]
        let isMasked = masking.contains {
          !$0.intersection(CellRect(column: column, row: row, columns: 1, rows: 1)).isEmpty
        }
        if isMasked || shown[index] == cell { continue }
        shown[index] = cell
        guard cell.glyph != .continuation, let scalar = Unicode.Scalar(cell.glyph.rawValue) else {
          continue
        }
        let (foreground, background) = (cell.foreground, cell.background)
        output += Array(
          """
          \u{1B}[\(row + 1);\(column + 1)H\
          \u{1B}[0;38;2;\(foreground.red);\(foreground.green);\(foreground.blue);\
          48;2;\(background.red);\(background.green);\(background.blue)m\(scalar)
          """.utf8)
      }
    }
    return output.count - start
  }
}
