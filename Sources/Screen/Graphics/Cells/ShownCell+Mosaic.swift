// Mosaics and shades, which only some glyph sets have.
extension ShownCell {
  /// The mark of a mosaic, whose mask is added: the first colour in the mask, the second in the rest.
  private static let mosaic: UInt32 = 0x20_0000
  /// The mark of a character of `BrightnessRamp`, whose step is added.
  private static let shade: UInt32 = 0x20_1000

  /// Which parts have the first colour, where the cell shows two flat colours.
  @inline(__always)
  var mask: MosaicMask? {
    if glyph == Self.halves { return .upperHalf }
    return glyph >> 12 == Self.mosaic >> 12 ? MosaicMask(rawValue: glyph) : nil
  }

  /// Whether the mask is one that halves do not have.
  @inline(__always)
  var isMosaic: Bool { glyph >> 12 == Self.mosaic >> 12 }

  /// Which step of the ramp the cell shows.
  @inline(__always)
  var shadeStep: Int? {
    glyph >> 12 == Self.shade >> 12 ? Int(glyph & 0xFFF) : nil
  }

  /// What `glyph` is for a mask: never two ways for the same parts in the same colours.
  @inline(__always)
  static func glyph(of mask: MosaicMask) -> UInt32 {
    mask == .upperHalf ? halves : mosaic | mask.rawValue
  }

  /// What `glyph` is for a step of the ramp.
  @inline(__always)
  static func glyph(ofShade step: Int) -> UInt32 {
    shade | UInt32(truncatingIfNeeded: step)
  }

  /// Sets what the cell shows from now on: a glyph that fills some parts in one colour.
  @inline(__always)
  mutating func show(_ mask: MosaicMask, _ first: UInt32, _ second: UInt32) {
    // The upper left part is the first colour's, and a single colour fills both halves.
    switch mask {
    case .empty: show(Self.halves, second, second)
    case .full: show(Self.halves, first, first)
    case _ where mask.rawValue & 1 == 0: show(Self.glyph(of: mask.inverse), second, first)
    default: show(Self.glyph(of: mask), first, second)
    }
  }
}
