package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

package struct CellSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// How to place a frame whose shape differs from its area.
package enum FrameFit: Hashable, Sendable {
  /// The whole frame is visible; part of the area stays empty.
  case fit
  /// The whole area is covered; the frame is cropped on two sides.
  case fill
}

/// The part of the screen available to a frame, as the engine needs it
/// (docs/decisions/frames-frame-area.md).
package struct FrameArea: Hashable, Sendable {
  /// The number of pixels that fit: with half blocks, one per column and two per row.
  package var size: PixelSize

  /// Width over height of one such pixel on screen; 1 where a cell is twice as high as wide.
  package var pixelAspect: Double

  package var fit: FrameFit

  /// What the sides of a frame are rounded to, as far as the area has room: with glyphs, the pixels
  /// of a cell.
  package var unit: PixelSize

  package init(
    size: PixelSize, pixelAspect: Double = 1, fit: FrameFit = .fit,
    unit: PixelSize = PixelSize(width: 1, height: 1)
  ) {
    self.size = size
    self.pixelAspect = pixelAspect
    self.fit = fit
    self.unit = unit
  }

  /// Computes the placement of a frame.
  ///
  /// - Parameter shape: The frame after rotation and sample aspect, in square pixels.
  /// - Returns: The size in area pixels, and the region of the frame that they show.
  package func placing(_ shape: PixelSize) -> (size: PixelSize, region: FrameRegion) {
    let fitted = fitting(width: Double(shape.width), height: Double(shape.height))
    guard fit == .fill, shape.width > 0, shape.height > 0, pixelAspect > 0 else {
      return (fitted, .whole)
    }
    let available = PixelSize(width: max(size.width, 1), height: max(size.height, 1))
    let areaShape = Double(available.width) / Double(available.height) * pixelAspect
    let ratio = areaShape / (Double(shape.width) / Double(shape.height))
    let region =
      ratio > 1
      ? FrameRegion(x: 0, y: (1 - 1 / ratio) / 2, width: 1, height: 1 / ratio)
      : FrameRegion(x: (1 - ratio) / 2, y: 0, width: ratio, height: 1)
    return (available, region)
  }

  /// The largest size in area pixels that preserves the frame's shape, at least 1 x 1.
  ///
  /// - Parameters:
  ///   - width: Width of the frame after rotation and sample aspect, in square pixels.
  ///   - height: Height of the frame, likewise.
  /// - Returns: A size within `size`.
  package func fitting(width: Double, height: Double) -> PixelSize {
    let available = PixelSize(width: max(size.width, 1), height: max(size.height, 1))
    guard width > 0, height > 0, width.isFinite, height.isFinite, pixelAspect > 0 else {
      return available
    }
    // Horizontal area pixels per vertical area pixel.
    let shape = width / height / pixelAspect
    let widthAtFullHeight = (Double(available.height) * shape).rounded()
    if widthAtFullHeight <= Double(available.width) {
      return PixelSize(
        width: Self.rounded(widthAtFullHeight, to: unit.width, atMost: available.width),
        height: available.height)
    }
    return PixelSize(
      width: available.width,
      height: Self.rounded(
        Double(available.width) / shape, to: unit.height, atMost: available.height))
  }

  private static func rounded(_ length: Double, to unit: Int, atMost limit: Int) -> Int {
    let unit = Double(max(unit, 1))
    return min(max(Int(saturating: max((length / unit).rounded(), 1) * unit), 1), limit)
  }
}
