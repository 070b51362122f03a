import Models

// Rows of cells in frames made of characters other than half blocks.
extension EncodingPass {
  /// Encodes a row of quadrants, sextants or octants; cells that halves can show are encoded as
  /// halves.
  mutating func encodeMosaicRow(_ row: Int) {
    forEachCell(of: row) { pass, cell, column, index in
      if let mask = MosaicMask(scalar: cell.glyph.rawValue) {
        pass.encodeBlock(cell, mask, column: column, row: row, index: index)
        return 1
      }
      let columns = pass.textColumns(of: cell.glyph, column: column, index: index)
      if columns > 0 {
        pass.settle()
        if pass.stoppedRow == nil {
          pass.encodeText(cell, columns: columns, column: column, row: row, index: index)
        }
        return columns
      }
      pass.encodeBlock(cell, .empty, column: column, row: row, index: index)
      return 1
    }
  }

  /// Encodes a row without blocks: a cell made of blocks becomes its mean.
  mutating func encodePlainRow(_ row: Int) {
    forEachCell(of: row) { pass, cell, column, index in
      if cell.glyph == .shade, pass.glyphs == .ascii {
        pass.encodeShade(
          cell.foreground.rawValue, column: column, row: row, index: index)
        return 1
      }
      let isStill = MosaicMask(scalar: cell.glyph.rawValue) != nil || cell.glyph == .shade
      let columns =
        isStill ? 0 : pass.textColumns(of: cell.glyph, column: column, index: index)
      guard columns > 0 else {
        pass.encodeFlat(cell.mean.rawValue, column: column, row: row, index: index)
        return 1
      }
      guard pass.hasUnicode || cell.glyph.scalarValue < 0x7F else {
        // As in the chrome; the right half becomes a separate space.
        let unknown = Cell(
          glyph: Glyph("?"), foreground: cell.foreground, background: cell.background)
        pass.encodeText(unknown, columns: 1, column: column, row: row, index: index)
        return 1
      }
      pass.encodeText(cell, columns: columns, column: column, row: row, index: index)
      return columns
    }
  }

  /// Calls `encode` for each unmasked cell until the limit is reached; it returns the columns it
  /// handled.
  @inline(__always)
  private mutating func forEachCell(
    of row: Int,
    encode: (inout EncodingPass, _ cell: Cell, _ column: Int, _ index: Int) -> Int
  ) {
    let start = row &* size.columns
    var column = 0
    while column < size.columns {
      let index = start &+ column
      guard !isMasked[index] else {
        column &+= 1
        continue
      }
      column &+= encode(&self, cells[index], column, index)
      if stoppedRow != nil { return }
    }
  }

  @inline(__always)
  private mutating func encodeBlock(
    _ cell: Cell, _ mask: MosaicMask, column: Int, row: Int, index: Int
  ) {
    let first = cell.foreground.rawValue
    let second = cell.background.rawValue
    switch mask {
    case .upperHalf: encodeHalf(first, second, column: column, row: row, index: index)
    case .upperHalf.inverse: encodeHalf(second, first, column: column, row: row, index: index)
    case .full: encodeHalf(first, first, column: column, row: row, index: index)
    case .empty: encodeHalf(second, second, column: column, row: row, index: index)
    case _ where mask.rawValue & 1 == 0:
      encodeParts(mask.inverse, second, first, column: column, row: row, index: index)
    default:
      encodeParts(mask, first, second, column: column, row: row, index: index)
    }
  }

  @inline(__always)
  private mutating func encodeHalf(
    _ top: UInt32, _ bottom: UInt32, column: Int, row: Int, index: Int
  ) {
    if shown[index].isMosaic {
      encodeParts(.upperHalf, top, bottom, column: column, row: row, index: index)
    } else if Coding.isBlended {
      encodeBlended(top: top, bottom: bottom, column: column, row: row, index: index)
    } else {
      encodeHalves(top: top, bottom: bottom, column: column, row: row, index: index)
    }
  }

  @inline(__always)
  private mutating func encodeParts(
    _ mask: MosaicMask, _ first: UInt32, _ second: UInt32, column: Int, row: Int, index: Int
  ) {
    if Coding.isBlended {
      encodeBlended(mask, first, second, column: column, row: row, index: index)
    } else {
      encodeMosaic(mask, first, second, column: column, row: row, index: index)
    }
  }
}
