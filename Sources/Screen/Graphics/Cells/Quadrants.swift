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
