import Models

/// A cell for a terminal of few colours: palette entries instead of colours.
struct PaletteCell: Hashable, Sendable {
  var glyph: Glyph
  /// 0 to 7 in the order of ECMA-48: black, red, green, yellow, blue, magenta, cyan, white.
  var foreground: UInt8
  /// Likewise. In mono, one of the two is 0 and the other 7; 7 here means reverse video.
  var background: UInt8
}

extension Surface {
  /// Maps the surface to eight colours or to two: the frame by ordered dithering, stable from frame
  /// to frame, the text to the closest distinguishable colours.
  ///
  /// - Parameters:
  ///   - depth: `palette8` or `mono`; anything richer is mapped to eight colours.
  ///   - glyphs: The glyph set for the frame; cells in a finer set are converted.
  ///   - ditherRow: The first row's offset in the pattern.
  ///   - cells: Receives the cells, row-major; its capacity is kept.
  func mapToPalette(
    _ depth: ColorDepth, glyphs: GlyphSet = .half, ditherRow: Int = 0,
    into cells: inout [PaletteCell]
  ) {
    cells.removeAll(keepingCapacity: true)
    cells.reserveCapacity(self.cells.count)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let cell = self.cells[row * size.columns + column]
        let mosaic = cell.glyph == .shade ? .flat(cell.foreground) : cell.mosaic
        cells.append(
          mosaic.map { frame($0, depth, glyphs, column: column, row: ditherRow + row) }
            ?? text(cell, depth))
      }
    }
  }

  private func frame(
    _ mosaic: Mosaic, _ depth: ColorDepth, _ glyphs: GlyphSet, column: Int, row: Int
  ) -> PaletteCell {
    switch (glyphs, depth) {
    // Without blocks, two colours give only spaces; characters show more.
    case (.ascii, .mono), (.space, .mono): monoCharacter(mosaic.mean)
    case (.ascii, _): colorCharacter(mosaic.mean)
    case (.space, _): colorSpace(mosaic.mean, column: column, row: row)
    case (_, .mono): monoBlock(mosaic, glyphs, column: column, row: row)
    default: colorBlock(mosaic, glyphs, column: column, row: row)
    }
  }

  /// Each pixel is on or off.
  private func monoBlock(
    _ mosaic: Mosaic, _ glyphs: GlyphSet, column: Int, row: Int
  ) -> PaletteCell {
    var lit: UInt32 = 0
    mosaic.forEachPixel(of: glyphs.raster, column: column, row: row) { index, color, x, y in
      let threshold = OrderedDither.threshold(column: x, halfRow: y)
      if OrderedDither.luma(color.rawValue) >= threshold { lit |= 1 << UInt32(index) }
    }
    let mask = MosaicMask(pixels: lit, of: glyphs)
    // Full blocks have gaps in terminals that antialias them.
    return mask == .full
      ? PaletteCell(glyph: .space, foreground: 0, background: 7)
      : PaletteCell(glyph: mask.glyph, foreground: 7, background: 0)
  }

  private func monoCharacter(_ color: Color) -> PaletteCell {
    let step = BrightnessRamp.step(nearest: OrderedDither.luma(color.rawValue))
    return PaletteCell(
      glyph: Glyph(rawValue: BrightnessRamp.character(step)), foreground: 7, background: 0)
  }

  /// A character as bright as the brightest channel, in the channels with at least half its value.
  private func colorCharacter(_ color: Color) -> PaletteCell {
    let brightest = max(color.red, color.green, color.blue)
    let step = BrightnessRamp.step(nearest: UInt32(brightest))
    let half = max(brightest / 2, 1)
    let red: UInt8 = color.red >= half ? 1 : 0
    let green: UInt8 = color.green >= half ? 2 : 0
    let blue: UInt8 = color.blue >= half ? 4 : 0
    return PaletteCell(
      glyph: Glyph(rawValue: BrightnessRamp.character(step)),
      foreground: step == 0 ? 7 : red | green | blue, background: 0)
  }

  /// Each pixel has one of eight colours; with more than two in a cell, the two most frequent.
  private func colorBlock(
    _ mosaic: Mosaic, _ glyphs: GlyphSet, column: Int, row: Int
  ) -> PaletteCell {
    var primaries = SIMD8<UInt8>()
    var counts = SIMD8<UInt8>()
    mosaic.forEachPixel(of: glyphs.raster, column: column, row: row) { index, color, x, y in
      let primary = OrderedDither.primary(color.rawValue, column: x, halfRow: y)
      primaries[index] = primary
      counts[Int(primary)] += 1
    }
    var most = 0
    for primary in 1..<8 where counts[primary] > counts[most] { most = primary }
    var next = most
    for primary in 0..<8 where primary != most && counts[primary] > 0 {
      if next == most || counts[primary] > counts[next] { next = primary }
    }
    func distance(_ first: Int, _ second: Int) -> Int {
      squaredDistance(Palette.colors[first], Palette.colors[second])
    }
    let raster = glyphs.raster
    var bits: UInt32 = 0
    for index in 0..<(raster.width * raster.height) {
      let primary = Int(primaries[index])
      if distance(primary, most) <= distance(primary, next) { bits |= 1 << UInt32(index) }
    }
    let mask = MosaicMask(pixels: bits, of: glyphs)
    let isTurned = bits & 1 == 0
    return PaletteCell(
      glyph: most == next ? .space : (isTurned ? mask.inverse : mask).glyph,
      foreground: UInt8(isTurned ? next : most), background: UInt8(isTurned ? most : next))
  }

  private func colorSpace(_ color: Color, column: Int, row: Int) -> PaletteCell {
    let primary = OrderedDither.primary(color.rawValue, column: column, halfRow: row)
    return PaletteCell(glyph: .space, foreground: 7, background: primary)
  }

  private func text(_ cell: Cell, _ depth: ColorDepth) -> PaletteCell {
    let palette: ColorDepth = depth == .mono ? .mono : .palette8
    var background = Palette.nearest(to: cell.background, depth: palette)
    var foreground = Palette.nearest(to: cell.foreground, depth: palette)
    if depth == .mono { background = foreground == 7 ? 0 : 7 }
    if foreground == background {
      foreground = OrderedDither.luma(cell.background.rawValue) < 128 ? 7 : 0
      // White text on a background that maps to white: the text must stay visible.
      if foreground == background { background = 7 - foreground }
    }
    return PaletteCell(glyph: cell.glyph, foreground: foreground, background: background)
  }
}

