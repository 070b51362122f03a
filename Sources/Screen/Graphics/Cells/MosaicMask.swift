/// The parts of a cell that a block glyph fills, as bits of a 2 by 12 raster that fits all of them:
/// the bit of column x and row y is `y * 2 + x`.
package struct MosaicMask: Hashable, Sendable, RawRepresentable {
  package let rawValue: UInt32

  /// Bits beyond the raster are dropped.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue & 0xFF_FFFF
  }

  package static let empty = MosaicMask(rawValue: 0)
  package static let full = MosaicMask(rawValue: 0xFF_FFFF)
  package static let upperHalf = MosaicMask(rawValue: 0x000FFF)

  /// How many rows of parts a cell has.
  package static let rows = 12
  /// How many parts a cell has.
  package static let partCount = 24

  @inline(__always)
  var count: Int { rawValue.nonzeroBitCount }

  /// The parts that are not filled.
  @inline(__always)
  package var inverse: MosaicMask { MosaicMask(rawValue: ~rawValue) }

  @inline(__always)
  func intersection(_ other: MosaicMask) -> MosaicMask {
    MosaicMask(rawValue: rawValue & other.rawValue)
  }

  /// The mask of four pixels, two across and two down, bits in reading order.
  @inline(__always)
  package init(quadrants bits: UInt32) {
    // Each row of pixels fills six rows of the raster: 0x555 repeats its two bits six times.
    self.init(rawValue: (bits & 3) &* 0x555 | (bits >> 2 & 3) &* 0x55_5000)
  }

  /// The mask of six pixels, two across and three down, bits in reading order.
  @inline(__always)
  package init(sextants bits: UInt32) {
    self.init(
      rawValue: (bits & 3) &* 0x55 | (bits >> 2 & 3) &* 0x5500 | (bits >> 4 & 3) &* 0x55_0000)
  }

  /// The mask of eight pixels, two across and four down, bits in reading order.
  @inline(__always)
  package init(octants bits: UInt32) {
    let (upper, lower) = (
      (bits & 3) &* 0x15 | (bits >> 2 & 3) &* 0x540,
      (bits >> 4 & 3) &* 0x15 | (bits >> 6 & 3) &* 0x540
    )
    self.init(rawValue: upper | lower << 12)
  }

  /// The pixels, two across and two down, whose upper left parts are filled.
  @inline(__always)
  var quadrants: UInt32 { rawValue & 3 | rawValue >> 10 & 0xC }

  /// The pixels, two across and three down, whose upper left parts are filled.
  @inline(__always)
  var sextants: UInt32 { rawValue & 3 | rawValue >> 6 & 0xC | rawValue >> 12 & 0x30 }

  /// The pixels, two across and four down, whose upper left parts are filled.
  @inline(__always)
  var octants: UInt32 {
    rawValue & 3 | rawValue >> 4 & 0xC | rawValue >> 8 & 0x30 | rawValue >> 12 & 0xC0
  }

  /// Whether it consists of quarters of the cell.
  @inline(__always)
  var isQuadrants: Bool { rawValue == MosaicMask(quadrants: quadrants).rawValue }

  /// Whether it consists of sixths of the cell.
  @inline(__always)
  var isSextants: Bool { rawValue == MosaicMask(sextants: sextants).rawValue }
}

// The glyphs of Unicode that fill some parts.
extension MosaicMask {
  /// The scalar that fills these parts. The mask must consist of quarters, sixths or eighths of the
  /// cell.
  @inline(__always)
  var scalar: UInt32 {
    if isQuadrants { return Quadrants.scalar(quadrants) }
    return isSextants ? Sextants.scalar(sextants) : Octants.scalar(octants)
  }

  /// The glyph that fills these parts, likewise.
  package var glyph: Glyph { Glyph(rawValue: scalar) }

  /// The parts that a glyph fills; `nil` if it does not consist of quarters, sixths or eighths of the
  /// cell.
  package init?(glyph: Glyph) {
    self.init(scalar: glyph.rawValue)
  }

  @inline(__always)
  init?(scalar: UInt32) {
    if let quadrants = Quadrants.pixels(scalar) {
      self.init(quadrants: quadrants)
    } else if let sextants = Sextants.pixels(scalar) {
      self.init(sextants: sextants)
    } else if let octants = Octants.pixels(scalar) {
      self.init(octants: octants)
    } else {
      return nil
    }
  }
}
