import CellGraphics

extension TerminalModel.Cell {
  /// Whether this looks like a cell of a surface.
  package func shows(_ cell: CellGraphics.Cell) -> Bool {
    if let halves = cell.halves {
      guard let shown = self.halves else { return false }
      return shown.top == halves.top.hexadecimal && shown.bottom == halves.bottom.hexadecimal
    }
    if cell.glyph == .continuation { return text.isEmpty }
    return text.unicodeScalars.first?.value == cell.glyph.rawValue && !isReverse && !isBold
      && foreground.rgb == cell.foreground.hexadecimal
      && background.rgb == cell.background.hexadecimal
  }
}

extension CellGraphics.Color {
  /// As 0xRRGGBB, as the model has it.
  fileprivate var hexadecimal: UInt32 {
    UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }
}
