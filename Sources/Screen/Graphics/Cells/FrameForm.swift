import Models

package enum FrameForm: Hashable, Sendable {
  /// As characters.
  case glyphs(GlyphSet)
  /// As a terminal image, with this many pixels per cell.
  case pixels(cell: PixelSize)

  /// How many pixels a cell shows, across and down.
  package var raster: PixelSize {
    switch self {
    case .glyphs(let set): set.raster
    case .pixels(let cell): cell
    }
  }

  /// What the sides of a frame are multiples of, in pixels: a cell of characters has only two
  /// colours, and none to spare for the ground.
  package var unit: PixelSize {
    switch self {
    case .glyphs(let set): set.raster
    case .pixels: PixelSize(width: 1, height: 1)
    }
  }

  /// The glyph set of the frame's cells; with images, it is for the cells between them.
  package var glyphs: GlyphSet {
    switch self {
    case .glyphs(let set): set
    case .pixels: .half
    }
  }
}
