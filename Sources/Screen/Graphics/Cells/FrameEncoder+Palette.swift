import Models

// Frames of eight colours, or two: every differing cell is sent, since no colours are close to each
// other.
extension FrameEncoder {
  /// Appends the cells that the terminal does not show yet.
  ///
  /// - Returns: The number of bytes appended.
  mutating func encodePalette(_ surface: Surface, into output: inout [UInt8]) -> Int {
    surface.mapToPalette(
      depth, glyphs: hasUnicode || !glyphs.hasBlocks ? glyphs : .ascii, ditherRow: ditherRow,
      into: &paletteCells)
    let start = output.count
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let index = row * size.columns + column
        guard !isMasked[index] else { continue }
        let (glyph, cell) = (paletteGlyph(at: index, column: column), paletteCells[index])
        let (foreground, background) = (UInt32(cell.foreground), UInt32(cell.background))
        let known = shown[index]
        if known.glyph == glyph.rawValue, known.first == foreground, known.second == background {
          continue
        }
        shown[index].show(glyph.rawValue, foreground, background)
        // The right half is drawn with the left one.
        guard glyph != .continuation else { continue }
        if pen.row != row || pen.column != column {
          output.append(contentsOf: "\u{1B}[\(row + 1);\(column + 1)H".utf8)
        }
        setPen(foreground, background, glyph.attributes.rawValue, into: &output)
        let scalar = Unicode.Scalar(glyph.scalarValue) ?? " "
        output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        let end = column + glyph.columns
        // As in `EncodingPass.write`.
        (pen.column, pen.row) = (end, end >= size.columns || glyph.columns > 1 ? -1 : row)
      }
    }
    isExact = true
    return output.count - start
  }

  /// The visible form of a cell's glyph: a space for one that is invalid there.
  private func paletteGlyph(at index: Int, column: Int) -> Glyph {
    let cell = paletteCells[index]
    func isFree(_ offset: Int) -> Bool {
      (0..<size.columns).contains(column + offset) && !isMasked[index + offset]
    }
    if cell.glyph == .continuation {
      let isDrawn = hasUnicode && isFree(-1) && paletteCells[index - 1].glyph.columns == 2
      return isDrawn ? .continuation : .space
    }
    guard hasUnicode || cell.glyph.scalarValue < 0x7F else { return .space }
    switch cell.glyph.columns {
    case 1: break
    case 2 where isFree(1) && paletteCells[index + 1].glyph == .continuation: break
    default: return .space
    }
    // Many terminals show bold black as grey.
    let isBold =
      cell.glyph.attributes.contains(.bold)
      && !(hasColors && min(cell.foreground, cell.background) == 0)
    return Glyph(
      rawValue: cell.glyph.scalarValue | (isBold ? GlyphAttributes.bold.rawValue : 0))
  }

  /// Appends the sequence that sets the pen's two colours (ECMA-48) and bold or not. Without
  /// colours there are only the terminal's own two; reverse video swaps them.
  private mutating func setPen(
    _ foreground: UInt32, _ background: UInt32, _ attributes: UInt32, into output: inout [UInt8]
  ) {
    guard
      pen.foreground != foreground || pen.background != background || pen.attributes != attributes
        || pen.needsReset
    else { return }
    let isBold = attributes != 0
    if hasColors {
      let reset = pen.needsReset ? "0;" : ""
      let weight = pen.attributes == attributes ? "" : isBold ? "1;" : "22;"
      output.append(
        contentsOf: "\u{1B}[\(reset)\(weight)\(30 + foreground);\(40 + background)m".utf8)
    } else {
      // Old terminals cannot reset one of them alone.
      let reverse = (background == 7) != isGroundLight ? ";7" : ""
      output.append(contentsOf: "\u{1B}[0\(isBold ? ";1" : "")\(reverse)m".utf8)
    }
    (pen.foreground, pen.background, pen.attributes) = (foreground, background, attributes)
    pen.needsReset = false
  }
}
