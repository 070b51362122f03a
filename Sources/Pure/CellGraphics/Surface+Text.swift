import Models

extension Surface {
  /// Writes a line of text, one character a cell and two for a wide one.
  ///
  /// A cell holds one scalar: marks that combine with a letter are left out, a flag shows as its
  /// two letters. A wide character that no longer fits ends the line.
  ///
  /// - Parameters:
  ///   - text: What to write.
  ///   - column: Where the text begins; what lies outside the surface is not drawn.
  ///   - row: The row of all of it.
  ///   - maxColumns: Where the text is cut, in columns from the first.
  ///   - foreground: The colour of the glyphs.
  ///   - background: `nil` keeps of each cell the mean of what is behind the text.
  /// - Returns: The columns used.
  @discardableResult
  package mutating func drawText(
    _ text: CleanText, column: Int, row: Int, maxColumns: Int, foreground: Color, background: Color?
  ) -> Int {
    var used = 0
    func draw(_ glyph: Glyph, into surface: inout Surface) {
      let behind = background ?? surface.backdrop(column: column + used, row: row).mean
      surface[column + used, row] = Cell(
        glyph: glyph, foreground: foreground, background: behind)
      used += 1
    }
    for character in text.string {
      let width = character.displayWidth
      guard used + width <= maxColumns else { break }
      for scalar in character.unicodeScalars.prefix(width) where scalar.isRegionalIndicator {
        // U+1F1E6 is the indicator of the letter A.
        draw(Glyph(rawValue: scalar.value - 0x1F1E6 + 0x41), into: &self)
      }
      guard let first = character.unicodeScalars.first, !first.isRegionalIndicator, width > 0
      else { continue }
      draw(Glyph(first), into: &self)
      if width == 2 { draw(.continuation, into: &self) }
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
