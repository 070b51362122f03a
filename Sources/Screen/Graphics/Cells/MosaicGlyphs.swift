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

extension MosaicGlyphs {
  /// All pixels.
  @inline(__always)
  static var all: UInt32 { 1 &<< UInt32(lines &* 2) &- 1 }
}
