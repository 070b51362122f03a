/// Ordered dithering: each position has its own threshold, the same in every frame, so that a
/// static frame does not flicker and a moving one does not boil (docs/decisions/cells-palettes.md).
enum OrderedDither {
  /// The 4 x 4 Bayer matrix (B. E. Bayer, 1973): each of 0...15 once.
  @inline(__always)
  private static func rank(column: Int, halfRow: Int) -> Int {
    // Interleaving the bits of x ^ y and y, the lowest first, builds the matrix.
    let y = halfRow & 3
    let mixed = (column ^ halfRow) & 3
    return (mixed & 1) << 3 | (y & 1) << 2 | (mixed & 2) | y >> 1
  }

  /// The threshold of a position, in 8...248.
  static func threshold(column: Int, halfRow: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: rank(column: column, halfRow: halfRow) &* 16 &+ 8)
  }

  /// Returns the value of a colour at a position, so that the two palette colours around it are
  /// mixed in the closest proportion.
  ///
  /// The second colour is searched for beyond the target, seen from the first. A palette colour has
  /// no second one, and stays.
  ///
  /// - Parameters:
  ///   - color: The frame's.
  ///   - reaches: How far to search, in levels of the channel with the largest error; the nearest
  ///     first.
  ///   - contrast: Two colours further apart than this, in the channel that differs most, are mixed
  ///     only near the middle between them: single dots of such contrast are worse than a band.
  ///   - nearest: Returns the closest palette colour.
  @inline(__always)
  static func target(
    _ color: UInt32, column: Int, halfRow: Int, reaches: (Int32, Int32, Int32),
    contrast: Int32, nearest: (UInt32) -> UInt32
  ) -> UInt32 {
    let first = nearest(color)
    if first == color { return color }
    let wanted = channels(color)
    let error = wanted &- channels(first)
    let most = max(abs(error[0]), abs(error[1]), abs(error[2]))
    func beyond(_ reach: Int32) -> UInt32 {
      nearest(packed(wanted &+ error &* max(reach, most) / most))
    }
    var second = beyond(reaches.0)
    if second == first { second = beyond(reaches.1) }
    if second == first { second = beyond(reaches.2) }
    if second == first { return color }
    let difference = channels(second) &- channels(first)
    let length = max(abs(difference[0]), abs(difference[1]), abs(difference[2]))
    // From -15 to 15 of 32: a colour half-way between the two gets each at half of the positions.
    let step = Int32(truncatingIfNeeded: rank(column: column, halfRow: halfRow) &* 2 &- 15)
    return packed(wanted &+ difference &* (step &* min(length, contrast)) / (length &* 32))
  }

  @inline(__always)
  private static func channels(_ color: UInt32) -> SIMD4<Int32> {
    SIMD4(Int32(color & 0xFF), Int32(color >> 8 & 0xFF), Int32(color >> 16 & 0xFF), 0)
  }

  @inline(__always)
  private static func packed(_ channels: SIMD4<Int32>) -> UInt32 {
    let levels = channels.clamped(
      lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
    let (red, green, blue) = (UInt32(levels[0]), UInt32(levels[1]), UInt32(levels[2]))
    return red | green << 8 | blue << 16
  }

  /// The luma of a colour (ITU-R BT.601), 0...255.
  static func luma(_ color: UInt32) -> UInt32 {
    (77 &* (color & 0xFF) &+ 150 &* (color >> 8 & 0xFF) &+ 29 &* (color >> 16 & 0xFF)) >> 8
  }
}
