import Models

/// How a frame is drawn on screen.
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

  /// The glyph set of the frame's cells; with images, it is for the cells between them.
  package var glyphs: GlyphSet {
    switch self {
    case .glyphs(let set): set
    case .pixels: .half
    }
  }
}
