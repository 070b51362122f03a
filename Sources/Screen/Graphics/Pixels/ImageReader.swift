import Models

/// Reads the pixels of an image, including those around the frame, at its own resolution or a lower
/// one.
package struct ImageReader {
  package let image: SurfaceImage

  /// How many of the pixels read make up a cell.
  package let cell: PixelSize

  /// The whole canvas in pixels as read.
  package var size: PixelSize {
    PixelSize(width: image.canvas.columns * cell.width, height: image.canvas.rows * cell.height)
  }

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - image: What to read.
  ///   - reduction: How many of the image's pixels become one, across and down; a cell keeps at
  ///     least one pixel.
  package init(_ image: SurfaceImage, reduction: Int = 1) {
    self.image = image
    let reduction = max(reduction, 1)
    cell = PixelSize(
      width: max(image.cell.width / reduction, 1), height: max(image.cell.height / reduction, 1))
  }

  /// Reads a part of a row as 0x00BBGGRR.
  ///
  /// - Parameters:
  ///   - row: A row of the canvas.
  ///   - columns: Columns of the canvas.
  ///   - target: Has room for them.
  package func read(
    row: Int, columns: Range<Int>, into target: UnsafeMutableBufferPointer<UInt32>
  ) {
    image.frame.withPixels { source in
      if cell == image.cell {
        copy(row: row, columns: columns, from: source, into: target)
      } else {
        average(row: row, columns: columns, from: source, into: target)
      }
    }
  }

  private func copy(
    row: Int, columns: Range<Int>, from source: UnsafeBufferPointer<UInt32>,
    into target: UnsafeMutableBufferPointer<UInt32>
  ) {
    let inside = columns.clamped(to: image.left..<(image.left + image.shown.width))
    guard row >= image.top, row < image.top + image.shown.height, !inside.isEmpty else {
      for index in 0..<columns.count { target[index] = image.ground.rawValue }
      return
    }
    let frame = image.frame.size
    let start = (row - image.top) * frame.height / image.shown.height * frame.width
    let first = inside.lowerBound - columns.lowerBound
    let end = inside.upperBound - columns.lowerBound
    for index in 0..<first { target[index] = image.ground.rawValue }
    if frame.width == image.shown.width {
      let offset = start + inside.lowerBound - image.left - first
      for index in first..<end { target[index] = source[offset &+ index] }
    } else {
      for index in first..<end {
        let column = columns.lowerBound + index - image.left
        target[index] = source[start + column * frame.width / image.shown.width]
      }
    }
    for index in end..<columns.count { target[index] = image.ground.rawValue }
  }

  /// Makes each pixel the mean of the frame's pixels it covers.
  private func average(
    row: Int, columns: Range<Int>, from source: UnsafeBufferPointer<UInt32>,
    into target: UnsafeMutableBufferPointer<UInt32>
  ) {
    let (width, height) = (image.size.width, image.size.height)
    let rows = (row * height / size.height)..<((row + 1) * height / size.height)
    for (index, column) in columns.enumerated() {
      let span = (column * width / size.width)..<((column + 1) * width / size.width)
      target[index] = image.mean(x: span, y: rows, of: source)
    }
  }
}
