/// What the terminal shows in one cell, as far as the encoder knows.
struct ShownCell: Equatable {
  /// `halves`, `unknown`, or the scalar of a text glyph, or `Glyph.continuation`.
  var glyph: UInt32

  /// The code of the upper half, or of the text's foreground.
  var first: UInt32

  /// The code of the lower half, or of the text's background.
  var second: UInt32

  /// The colours of the surface in the last frame, in the same order.
  var wantedFirst: UInt32 = 0
  var wantedSecond: UInt32 = 0

  /// Frames since the cell was last written or last correct.
  var age: UInt8 = 0

  /// Frames since the target colours last changed.
  var stillness: UInt8 = 0

  /// Two flat halves, drawn by any block glyph or space.
  static let halves: UInt32 = 0
  static let unknown = UInt32.max

  static let unknownCell = ShownCell(glyph: unknown, first: 0, second: 0)

  /// Notes the target of this frame.
  @inline(__always)
  mutating func want(_ first: UInt32, _ second: UInt32) {
    if wantedFirst == first && wantedSecond == second {
      if stillness < Self.highestStillness { stillness &+= 1 }
    } else {
      wantedFirst = first
      wantedSecond = second
      stillness = 0
    }
  }

  /// The colours of the target, without what else may be noted beside them.
  @inline(__always)
  var wantedColors: (first: UInt32, second: UInt32) {
    (wantedFirst & 0xFF_FFFF, wantedSecond & 0xFF_FFFF)
  }

  /// Sets the content of the cell.
  @inline(__always)
  mutating func show(_ glyph: UInt32, _ first: UInt32, _ second: UInt32) {
    self.glyph = glyph
    self.first = first
    self.second = second
    age = 0
  }

  /// The weight of an error in this cell, in units of `unitWeight`
  /// (docs/decisions/cells-encoder.md).
  ///
  /// It grows slowly with age: an old error is likely to stay. While the target does not change it
  /// doubles every 12 frames, so that a static frame becomes exact after some seconds at any
  /// lambda.
  @inline(__always)
  var weight: Int {
    let (doublings, rest) = Int(stillness).quotientAndRemainder(dividingBy: 12)
    return 2 &* (4 &+ Int(age)) &* (12 &+ rest) &<< doublings
  }

  /// The weight of an error that new content would leave: on a static surface it would stay, and
  /// soon have to be corrected.
  @inline(__always)
  var weightOfNew: Int { stillness >= 4 ? weight &* 16 : weight }

  /// The weight of a new error.
  static let unitWeight = 2 * 4 * 12

  /// Weights stay below 2^29 and errors below 2^23, so that products and sums fit in 63 bits even
  /// with `weightOfNew`.
  private static let highestStillness: UInt8 = 191

  @inline(__always)
  func showsHalves(_ top: UInt32, _ bottom: UInt32) -> Bool {
    glyph == Self.halves && first == top && second == bottom
  }
}

/// The terminal's cursor position and current colours.
struct Pen: Equatable {
  /// The code of the foreground colour, or `unknown`.
  var foreground = unknown
  /// The code of the background colour, or `unknown`.
  var background = unknown
  /// Whether attributes set by something else may still be on.
  var needsReset = true
  /// As bits of `GlyphAttributes`.
  var attributes: UInt32 = 0
  var column = 0
  /// -1 while the cursor position is unknown.
  var row = -1

  static let unknown = UInt32.max
}

// Mosaics and shades, which only some glyph sets use.
extension ShownCell {
  /// The tag of a mosaic, plus its mask: the first colour in the mask, the second in the rest.
  private static let mosaic: UInt32 = 0x100_0000
  /// The tag of a `BrightnessRamp` character, plus its step.
  private static let shade: UInt32 = 0x20_1000

  /// The parts in the first colour, if the cell shows two flat colours.
  @inline(__always)
  var mask: MosaicMask? {
    if glyph == Self.halves { return .upperHalf }
    return isMosaic ? MosaicMask(rawValue: glyph) : nil
  }

  /// Whether halves cannot represent the mask.
  @inline(__always)
  var isMosaic: Bool { glyph >> 24 == Self.mosaic >> 24 }

  /// The step of the ramp that the cell shows.
  @inline(__always)
  var shadeStep: Int? {
    glyph >> 12 == Self.shade >> 12 ? Int(glyph & 0xFFF) : nil
  }

  /// The value of `glyph` for a mask, unique for the same parts in the same colours.
  @inline(__always)
  static func glyph(of mask: MosaicMask) -> UInt32 {
    mask == .upperHalf ? halves : mosaic | mask.rawValue
  }

  /// The value of `glyph` for a step of the ramp.
  @inline(__always)
  static func glyph(ofShade step: Int) -> UInt32 {
    shade | UInt32(truncatingIfNeeded: step)
  }

  /// Sets the content of the cell: a glyph that fills some parts in one colour.
  @inline(__always)
  mutating func show(_ mask: MosaicMask, _ first: UInt32, _ second: UInt32) {
    // The upper left part has the first colour; a single colour fills both halves.
    switch mask {
    case .empty: show(Self.halves, second, second)
    case .full: show(Self.halves, first, first)
    case _ where mask.rawValue & 1 == 0: show(Self.glyph(of: mask.inverse), second, first)
    default: show(Self.glyph(of: mask), first, second)
    }
  }
}
