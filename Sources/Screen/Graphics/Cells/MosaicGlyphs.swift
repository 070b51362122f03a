/// Glyphs that each fill some of a cell's pixels, two across.
protocol MosaicGlyphs {
  /// How many pixels there are, down.
  static var lines: Int { get }

  /// The scalar that fills some pixels.
  ///
  /// - Parameter pixels: Bits in reading order.
  static func scalar(_ pixels: UInt32) -> UInt32

  /// The pixels that a scalar fills; `nil` if that is not possible.
  static func pixels(_ scalar: UInt32) -> UInt32?
}

/// The quadrants of Unicode's block elements (U+2580 to U+259F).
enum Quadrants: MosaicGlyphs {
  static var lines: Int { 2 }

  @inline(__always)
  static func scalar(_ pixels: UInt32) -> UInt32 {
    // The lowest byte of each scalar; a space is the only one with another byte before it.
    let bytes: UInt64 = pixels & 8 == 0 ? 0x9B9E_8C96_809D_9800 : 0x889F_9984_9C90_9A97
    let byte = UInt32(truncatingIfNeeded: bytes &>> (UInt64(pixels & 7) &* 8)) & 0xFF
    return byte == 0 ? 0x20 : 0x2500 | byte
  }

  @inline(__always)
  static func pixels(_ scalar: UInt32) -> UInt32? {
    guard scalar &>> 5 == 0x2580 &>> 5 else { return scalar == 0x20 ? 0 : nil }
    // 0 for those of other shapes.
    let nibbles: UInt64 = scalar & 16 == 0 ? 0x0005_000F_000C_0003 : 0xE62B_79D1_8400_000A
    let pixels = UInt32(truncatingIfNeeded: nibbles &>> (UInt64(scalar & 15) &* 4)) & 15
    return pixels == 0 ? nil : pixels
  }
}

/// The block sextants (U+1FB00 to U+1FB3B): in the order of their bits, without those that existed
/// as block elements: nothing, the left half (21), the right half (42) and everything.
enum Sextants: MosaicGlyphs {
  static var lines: Int { 3 }

  @inline(__always)
  static func scalar(_ pixels: UInt32) -> UInt32 {
    switch pixels {
    case 0: 0x20
    case 21: 0x258C
    case 42: 0x2590
    case 63: 0x2588
    default: 0x1FB00 &- 1 &+ pixels &- (pixels > 21 ? 1 : 0) &- (pixels > 42 ? 1 : 0)
    }
  }

  @inline(__always)
  static func pixels(_ scalar: UInt32) -> UInt32? {
    let index = scalar &- 0x1FB00
    // In 0 to 19, 20 to 39 and 40 to 59, zero, one and two shapes have been skipped.
    if index < 60 { return index &+ 1 &+ (index >= 20 ? 1 : 0) &+ (index >= 40 ? 1 : 0) }
    return switch scalar {
    case 0x20: 0
    case 0x258C: 21
    case 0x2590: 42
    case 0x2588: 63
    default: nil
    }
  }
}
