import Models

extension Surface {
  /// Draws a picture as half blocks, two pixels a cell, in the middle of a rectangle; what the
  /// picture leaves of it becomes black.
  ///
  /// A picture larger than the rectangle is made smaller in its own shape by taking the nearest
  /// pixels: for the frames that arrive until a resize has reached their producer.
  package mutating func drawPicture(_ pixels: PixelBuffer, in rect: CellRect) {
    let area = rect.intersection(bounds)
    guard !area.isEmpty else { return }
    if case .pixels(let cell) = pictureForm { return drawImage(pixels, cell: cell, in: rect) }
    guard pixels.size.width > 0, pixels.size.height > 0 else {
      return fill(area, with: .blank)
    }
    let placement = PicturePlacement(picture: pixels.size, in: rect)
    let columns = size.columns
    let covered = placement.cells.intersection(area)
    fillAround(covered, in: area)
    guard !covered.isEmpty else { return }
    pixels.withPixels { source in
      cells.withUnsafeMutableBufferPointer { cells in
        for row in covered.row..<(covered.row + covered.rows) {
          let target = UnsafeMutableBufferPointer(
            rebasing: cells[(row * columns + covered.column)...].prefix(covered.columns))
          let top = placement.sourceRow(for: row * 2)
          let bottom = placement.sourceRow(for: row * 2 + 1)
          if placement.isUnscaled {
            let first = covered.column - placement.left
            for index in 0..<target.count {
              target[index] = Cell(
                glyph: .upperHalf,
                foreground: top.map { Color(rawValue: source[$0 &+ first &+ index]) } ?? .black,
                background: bottom.map { Color(rawValue: source[$0 &+ first &+ index]) } ?? .black)
            }
          } else {
            for index in 0..<target.count {
              let x = placement.sourceColumn(for: covered.column + index)
              target[index] = Cell(
                glyph: .upperHalf,
                foreground: top.map { Color(rawValue: source[$0 &+ x]) } ?? .black,
                background: bottom.map { Color(rawValue: source[$0 &+ x]) } ?? .black)
            }
          }
        }
      }
    }
  }

  /// Makes black what an inner rectangle leaves of an outer one.
  mutating func fillAround(_ inner: CellRect, in outer: CellRect) {
    guard !inner.isEmpty else { return fill(outer, with: .blank) }
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
    for side in [above, below, left, right] where !side.isEmpty { fill(side, with: .blank) }
  }
}

/// Where the pixels of a picture come to lie on a surface.
private struct PicturePlacement {
  /// The first column and, in half cells, the first row of the picture on the surface.
  let left: Int
  let top: Int
  /// The size on the surface, in columns and half rows.
  let width: Int
  let height: Int
  let picture: PixelSize

  init(picture: PixelSize, in rect: CellRect) {
    self.picture = picture
    let available = PixelSize(width: rect.columns, height: rect.rows * 2)
    let fits = picture.width <= available.width && picture.height <= available.height
    if fits {
      width = picture.width
      height = picture.height
    } else if picture.width * available.height >= picture.height * available.width {
      width = available.width
      height = max(picture.height * available.width / picture.width, 1)
    } else {
      width = max(picture.width * available.height / picture.height, 1)
      height = available.height
    }
    left = rect.column + (available.width - width) / 2
    top = rect.row * 2 + (available.height - height) / 2
  }

  var isUnscaled: Bool { width == picture.width && height == picture.height }

  /// The cells touched.
  var cells: CellRect {
    // Shifting rounds down for rows above the surface, too.
    let firstRow = top >> 1
    return CellRect(
      column: left, row: firstRow, columns: width, rows: (top + height + 1) >> 1 - firstRow)
  }

  /// The index of the first pixel of the picture's row that lies on a half row of the surface.
  func sourceRow(for halfRow: Int) -> Int? {
    let y = halfRow - top
    guard y >= 0, y < height else { return nil }
    return y * picture.height / height * picture.width
  }

  /// The picture's column that lies on a column of the surface.
  func sourceColumn(for column: Int) -> Int {
    (column - left) * picture.width / width
  }
}
