import Models

/// How the pixels of a row of cells become glyphs and colours (docs/decisions/cells-glyphs.md).
///
/// A cell's mosaic decides everything else that depends on the glyph set.
struct Blitter {
  /// How many pixels a cell shows, across and down.
  let raster: PixelSize
  /// The fallback for a terminal that cannot draw its glyphs.
  let coarser: GlyphSet?
  /// Whether its glyphs are block elements.
  let hasBlocks: Bool
  /// Sets cells from the pixels of their row.
  let blit: (PixelRow, UnsafeMutableBufferPointer<Cell>) -> Void

  /// The blitter of a set.
  static func of(_ set: GlyphSet) -> Blitter {
    switch set {
    case .ascii: Blitter(1, 1, coarser: nil, hasBlocks: false, shades)
    case .space: Blitter(1, 1, coarser: .ascii, hasBlocks: false, spaces)
    case .half: Blitter(1, 2, coarser: .space, hasBlocks: true, halves)
    case .quadrant: Blitter(2, 2, coarser: .half, hasBlocks: true, quadrants)
    case .sextant: Blitter(2, 3, coarser: .quadrant, hasBlocks: true, sextants)
    }
  }

  private init(
    _ width: Int, _ height: Int, coarser: GlyphSet?, hasBlocks: Bool,
    _ blit: @escaping (PixelRow, UnsafeMutableBufferPointer<Cell>) -> Void
  ) {
    raster = PixelSize(width: width, height: height)
    self.coarser = coarser
    self.hasBlocks = hasBlocks
    self.blit = blit
  }
}

private func shades(_ row: PixelRow, _ cells: UnsafeMutableBufferPointer<Cell>) {
  for column in cells.indices {
    cells[column] = Cell(
      glyph: .shade, foreground: Color(rawValue: row.pixel(column, 0)), background: .black)
  }
}

private func spaces(_ row: PixelRow, _ cells: UnsafeMutableBufferPointer<Cell>) {
  for column in cells.indices {
    cells[column] = Cell(
      glyph: .space, foreground: .black, background: Color(rawValue: row.pixel(column, 0)))
  }
}

private func halves(_ row: PixelRow, _ cells: UnsafeMutableBufferPointer<Cell>) {
  if let top = row.line(0, count: cells.count), let bottom = row.line(1, count: cells.count) {
    for column in cells.indices {
      cells[column] = Cell(
        glyph: .upperHalf, foreground: Color(rawValue: top[column]),
        background: Color(rawValue: bottom[column]))
    }
  } else {
    for column in cells.indices {
      cells[column] = Cell(
        glyph: .upperHalf, foreground: Color(rawValue: row.pixel(column, 0)),
        background: Color(rawValue: row.pixel(column, 1)))
    }
  }
}

private func quadrants(_ row: PixelRow, _ cells: UnsafeMutableBufferPointer<Cell>) {
  mosaics(row, cells, lines: 2) { pixels, usual in
    TwoColors(quadrants: pixels, usual: usual.isQuadrants ? usual.quadrants : 0)
  } mask: {
    MosaicMask(quadrants: $0)
  }
}

private func sextants(_ row: PixelRow, _ cells: UnsafeMutableBufferPointer<Cell>) {
  mosaics(row, cells, lines: 3) { pixels, usual in
    TwoColors(sextants: pixels, usual: usual.isSextants ? usual.sextants : 0)
  } mask: {
    MosaicMask(sextants: $0)
  }
}

/// - Parameter reduce: Receives the mask the cell had in the previous frame; empty if that lacked
///   the upper left part.
@inline(__always)
private func mosaics(
  _ row: PixelRow, _ cells: UnsafeMutableBufferPointer<Cell>, lines: Int,
  reduce: (UnsafeMutableBufferPointer<CellPixel>, MosaicMask) -> TwoColors,
  mask: (UInt32) -> MosaicMask
) {
  withUnsafeTemporaryAllocation(of: CellPixel.self, capacity: TwoColors.room) { pixels in
    for column in cells.indices {
      for line in 0..<lines {
        pixels[line &* 2] = CellPixel(row.pixel(column &* 2, line))
        pixels[line &* 2 &+ 1] = CellPixel(row.pixel(column &* 2 &+ 1, line))
      }
      let usual = MosaicMask(scalar: cells[column].glyph.rawValue) ?? .empty
      cells[column] = Cell(
        reduce(pixels, usual.rawValue & 1 == 0 ? .empty : usual), mask: mask)
    }
  }
}

extension Cell {
  /// A cell of pixels in two colours. If all pixels are equal it is a space; if only the two means
  /// are, the parts are kept for the next frame.
  @inline(__always)
  fileprivate init(_ colors: TwoColors, mask: (UInt32) -> MosaicMask) {
    let mask = mask(colors.bits)
    guard mask != .full else {
      self.init(glyph: .space, foreground: .black, background: Color(rawValue: colors.first))
      return
    }
    self.init(
      glyph: mask.glyph, foreground: Color(rawValue: colors.first),
      background: Color(rawValue: colors.second))
  }
}
