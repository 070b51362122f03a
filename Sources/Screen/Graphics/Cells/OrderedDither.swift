/// Ordered dithering: each position has its own threshold, the same in every frame, so that a
/// static frame does not flicker and a moving one does not boil (docs/decisions/cells-palettes.md).
enum OrderedDither {
  /// The 4 x 4 Bayer matrix (B. E. Bayer, 1973): each of 0...15 once.
  ///
  /// - Parameter isStriped: Whether all upper halves come before all lower ones.
  @inline(__always)
  private static func rank(column: Int, halfRow: Int, isStriped: Bool = false) -> Int {
    // Interleaving the bits of x ^ y and y, the lowest first, builds the matrix.
    let y = halfRow & 3
    let mixed = (column ^ halfRow) & 3
    let (odd, lower) = (mixed & 1, y & 1)
    return (isStriped ? lower << 3 | odd << 2 : odd << 3 | lower << 2) | (mixed & 2) | y >> 1
  }

  /// The threshold of a position, in 8...248.
  static func threshold(column: Int, halfRow: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: rank(column: column, halfRow: halfRow) &* 16 &+ 8)
  }

  /// Returns the value of a colour at a position, so that two palette colours are mixed. A palette
  /// colour stays.
  ///
  /// - Parameters:
  ///   - color: The frame's.
  ///   - isStriped: Whether the cells of a mix have its second colour in the same half.
  ///   - matcher: Which colours are mixed.
  ///   - code: Returns the closest code of a colour.
  @inline(__always)
  static func target(
    _ color: UInt32, column: Int, halfRow: Int, isStriped: Bool, _ matcher: PaletteMatcher,
    codeOf: (UInt32) -> UInt32
  ) -> UInt32 {
    if matcher.color(of: codeOf(color)) == color { return color }
    let match = matcher.match(for: color)
    let (firstCode, secondCode) = (UInt32(match.first), UInt32(match.second))
    let (first, second) = (matcher.color(of: firstCode), matcher.color(of: secondCode))
    guard first != second else { return first }
    // Both in parts of 32: a colour half-way between the two gets each at half of the positions.
    let part = matcher.part(of: color, first, second)
    let step = Int32(
      truncatingIfNeeded:
        rank(column: column, halfRow: halfRow, isStriped: isStriped) &* 2 &+ 1)
    let isSecond = step < part
    let (own, other, code) =
      isSecond ? (second, first, secondCode) : (first, second, firstCode)
    // The closer the decision, the closer to the middle, so that a slight change costs nothing.
    let doubt = 16 &- min(abs(step &- part), 16)
    let target = packed(channels(own) &+ (channels(other) &- channels(own)) &* doubt / 32)
    return codeOf(target) == code ? target : own
  }

  @inline(__always)
  private static func channels(_ color: UInt32) -> SIMD4<Int32> {
    SIMD4(Int32(color & 0xFF), Int32(color >> 8 & 0xFF), Int32(color >> 16 & 0xFF), 0)
  }

  @inline(__always)
  private static func packed(_ channels: SIMD4<Int32>) -> UInt32 {
    UInt32(channels[0]) | UInt32(channels[1]) << 8 | UInt32(channels[2]) << 16
  }

  /// The luma of a colour (ITU-R BT.601), 0...255.
  static func luma(_ color: UInt32) -> UInt32 {
    (77 &* (color & 0xFF) &+ 150 &* (color >> 8 & 0xFF) &+ 29 &* (color >> 16 & 0xFF)) >> 8
  }
}
