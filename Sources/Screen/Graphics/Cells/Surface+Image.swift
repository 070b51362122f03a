import Models

extension Surface {
  /// Draws a frame as a terminal image, centred in a rectangle; the rest takes the ground's colour.
  ///
  /// No pixel is copied: the surface retains the frame until it is fully covered.
  mutating func drawImage(_ frame: PixelBuffer, cell: PixelSize, in rect: CellRect) {
    let area = rect.intersection(bounds)
    guard let image = SurfaceImage(frame, cell: cell, in: rect, bounds: bounds, ground: ground)
    else {
      fill(area, with: blank)
      return dropCoveredImages()
    }
    fillAround(image.visible, in: area)
    fill(image.visible, with: .imagePart)
    // Images it covers completely are the common case, and need no check of the cells.
    images.removeAll { $0.visible.intersection(image.visible) == $0.visible }
    images.append(image)
    dropCoveredImages()
  }

  /// The index of the image a cell shows a part of, if any.
  package func imageIndex(column: Int, row: Int) -> Int? {
    guard self[column, row].glyph == .image else { return nil }
    return images.lastIndex { $0.visible.contains(column: column, row: row) }
  }

  /// Appends disjoint rectangles that together contain all cells in which an image is visible.
  ///
  /// - Parameters:
  ///   - index: Which of `images`.
  ///   - covers: Cells that show something else.
  ///   - rects: Where the rectangles go; its capacity is kept.
  package func appendSeenParts(
    ofImage index: Int, under covers: [CellRect], to rects: inout [CellRect]
  ) {
    let visible = images[index].visible
    let covers = covers.filter { !$0.intersection(visible).isEmpty }
    let isAlone = images.count == 1
    func isSeen(_ column: Int, _ row: Int) -> Bool {
      guard cells[row * size.columns + column].glyph == .image else { return false }
      return (isAlone || imageIndex(column: column, row: row) == index)
        && !covers.contains { $0.contains(column: column, row: row) }
    }
    // Those from here on belong to this image. Runs that continue in the next row form one
    // rectangle.
    let first = rects.count
    for row in visible.row..<(visible.row + visible.rows) {
      var start: Int?
      let end = visible.column + visible.columns
      for column in visible.column...end {
        if column < end, isSeen(column, row) {
          start = start ?? column
        } else if let left = start {
          start = nil
          let above = rects[first...].firstIndex {
            $0.column == left && $0.columns == column - left && $0.row + $0.rows == row
          }
          if let above {
            rects[above].rows += 1
          } else {
            rects.append(CellRect(column: left, row: row, columns: column - left, rows: 1))
          }
        }
      }
    }
  }

  /// A cell as it would be in half blocks, if it is part of an image.
  func backdrop(of index: Int) -> Cell {
    backdrop(column: index % size.columns, row: index / size.columns)
  }

  /// Likewise, by position.
  package func backdrop(column: Int, row: Int) -> Cell {
    guard let index = imageIndex(column: column, row: row) else { return self[column, row] }
    let image = images[index]
    let (width, height) = (image.cell.width, image.cell.height)
    let left = (column - image.canvas.column) * width
    let top = (row - image.canvas.row) * height
    let middle = top + max(height / 2, 1)
    let upper = image.mean(x: left..<(left + width), y: top..<middle)
    let lower =
      middle < top + height
      ? image.mean(x: left..<(left + width), y: middle..<(top + height)) : upper
    return Cell(glyph: .upperHalf, foreground: upper, background: lower)
  }

  /// Releases images that are no longer visible.
  mutating func dropCoveredImages() {
    for index in images.indices.reversed() where !isSeen(image: index) { images.remove(at: index) }
  }

  private func isSeen(image index: Int) -> Bool {
    let visible = images[index].visible
    for row in visible.row..<(visible.row + visible.rows) {
      for column in visible.column..<(visible.column + visible.columns)
      where imageIndex(column: column, row: row) == index {
        return true
      }
    }
    return false
  }
}

extension Cell {
  /// A part of an image.
  static let imagePart = Cell(glyph: .image, foreground: .black, background: .black)
}
