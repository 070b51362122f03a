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

  static func of(_ set: GlyphSet) -> Blitter {
    switch set {
    case .ascii: Blitter(1, 1, coarser: nil, hasBlocks: false, shades)
    case .space: Blitter(1, 1, coarser: .ascii, hasBlocks: false, spaces)
    case .half: Blitter(1, 2, coarser: .space, hasBlocks: true, halves)
    case .quadrant: Blitter(2, 2, coarser: .half, hasBlocks: true, quadrants)
    case .sextant: Blitter(2, 3, coarser: .quadrant, hasBlocks: true, sextants)
    case .octant: Blitter(2, 4, coarser: .sextant, hasBlocks: true, octants)
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
  mosaics(row, cells, of: Quadrants.self)
}

private func sextants(_ row: PixelRow, _ cells: UnsafeMutableBufferPointer<Cell>) {
  mosaics(row, cells, of: Sextants.self)
}

private func octants(_ row: PixelRow, _ cells: UnsafeMutableBufferPointer<Cell>) {
  mosaics(row, cells, of: Octants.self)
}

@inline(__always)
private func mosaics<Glyphs: MosaicGlyphs>(
  _ row: PixelRow, _ cells: UnsafeMutableBufferPointer<Cell>, of glyphs: Glyphs.Type
) {
  withUnsafeTemporaryAllocation(of: CellPixels.self, capacity: Glyphs.lines * 2) { pixels in
    for start in stride(from: 0, to: cells.count, by: TwoColors.cellCount) {
      for line in 0..<Glyphs.lines {
        let (left, right) = row.pairs(start, line)
        pixels[line &* 2] = CellPixels(left)
        pixels[line &* 2 &+ 1] = CellPixels(right)
      }
      let cells = UnsafeMutableBufferPointer(rebasing: cells[start...].prefix(TwoColors.cellCount))
      let colors = TwoColors(UnsafeBufferPointer(pixels), usual: recent(cells, glyphs))
      for lane in 0..<TwoColors.cellCount where lane < cells.count {
        cells[lane] = Cell(
          colors.bits[lane], first: colors.first[lane], second: colors.second[lane], of: glyphs)
      }
    }
  }
}

/// The pixels in the first colour in the previous frame; 0 where there are none, or all.
@inline(__always)
private func recent<Glyphs: MosaicGlyphs>(
  _ cells: UnsafeMutableBufferPointer<Cell>, _ glyphs: Glyphs.Type
) -> SIMD4<UInt32> {
  func pixels(_ lane: Int) -> UInt32 {
    guard lane < cells.count, let pixels = Glyphs.pixels(cells[lane].glyph.rawValue) else {
      return 0
    }
    return pixels == Glyphs.all ? 0 : pixels
  }
  return SIMD4(pixels(0), pixels(1), pixels(2), pixels(3))
}

extension Cell {
  /// A cell of pixels in two colours. If all pixels are equal it is a space; if only the two means
  /// are, the parts are kept for the next frame.
  @inline(__always)
  fileprivate init<Glyphs: MosaicGlyphs>(
    _ bits: UInt32, first: UInt32, second: UInt32, of glyphs: Glyphs.Type
  ) {
    guard bits != Glyphs.all else {
      self.init(glyph: .space, foreground: .black, background: Color(rawValue: first))
      return
    }
    self.init(
      glyph: Glyph(rawValue: Glyphs.scalar(bits)), foreground: Color(rawValue: first),
      background: Color(rawValue: second))
  }
}
