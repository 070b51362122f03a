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
