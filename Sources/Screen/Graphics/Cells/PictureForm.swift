import Models

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

  /// The characters the picture's cells are made of; where images are, these are for what stands
  /// between them.
  package var glyphs: GlyphSet {
    switch self {
    case .glyphs(let set): set
    case .pixels: .half
    }
  }
}
