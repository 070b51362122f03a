import Models

/// A cell for a terminal of few colours, drawn by ncurses: palette entries instead of colours.
package struct PaletteCell: Hashable, Sendable {
  package var glyph: Glyph
  /// 0 to 7 in the order of ECMA-48: black, red, green, yellow, blue, magenta, cyan, white.
  package var foreground: UInt8
  /// Likewise. In mono one of the two is 0 and the other 7; 7 here means reverse video.
  package var background: UInt8

  /// Creates a cell.
  package init(glyph: Glyph, foreground: UInt8, background: UInt8) {
    self.glyph = glyph
    self.foreground = foreground
    self.background = background
  }
}

extension Surface {
  /// Maps the surface to eight colours or to two, the picture by ordered dithering that stays the
  /// same from frame to frame, the text by the closest colours that can be told apart.
  ///
  /// - Parameters:
  ///   - depth: `palette8` or `mono`; anything richer is mapped to eight colours.
  ///   - glyphs: What the picture may be made of; cells that are made of more become less.
  ///   - cells: Becomes the cells, row-major; its capacity is kept.
  package func mapToPalette(
    _ depth: ColorDepth, glyphs: GlyphSet = .half, into cells: inout [PaletteCell]
  ) {
    cells.removeAll(keepingCapacity: true)
    cells.reserveCapacity(self.cells.count)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let cell = self.cells[row * size.columns + column]
        let mosaic = cell.glyph == .shade ? .flat(cell.foreground) : cell.mosaic
        cells.append(
          mosaic.map { picture($0, depth, glyphs, column: column, row: row) } ?? text(cell, depth))
      }
    }
  }

  private func picture(
    _ mosaic: Mosaic, _ depth: ColorDepth, _ glyphs: GlyphSet, column: Int, row: Int
  ) -> PaletteCell {
    switch (glyphs, depth) {
    // Without blocks two colours show no more than spaces, and characters do.
    case (.ascii, .mono), (.space, .mono): monoCharacter(mosaic.mean)
    case (.ascii, _): colorCharacter(mosaic.mean)
    case (.space, _): colorSpace(mosaic.mean, column: column, row: row)
    case (_, .mono): monoBlock(mosaic, glyphs, column: column, row: row)
    default: colorBlock(mosaic, column: column, row: row)
    }
  }

  /// Each pixel is lit or not.
  private func monoBlock(
    _ mosaic: Mosaic, _ glyphs: GlyphSet, column: Int, row: Int
  ) -> PaletteCell {
    let raster = glyphs.raster
    var lit: UInt32 = 0
    for y in 0..<raster.height {
      for x in 0..<raster.width {
        // The part of the cell in the middle of the pixel.
        let part = (y * 6 + 3) / raster.height * 2 + x
        let color = mosaic.mask.rawValue >> UInt32(part) & 1 != 0 ? mosaic.first : mosaic.second
        let threshold = OrderedDither.threshold(
          column: column * raster.width + x, halfRow: row * raster.height + y)
        if OrderedDither.luma(color.rawValue) >= threshold {
          lit |= 1 << UInt32(y * raster.width + x)
        }
      }
    }
    let mask: MosaicMask =
      switch glyphs {
      case .sextant: MosaicMask(sextants: lit)
      case .quadrant: MosaicMask(quadrants: lit)
      // A bit for each half: both of its quarters.
      default: MosaicMask(quadrants: (lit & 1) * 3 | (lit >> 1) * 12)
      }
    return PaletteCell(glyph: mask.glyph, foreground: 7, background: 0)
  }

  private func monoCharacter(_ color: Color) -> PaletteCell {
    let step = BrightnessRamp.step(nearest: OrderedDither.luma(color.rawValue))
    return PaletteCell(
      glyph: Glyph(rawValue: BrightnessRamp.character(step)), foreground: 7, background: 0)
  }

  /// A character as bright as the brightest channel, in the colours that have at least half of it.
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

  /// The mosaic's parts stay; each of its colours is dithered as a half is.
  private func colorBlock(_ mosaic: Mosaic, column: Int, row: Int) -> PaletteCell {
    var mosaic = mosaic.canonical
    // A single colour is dithered as two halves.
    if mosaic.mask == .full { (mosaic.mask, mosaic.second) = (.upperHalf, mosaic.first) }
    let first = OrderedDither.primary(mosaic.first.rawValue, column: column, halfRow: row * 2)
    let second = OrderedDither.primary(
      mosaic.second.rawValue, column: column, halfRow: row * 2 + 1)
    return PaletteCell(
      glyph: first == second ? .space : mosaic.mask.glyph, foreground: first, background: second)
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
      // White text on something that maps to white: the text is what must stay.
      if foreground == background { background = 7 - foreground }
    }
    return PaletteCell(glyph: cell.glyph, foreground: foreground, background: background)
  }
}

extension OrderedDither {
  /// One of the eight colours with each channel off or on, in the order of ECMA-48.
  static func primary(_ color: UInt32, column: Int, halfRow: Int) -> UInt8 {
    let threshold = threshold(column: column, halfRow: halfRow)
    let red: UInt8 = color & 0xFF >= threshold ? 1 : 0
    let green: UInt8 = color >> 8 & 0xFF >= threshold ? 2 : 0
    let blue: UInt8 = color >> 16 & 0xFF >= threshold ? 4 : 0
    return red | green | blue
  }
}
