/// The parts of a cell that a block glyph fills, as bits of a 2 by 6 raster that fits all of them:
/// the bit of column x and row y is `y * 2 + x`.
package struct MosaicMask: Hashable, Sendable, RawRepresentable {
  package let rawValue: UInt32

  /// Creates a mask; bits beyond the raster are dropped.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue & 0xFFF
  }

  package static let empty = MosaicMask(rawValue: 0)
  package static let full = MosaicMask(rawValue: 0xFFF)
  package static let upperHalf = MosaicMask(rawValue: 0x03F)

  /// How many parts a cell has.
  static let partCount = 12

  /// How many parts are filled.
  @inline(__always)
  var count: Int { rawValue.nonzeroBitCount }

  /// The parts filled here and not there.
  @inline(__always)
  var inverse: MosaicMask { MosaicMask(rawValue: ~rawValue) }

  @inline(__always)
  func intersection(_ other: MosaicMask) -> MosaicMask {
    MosaicMask(rawValue: rawValue & other.rawValue)
  }

  /// The mask of four pixels, two across and two down, bits in reading order.
  @inline(__always)
  package init(quadrants bits: UInt32) {
    // Each row of pixels fills three rows of the raster: 0x15 repeats its two bits three times.
    self.init(rawValue: (bits & 3) &* 0x15 | (bits >> 2 & 3) &* 0x540)
  }

  /// The mask of six pixels, two across and three down, bits in reading order.
  @inline(__always)
  package init(sextants bits: UInt32) {
    self.init(
      rawValue: (bits & 3) &* 0x5 | (bits >> 2 & 3) &* 0x50 | (bits >> 4 & 3) &* 0x500)
  }

  /// The pixels, two across and two down, whose upper left parts are filled.
  @inline(__always)
  var quadrants: UInt32 { rawValue & 3 | rawValue >> 4 & 0xC }

  /// The pixels, two across and three down, whose upper left parts are filled.
  @inline(__always)
  var sextants: UInt32 { rawValue & 3 | rawValue >> 2 & 0xC | rawValue >> 4 & 0x30 }

  /// Whether it consists of sixths of the cell.
  @inline(__always)
  var isSextants: Bool { rawValue == MosaicMask(sextants: sextants).rawValue }

  /// Whether it consists of quarters of the cell.
  @inline(__always)
  var isQuadrants: Bool {
    // Rows 0, 1 and 2 are equal, and rows 3, 4 and 5.
    rawValue == (rawValue & 3) &* 0x15 | (rawValue >> 6 & 3) &* 0x540
  }
}

// The block glyphs of Unicode: block elements (U+2580 to U+259F) and, of the symbols for legacy
// computing, the sextants (U+1FB00 to U+1FB3B).
extension MosaicMask {
  /// The scalar that fills these parts. The mask must consist of quarters or of sixths of the cell.
  @inline(__always)
  var scalar: UInt32 {
    if isQuadrants {
      let index = Int(quadrants)
      return index == 0 ? 0x20 : 0x2500 | UInt32(Self.quadrantBytes(index))
    }
    // In the order of their bits, without those that existed as block elements: nothing, the left
    // half (21), the right half (42) and everything.
    let bits = sextants
    return 0x1FB00 &- 1 &+ bits &- (bits > 21 ? 1 : 0) &- (bits > 42 ? 1 : 0)
  }

  /// The glyph that fills these parts. The mask must consist of quarters or of sixths of the cell.
  package var glyph: Glyph { Glyph(rawValue: scalar) }

  /// The parts that a glyph fills; `nil` if it does not consist of quarters or sixths of the cell.
  package init?(glyph: Glyph) {
    self.init(scalar: glyph.rawValue)
  }

  @inline(__always)
  init?(scalar: UInt32) {
    switch scalar {
    case 0x20: self = .empty
    case 0x2580...0x259F:
      let quadrants = Self.quadrants(Int(scalar & 0x1F))
      if quadrants == 0 { return nil }
      self.init(quadrants: quadrants)
    case 0x1FB00...0x1FB3B:
      let index = scalar &- 0x1FB00
      // In 0 to 19, 20 to 39 and 40 to 59, zero, one and two masks have been skipped.
      self.init(sextants: index &+ 1 &+ index / 20)
    default: return nil
    }
  }

  /// The set of quarters for each scalar from U+2580 on; 0 for those of other shapes.
  @inline(__always)
  private static func quadrants(_ index: Int) -> UInt32 {
    let nibbles: UInt64 = index < 16 ? 0x0005_000F_000C_0003 : 0xE62B_79D1_8400_000A
    return UInt32(truncatingIfNeeded: nibbles &>> (UInt64(index & 15) &* 4)) & 15
  }

  /// The lowest byte of the scalar for each set of quarters, whose bits are in reading order; the
  /// first has none.
  @inline(__always)
  private static func quadrantBytes(_ index: Int) -> UInt8 {
    let bytes: UInt64 = index < 8 ? 0x9B9E_8C96_809D_9800 : 0x889F_9984_9C90_9A97
    return UInt8(truncatingIfNeeded: bytes &>> (UInt64(index & 7) &* 8))
  }
}