extension Mosaic {
  /// Calls `body` for each pixel of a cell in reading order: with its number, its colour, and its
  /// position among the pixels of all cells.
  fileprivate func forEachPixel(
    of raster: PixelSize, column: Int, row: Int, _ body: (Int, Color, _ x: Int, _ y: Int) -> Void
  ) {
    for y in 0..<raster.height {
      for x in 0..<raster.width {
        // The part of the cell at the centre of the pixel.
        let part = (y * MosaicMask.rows + MosaicMask.rows / 2) / raster.height * 2 + x
        let color = mask.rawValue >> UInt32(part) & 1 != 0 ? first : second
        body(
          y * raster.width + x, color, column * raster.width + x, row * raster.height + y)
      }
    }
  }
}

extension MosaicMask {
  /// The mask of a set's pixels, bits in reading order.
  fileprivate init(pixels bits: UInt32, of glyphs: GlyphSet) {
    switch glyphs {
    case .octant: self.init(octants: bits)
    case .sextant: self.init(sextants: bits)
    case .quadrant: self.init(quadrants: bits)
    // One bit per half: both of its quarters.
    case .half, .space, .ascii: self.init(quadrants: (bits & 1) * 3 | (bits >> 1 & 1) * 12)
    }
  }
}

extension OrderedDither {
  /// One of the eight colours, with each channel off or on, in the order of ECMA-48.
  static func primary(_ color: UInt32, column: Int, halfRow: Int) -> UInt8 {
    let threshold = threshold(column: column, halfRow: halfRow)
    let red: UInt8 = color & 0xFF >= threshold ? 1 : 0
    let green: UInt8 = color >> 8 & 0xFF >= threshold ? 2 : 0
    let blue: UInt8 = color >> 16 & 0xFF >= threshold ? 4 : 0
    return red | green | blue
  }
}
