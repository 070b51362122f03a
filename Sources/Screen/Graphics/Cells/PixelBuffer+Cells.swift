import Models

extension PixelBuffer {
  /// The frame as shown in cells: reduced to two colours per cell, where cells have more pixels.
  ///
  /// - Parameters:
  ///   - form: The form of the cells; a frame shown as a terminal image is unchanged.
  ///   - cellAspect: Width over height of a cell.
  /// - Returns: One pixel for each in a cell, or several where those are not square, because image
  ///   files have square pixels.
  package func asCells(_ form: FrameForm, cellAspect: Double) -> PixelBuffer {
    guard case .glyphs(let glyphs) = form, size.width > 0, size.height > 0 else { return self }
    let raster = glyphs.raster
    var surface = Surface(
      size: CellSize(
        columns: (size.width + raster.width - 1) / raster.width,
        rows: (size.height + raster.height - 1) / raster.height))
    surface.frameForm = form
    surface.drawFrame(self, in: surface.bounds)
    let placement = FramePlacement(frame: size, in: surface.bounds, raster: raster)
    let repeats = Self.repeats(
      ofAspect: cellAspect * Double(raster.height) / Double(raster.width))
    let target = PixelBuffer(
      size: PixelSize(width: size.width * repeats.width, height: size.height * repeats.height))
    target.withMutablePixels { pixels in
      for y in 0..<target.size.height {
        let line = y / repeats.height + placement.top
        for x in 0..<target.size.width {
          let column = x / repeats.width + placement.left
          let cell = surface[column / raster.width, line / raster.height]
          pixels[y * target.size.width + x] =
            cell.color(column % raster.width, line % raster.height, of: raster).rawValue
        }
      }
    }
    return target
  }

  /// How often to repeat pixels of an aspect ratio across and down to make a square, as closely as
  /// possible with up to four; once where the difference is barely visible.
  private static func repeats(ofAspect aspect: Double) -> PixelSize {
    guard aspect.isFinite, aspect > 0, abs(aspect - 1) > 0.15 else {
      return PixelSize(width: 1, height: 1)
    }
    func error(_ size: PixelSize) -> Double {
      max(Double(size.width) / Double(size.height) / aspect, 1)
        / min(
          Double(size.width) / Double(size.height) / aspect, 1)
    }
    let sizes = (1...4).flatMap { width in
      (1...4).map { PixelSize(width: width, height: $0) }
    }
    return sizes.min { error($0) < error($1) } ?? PixelSize(width: 1, height: 1)
  }
}

extension Cell {
  /// The colour of one pixel of the cell.
  fileprivate func color(_ x: Int, _ y: Int, of raster: PixelSize) -> Color {
    // A character in place of a pixel has that brightness.
    guard glyph != .shade, let mosaic else { return foreground }
    let part = y * MosaicMask.rows / raster.height * 2 + x * 2 / raster.width
    return mosaic.mask.rawValue >> part & 1 == 1 ? mosaic.first : mosaic.second
  }
}
