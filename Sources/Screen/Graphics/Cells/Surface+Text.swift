import Models

extension Surface {
  /// Writes a line of text, one character a cell and two for a wide one.
  ///
  /// A cell holds one scalar; see `CleanText.shownScalars`. A character that no longer fits ends the
  /// line.
  ///
  /// - Parameters:
  ///   - text: What to write.
  ///   - column: Where the text begins; what lies outside the surface is not drawn.
  ///   - row: The row of all of it.
  ///   - maxColumns: Where the text is cut, in columns from the first.
  ///   - foreground: The colour of the glyphs.
  ///   - background: `nil` keeps of each cell the mean of what is behind the text.
  ///   - attributes: How the glyphs look, as far as the terminal can.
  /// - Returns: The columns used.
  @discardableResult
  package mutating func drawText(
    _ text: CleanText, column: Int, row: Int, maxColumns: Int, foreground: Color,
    background: Color?, attributes: GlyphAttributes = []
  ) -> Int {
    var used = 0
    let text = isPlain ? text.plain(columns: maxColumns) : text
    for scalar in text.shownScalars {
      let glyph = Glyph(scalar)
      let width = glyph.columns
      guard used + width <= maxColumns else { break }
      // A space looks the same anyhow, and blocks belong to pictures.
      let isBlock = MosaicMask(scalar: scalar.value) != nil
      let styled = isBlock ? glyph : Glyph(scalar, attributes)
      for part in [styled, .continuation].prefix(width) {
        let behind = background ?? backdrop(column: column + used, row: row).mean
        self[column + used, row] = Cell(glyph: part, foreground: foreground, background: behind)
        used += 1
      }
    }
    return used
  }
}

extension Cell {
  /// The colour of the cell seen from afar; of text only its background counts.
  package var mean: Color {
    glyph == .shade ? foreground : mosaic?.mean ?? background
  }
}
