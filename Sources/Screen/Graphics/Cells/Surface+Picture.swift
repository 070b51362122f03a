import Models

extension Surface {
  /// Draws a picture in the middle of a rectangle, made of the characters of `pictureForm`; what the
  /// picture leaves of it takes the ground's colour.
  ///
  /// A picture larger than the rectangle is made smaller in its own shape by taking the nearest
  /// pixels: for the frames that arrive until a resize has reached their producer.
  package mutating func drawPicture(_ pixels: PixelBuffer, in rect: CellRect) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    let blitter: Blitter
    switch pictureForm {
    case .glyphs(let set): blitter = .of(set)
    case .pixels(let cell): return drawImage(pixels, cell: cell, in: rect)
    }
    guard pixels.size.width > 0, pixels.size.height > 0 else {
      return fill(area, with: blank)
    }
    let placement = PicturePlacement(picture: pixels.size, in: rect, raster: blitter.raster)
    let columns = size.columns
    let covered = placement.cells.intersection(area)
    fillAround(covered, in: area)
    guard !covered.isEmpty else { return }
    pixels.withPixels { source in
      cells.withUnsafeMutableBufferPointer { cells in
        for row in covered.row..<(covered.row + covered.rows) {
          let target = UnsafeMutableBufferPointer(
            rebasing: cells[(row * columns + covered.column)...].prefix(covered.columns))
          blitter.blit(
            PictureRow(
              source, placement, ground: ground.rawValue, row: row, column: covered.column), target)
        }
      }
    }
  }

  /// Gives the ground's colour to what an inner rectangle leaves of an outer one.
  mutating func fillAround(_ inner: CellRect, in outer: CellRect) {
    guard !inner.isEmpty else { return fill(outer, with: blank) }
    var above = outer
    above.rows = inner.row - outer.row
    var below = outer
    below.row = inner.row + inner.rows
    below.rows = outer.row + outer.rows - below.row
    var left = inner
    left.column = outer.column
    left.columns = inner.column - outer.column
    var right = inner
    right.column = inner.column + inner.columns
    right.columns = outer.column + outer.columns - right.column
    for side in [above, below, left, right] where !side.isEmpty { fill(side, with: blank) }
  }
}
