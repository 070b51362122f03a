/// One character cell: a glyph in one colour on another.
package struct Cell: Hashable, Sendable {
  package var glyph: Glyph
  package var foreground: Color
  package var background: Color

  package init(glyph: Glyph, foreground: Color, background: Color) {
    self.glyph = glyph
    self.foreground = foreground
    self.background = background
  }

  /// A space on black.
  package static let blank = Cell(glyph: .space, foreground: .black, background: .black)

  /// The colours of the upper and the lower half, if the cell consists of two flat halves.
  package var halves: (top: Color, bottom: Color)? {
    switch glyph {
    case .upperHalf: (foreground, background)
    case .lowerHalf: (background, foreground)
    case .full: (foreground, foreground)
    case .space: (background, background)
    default: nil
    }
  }
}
