import Models

extension PixelBuffer {
  /// The frame as cells show it: in the two colours of each, where they have more pixels.
  ///
  /// - Parameters:
  ///   - form: What cells are made of; a frame that is an image of the terminal's own stays.
  ///   - cellAspect: Width over height of a cell.
  /// - Returns: A pixel for each that a cell shows, or several side by side where those are not
  ///   square: whoever looks at a file takes its pixels to be.
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

  /// How often pixels of a shape have to stand side by side and below each other to make a square,
  /// as closely as four of them do; once where that is hardly seen.
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
  /// The colour of one of its pixels.
  fileprivate func color(_ x: Int, _ y: Int, of raster: PixelSize) -> Color {
    // A character in place of a pixel is as bright as that.
    guard glyph != .shade, let mosaic else { return foreground }
    let part = y * 6 / raster.height * 2 + x * 2 / raster.width
    return mosaic.mask.rawValue >> part & 1 == 1 ? mosaic.first : mosaic.second
  }
}
