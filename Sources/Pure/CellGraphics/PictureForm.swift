import Models

/// The characters pictures are made of, from the coarsest to the finest. Each can do what those
/// before it can, but for `ascii`, which is for terminals without UTF-8 or without colours.
package enum GlyphSet: Hashable, Sendable, CaseIterable {
  /// One pixel a cell: a character about as bright.
  case ascii
  /// One pixel a cell: a space in a background colour.
  case space
  /// One pixel across and two down: upper and lower half blocks.
  case half
  /// Two pixels across and two down, in two colours a cell: the quadrants of Unicode's block
  /// elements (U+2596 to U+259F).
  case quadrant
  /// Two pixels across and three down, in two colours a cell: the block sextants (U+1FB00 to
  /// U+1FB3B).
  case sextant

  /// How many pixels a cell shows, across and down.
  package var raster: PixelSize {
    switch self {
    case .ascii, .space: PixelSize(width: 1, height: 1)
    case .half: PixelSize(width: 1, height: 2)
    case .quadrant: PixelSize(width: 2, height: 2)
    case .sextant: PixelSize(width: 2, height: 3)
    }
  }
}

/// How a picture comes onto the screen.
package enum PictureForm: Hashable, Sendable {
  /// As characters.
  case glyphs(GlyphSet)
  /// As an image of the terminal's own, with so many pixels a cell.
  case pixels(cell: PixelSize)

  /// How many pixels a cell shows, across and down.
  package var raster: PixelSize {
    switch self {
    case .glyphs(let set): set.raster
    case .pixels(let cell): cell
    }
  }
}
