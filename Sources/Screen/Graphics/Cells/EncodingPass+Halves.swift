import Models

/// Cells of two flat halves: the frame.
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

}
