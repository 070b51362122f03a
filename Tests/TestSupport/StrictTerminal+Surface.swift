import Graphics

extension StrictTerminal.Pixel {
  /// Whether this looks like a cell of a surface.
  package func shows(_ cell: Cell) -> Bool {
    if let mosaic = cell.mosaic { return parts == mosaic.parts && attributes.isEmpty }
    return glyph == cell.glyph.scalarValue && attributes == cell.glyph.attributes
      && foreground == cell.foreground.rawValue && background == cell.background.rawValue
  }

  /// The colours of the 24 parts, in reading order, or `nil` for text.
  package var parts: [UInt32]? {
    MosaicMask(glyph: Glyph(rawValue: glyph))?.parts(foreground, background)
  }
}

extension Mosaic {
  /// The colours of the 24 parts, in reading order.
  package var parts: [UInt32] { mask.parts(first.rawValue, second.rawValue) }
}

extension MosaicMask {
  /// What each of the 24 parts has, in reading order.
  func parts<Value>(_ first: Value, _ second: Value) -> [Value] {
    (UInt32(0)..<24).map { rawValue >> $0 & 1 != 0 ? first : second }
  }
}
