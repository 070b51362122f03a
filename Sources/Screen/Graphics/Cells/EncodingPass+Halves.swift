import Models

/// Cells of two flat halves: the picture.
extension EncodingPass {
  @inline(__always)
  mutating func encodeHalves(
    top: UInt32, bottom: UInt32, column: Int, row: Int, index: Int
  ) {
    shown[index].want(top, bottom)
    let want = wanted(top, bottom, column: column, row: row)
    if shown[index].showsHalves(want.bestFirst, want.bestSecond) {
      shown[index].age = 0
      return
    }
    encodeDifferent(want, column: column, row: row, index: index)
  }

  private mutating func encodeDifferent(
    _ want: WantedColors, column: Int, row: Int, index: Int
  ) {
    let old = shown[index]
    let oldError =
      old.glyph == ShownCell.halves
      ? excess(old.first, want.bestFirst, want.first)
        &+ excess(old.second, want.bestSecond, want.second) : infinite
    encode(
      .upperHalf, want, firstParts: 1, secondParts: 1, partsOfHalf: 1, oldError: oldError,
      column: column, row: row, index: index)
  }

  /// Whether the cell to the right is closer to one colour than to another. What it is closer to is
  /// better the background: if it is flat it becomes a space then, which is shorter than a full block,
  /// and has no seams in terminals that draw blocks with soft edges.
  @inline(__always)
  func isNext(
    after index: Int, column: Int, closerTo first: UInt32, than second: UInt32
  ) -> Bool {
    guard column &+ 1 < size.columns, let next = cells[index &+ 1].halves else { return false }
    let (top, bottom) = (next.top.rawValue, next.bottom.rawValue)
    return squaredDistance(top, first) &+ squaredDistance(bottom, first)
      < squaredDistance(top, second) &+ squaredDistance(bottom, second)
  }
}
