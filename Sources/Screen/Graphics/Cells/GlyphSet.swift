import Models

/// The characters of frames, from the coarsest to the finest. `Blitter` defines how each makes
/// cells.
package enum GlyphSet: String, Hashable, Sendable, CaseIterable {
  /// One pixel per cell: a character of similar brightness, for terminals without UTF-8 or colours.
  case ascii
  /// One pixel per cell: a space in a background colour.
  case space
  /// One pixel across and two down: upper and lower half blocks.
  case half
  /// Two pixels across and two down, in two colours per cell: the quadrants of Unicode's block
  /// elements (U+2596 to U+259F).
  case quadrant
  /// Two pixels across and three down, in two colours per cell: the block sextants (U+1FB00 to
  /// U+1FB3B).
  case sextant
  /// Two pixels across and four down, in two colours per cell: the block octants of Unicode 16.
  case octant

  /// How many pixels a cell shows, across and down.
  package var raster: PixelSize { Blitter.of(self).raster }

  /// The fallback for a terminal that cannot draw this set; `nil` for ASCII, which all can.
  package var coarser: GlyphSet? { Blitter.of(self).coarser }

  /// Whether its glyphs are block elements, rather than characters every terminal has.
  package var hasBlocks: Bool { Blitter.of(self).hasBlocks }
}
