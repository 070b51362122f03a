/// The character in a cell's foreground colour: one Unicode scalar, bold or italic if it is text.
package struct Glyph: Hashable, Sendable, RawRepresentable {
  package let rawValue: UInt32

  /// A scalar value that cannot stand alone in a cell (a control or combining character, or not a
  /// scalar) is shown as a space.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package init(_ scalar: Unicode.Scalar, _ attributes: GlyphAttributes = []) {
    rawValue = scalar.value | attributes.rawValue
  }

  /// The scalar's value without attributes.
  package var scalarValue: UInt32 { rawValue & ~GlyphAttributes.all.rawValue }

  package var attributes: GlyphAttributes {
    GlyphAttributes(rawValue: rawValue & GlyphAttributes.all.rawValue)
  }

  package static let space = Glyph(" ")
  /// U+2580: the upper half in the foreground colour, the lower in the background colour.
  package static let upperHalf = Glyph("\u{2580}")
  /// U+2584: the lower half in the foreground colour, the upper in the background colour.
  package static let lowerHalf = Glyph("\u{2584}")
  /// U+2588: the whole cell in the foreground colour.
  package static let full = Glyph("\u{2588}")
  /// The right half of the wide glyph in the cell to the left; the first value beyond all scalars.
  package static let continuation = Glyph(rawValue: 0x11_0000)
  /// A part of a frame that the terminal shows as an image; see `SurfaceImage`.
  package static let image = Glyph(rawValue: 0x11_0001)

  /// A character about as bright as the foreground colour, in the closest shade of it: a pixel for
  /// terminals without blocks.
  package static let shade = Glyph(rawValue: 0x11_0002)

  /// How many columns it takes: 2 for a wide glyph, 0 for one that cannot stand alone.
  package var columns: Int {
    guard let scalar = Unicode.Scalar(scalarValue) else { return 0 }
    return scalar.displayWidth
  }
}

/// Text attributes, as bits of a glyph's raw value beyond all scalars: the encoder compares both at
/// once.
package struct GlyphAttributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static let bold = GlyphAttributes(rawValue: 1 << 28)
  package static let italic = GlyphAttributes(rawValue: 1 << 29)
  package static let all: GlyphAttributes = [.bold, .italic]
}
