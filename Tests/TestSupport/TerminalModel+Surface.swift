import Graphics

extension TerminalModel.Cell {
  /// Whether this looks like a cell of a surface.
  package func shows(_ cell: Graphics.Cell) -> Bool {
    if let mosaic = cell.mosaic {
      return parts == mosaic.mask.parts(mosaic.first.hexadecimal, mosaic.second.hexadecimal)
    }
    if cell.glyph == .continuation { return text.isEmpty }
    let attributes = cell.glyph.attributes
    return text.unicodeScalars.first?.value == cell.glyph.scalarValue && !isReverse
      && isBold == attributes.contains(.bold) && isItalic == attributes.contains(.italic)
      && foreground.rgb == cell.foreground.hexadecimal
      && background.rgb == cell.background.hexadecimal
  }
}

extension TerminalModel.Cell {
  /// The colours of the 24 parts of a cell of blocks, in reading order; `nil` for other text.
  private var parts: [UInt32?]? {
    guard let scalar = text.unicodeScalars.first else { return nil }
    // A no-break space counts as a blank, as in ncurses.
    let glyph = scalar == "\u{A0}" ? Glyph.space : Glyph(scalar)
    let (front, back) = isReverse ? (background, foreground) : (foreground, background)
    return MosaicMask(glyph: glyph)?.parts(front.rgb, back.rgb)
  }
}

extension Graphics.Color {
  /// The colour as 0xRRGGBB, like in the model.
  fileprivate var hexadecimal: UInt32 {
    UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }
}
