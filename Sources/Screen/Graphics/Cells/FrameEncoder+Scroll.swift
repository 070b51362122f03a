import Models

extension FrameEncoder {
  /// Appends the bytes that make the terminal scroll whole rows, and moves the known content along;
  /// the next frame then has little to send. The rows that scroll in are unknown: terminals fill
  /// them with the pen's background, which is set to black, or their own.
  ///
  /// - Parameters:
  ///   - scroll: Rows beyond the screen are ignored.
  ///   - masking: Cells that something else owns.
  ///   - output: Where the bytes go: SGR, DECSTBM, SU or SD, and DECSTBM to reset the margins.
  /// - Returns: Whether the rows scroll. If not, nothing was appended: there is nothing to gain, or
  ///   something else owns one of the cells.
  package mutating func scroll(
    _ scroll: RowScroll, masking: [CellRect], into output: inout [UInt8]
  ) -> Bool {
    let rows = scroll.rows.clamped(to: 0..<size.rows)
    let distance = scroll.distance.magnitude
    guard distance > 0, distance < rows.count else { return false }
    let region = CellRect(column: 0, row: rows.lowerBound, columns: size.columns, rows: rows.count)
    guard masking.allSatisfy({ $0.intersection(region).isEmpty }) else { return false }
    guard moveKnown(rows, up: scroll.distance > 0, by: Int(distance)) else { return false }
    blackenPen(into: &output)
    let margins = "\u{1B}[\(rows.lowerBound + 1);\(rows.upperBound)r"
    let move = "\u{1B}[\(distance)\(scroll.distance > 0 ? "S" : "T")"
    output.append(contentsOf: "\(margins)\(move)\u{1B}[r".utf8)
    // DECSTBM moves the cursor.
    pen.row = -1
    return true
  }

  /// Where partial updates are visible, the colour drawn last would flash.
  private mutating func blackenPen(into output: inout [UInt8]) {
    let black = depth.black
    guard pen.background != black.code || pen.needsReset else { return }
    output.append(contentsOf: "\u{1B}[\(pen.needsReset ? "0;" : "")\(black.parameters)m".utf8)
    (pen.background, pen.needsReset) = (black.code, false)
  }

  /// Assumes that the terminal shows nothing but black: it was erased with `ColorDepth.blackGround`.
  package mutating func assumeBlack() {
    let code = depth.black.code
    for index in shown.indices { shown[index].show(ShownCell.halves, code, code) }
  }
}

extension ColorDepth {
  /// The code of black, and the SGR parameters that make it the background.
  fileprivate var black: (code: UInt32, parameters: String) {
    switch self {
    case .trueColor: (0, "48;2;0;0;0")
    case .palette256: (16, "48;5;16")
    case .palette16, .palette8, .mono: (0, "40")
    }
  }

  /// The bytes that make the pen's background black.
  package var blackGround: String { "\u{1B}[\(black.parameters)m" }
}
