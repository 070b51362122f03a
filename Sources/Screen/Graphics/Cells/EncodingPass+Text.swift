import Models

/// Cells of text: glyph and foreground are always exact. The background may have the same error as
/// the frame's colours, since it follows the moving frame behind.
extension EncodingPass {
  /// The columns of a glyph that can be shown as text in a cell; 0 if it must be left out: it has
  /// no glyph, or is wide and its right half is missing, masked or outside.
  func textColumns(of glyph: Glyph, column: Int, index: Int) -> Int {
    if 0x21..<0x7F ~= glyph.rawValue { return 1 }
    let columns = glyph.columns
    guard columns == 2 else { return columns }
    let hasRightHalf =
      column &+ 1 < size.columns && cells[index &+ 1].glyph == .continuation
      && !isMasked[index &+ 1]
    return hasRightHalf ? 2 : 0
  }

  mutating func encodeText(_ cell: Cell, columns: Int, column: Int, row: Int, index: Int) {
    let glyph = cell.glyph.rawValue & ~hiddenAttributes.rawValue
    let background = cell.background.rawValue
    let bestBackground = coding.code(for: background)
    let foreground = legibleCode(for: cell.foreground.rawValue, on: background, bestBackground)
    shown[index].want(cell.foreground.rawValue, background)
    let old = shown[index]
    let showsGlyph =
      old.glyph == glyph && old.first == foreground
      && (columns == 1 || shown[index &+ 1].glyph == Glyph.continuation.rawValue)
    if showsGlyph, old.second == bestBackground {
      shown[index].age = 0
      return
    }
    if keeps(index, isKnown: showsGlyph) { return }
    /// For the background of a cell with the right glyph; it covers about two halves.
    func error(of code: UInt32) -> Int { 2 &* excess(code, bestBackground, background) }
    let oldError = showsGlyph ? error(of: old.second) : infinite
    let setsForeground = pen.foreground != foreground
    let length =
      moveLength(toColumn: column, row: row) &+ 1
      &+ (setsForeground ? 3 &+ coding.length(of: foreground, isForeground: true) : 0)
    let newLength =
      length &+ (setsForeground ? 1 : 3) &+ coding.length(of: bestBackground, isForeground: false)
    let newCost = price &* newLength
    let keptError = pen.background == Pen.unknown ? infinite : error(of: pen.background)
    let keptCost = keptError &* old.weightOfNew &+ price &* length
    let keepsBackground = keptCost < newCost || keptError == 0
    let newError = keepsBackground ? keptError : 0
    if oldError &* old.weight <= min(keptCost, newCost) || newError >= oldError {
      return skip(index)
    }

    guard
      write(
        glyph: glyph, columns: columns,
        foreground: setsForeground ? foreground : nil,
        background: keepsBackground ? nil : bestBackground, column: column, row: row)
    else { return }
    if newError > 0 { inexactCount &+= 1 }
    shown[index].show(glyph, foreground, pen.background)
    if columns == 2 {
      shown[index &+ 1].show(Glyph.continuation.rawValue, foreground, pen.background)
    }
  }

  /// The code of a text's foreground; where a palette has only one colour for text and background,
  /// black or white, whichever is legible.
  private func legibleCode(for color: UInt32, on background: UInt32, _ code: UInt32) -> UInt32 {
    let best = coding.code(for: color)
    if best != code || color == background { return best }
    return coding.code(for: OrderedDither.luma(background) < 128 ? 0xFF_FFFF : 0)
  }
}
