import Models

/// How a frame comes onto the screen.
package enum FrameForm: Hashable, Sendable {
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

  /// The characters the frame's cells are made of; where images are, these are for what stands
  /// between them.
  package var glyphs: GlyphSet {
    switch self {
    case .glyphs(let set): set
    case .pixels: .half
    }
  }
}
