/// Which parts of a cell a block glyph fills, as bits of a raster of 2 by 6 that all of them fit: the
/// bit of column x and row y is `y * 2 + x`.
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

  /// What is filled here and not there.
  @inline(__always)
  var inverse: MosaicMask { MosaicMask(rawValue: ~rawValue) }

  @inline(__always)
  func intersection(_ other: MosaicMask) -> MosaicMask {
    MosaicMask(rawValue: rawValue & other.rawValue)
  }

  /// The mask of four pixels, two across and two down, bits from the upper left in reading order.
  @inline(__always)
  package init(quadrants bits: UInt32) {
    // Each row of pixels fills three of the raster: 0x15 repeats its two bits as often.
    self.init(rawValue: (bits & 3) &* 0x15 | (bits >> 2 & 3) &* 0x540)
  }

  /// The mask of six pixels, two across and three down, bits from the upper left in reading order.
  @inline(__always)
  package init(sextants bits: UInt32) {
    self.init(
      rawValue: (bits & 3) &* 0x5 | (bits >> 2 & 3) &* 0x50 | (bits >> 4 & 3) &* 0x500)
  }

  /// The pixels two across and two down whose upper left parts are filled.
  @inline(__always)
  var quadrants: UInt32 { rawValue & 3 | rawValue >> 4 & 0xC }

  /// The pixels two across and three down whose upper left parts are filled.
  @inline(__always)
  var sextants: UInt32 { rawValue & 3 | rawValue >> 2 & 0xC | rawValue >> 4 & 0x30 }

  /// Whether it is made of sixths of the cell.
  @inline(__always)
  var isSextants: Bool { rawValue == MosaicMask(sextants: sextants).rawValue }

  /// Whether it is made of quarters of the cell.
  @inline(__always)
  var isQuadrants: Bool {
    // Equal rows 0, 1 and 2, and 3, 4 and 5.
    rawValue == (rawValue & 3) &* 0x15 | (rawValue >> 6 & 3) &* 0x540
  }
}
