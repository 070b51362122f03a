/// A cell as two flat colours: the common form of all block glyphs.
package struct Mosaic: Hashable, Sendable {
  /// The parts in the first colour; the others are in the second.
  package var mask: MosaicMask
  package var first: Color
  package var second: Color

  /// One colour.
  package static func flat(_ color: Color) -> Mosaic {
    Mosaic(mask: .empty, first: color, second: color)
  }

  package var mean: Color {
    if mask == .upperHalf { return first.mean(with: second) }
    let part = UInt32(mask.count)
    func mean(_ first: UInt8, _ second: UInt8) -> UInt8 {
      let sum = UInt32(first) * part + UInt32(second) * (24 - part)
      return UInt8(truncatingIfNeeded: sum / 24)
    }
    return Color(
      red: mean(first.red, second.red), green: mean(first.green, second.green),
      blue: mean(first.blue, second.blue))
  }
}

extension Cell {
  /// The cell's colours, if its glyph consists of quarters, sixths or eighths of the cell.
  package var mosaic: Mosaic? {
    MosaicMask(glyph: glyph).map { Mosaic(mask: $0, first: foreground, second: background) }
  }
}
