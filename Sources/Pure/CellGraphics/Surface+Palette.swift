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
  ///   - hasBlocks: Whether half and full blocks can be shown. Without them a cell of the picture
  ///     is a space in one of eight colours, or in mono a character about as bright.
  ///   - cells: Becomes the cells, row-major; its capacity is kept.
  package func mapToPalette(
    _ depth: ColorDepth, hasBlocks: Bool = true, into cells: inout [PaletteCell]
  ) {
    cells.removeAll(keepingCapacity: true)
    cells.reserveCapacity(self.cells.count)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let cell = self.cells[row * size.columns + column]
        let mapped =
          switch (cell.halves, depth) {
          case (let halves?, .mono):
            hasBlocks
              ? monoBlock(halves, column: column, row: row)
              : monoCharacter(halves.top.mean(with: halves.bottom))
          case (let halves?, _):
            hasBlocks
              ? colorBlock(halves, column: column, row: row)
              : colorSpace(halves.top.mean(with: halves.bottom), column: column, row: row)
          case (nil, _): text(cell, depth)
          }
        cells.append(mapped)
      }
    }
  }

  private func monoBlock(
    _ halves: (top: Color, bottom: Color), column: Int, row: Int
  ) -> PaletteCell {
    let isLit = { (color: Color, halfRow: Int) in
      OrderedDither.luma(color.rawValue)
        >= OrderedDither.threshold(column: column, halfRow: halfRow)
    }
    let glyph: Glyph =
      switch (isLit(halves.top, row * 2), isLit(halves.bottom, row * 2 + 1)) {
      case (true, true): .full
      case (true, false): .upperHalf
      case (false, true): .lowerHalf
      case (false, false): .space
      }
    return PaletteCell(glyph: glyph, foreground: 7, background: 0)
  }

  private func monoCharacter(_ color: Color) -> PaletteCell {
    let ramp = Self.characterRamp
    let index = Int(OrderedDither.luma(color.rawValue)) * ramp.count / 256
    return PaletteCell(glyph: ramp[index], foreground: 7, background: 0)
  }

  /// From dark to bright by the ink of common fonts.
  private static let characterRamp = " .:-=+*#%@".unicodeScalars.map { Glyph($0) }

  private func colorBlock(
    _ halves: (top: Color, bottom: Color), column: Int, row: Int
  ) -> PaletteCell {
    let top = OrderedDither.primary(halves.top.rawValue, column: column, halfRow: row * 2)
    let bottom = OrderedDither.primary(halves.bottom.rawValue, column: column, halfRow: row * 2 + 1)
    return PaletteCell(
      glyph: top == bottom ? .space : .upperHalf, foreground: top, background: bottom)
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
