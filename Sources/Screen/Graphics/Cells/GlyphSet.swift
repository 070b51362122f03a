import Models

/// The characters frames are made of, from the coarsest to the finest. `Blitter` tells how cells
/// are made of each.
package enum GlyphSet: Hashable, Sendable, CaseIterable {
  /// One pixel a cell: a character about as bright, for terminals without UTF-8 or without colours.
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
  package var raster: PixelSize { Blitter.of(self).raster }

  /// The set that takes the place of this one on a terminal that cannot draw it; `nil` for ASCII,
  /// which all can.
  package var coarser: GlyphSet? { Blitter.of(self).coarser }

  /// Whether its glyphs are block elements, rather than what every terminal has.
  package var hasBlocks: Bool { Blitter.of(self).hasBlocks }
}
