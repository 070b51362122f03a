/// Ordered dithering: each place has its own threshold, the same in every frame, so that a still
/// picture does not flicker and a moving one does not boil.
enum OrderedDither {
  /// The Bayer matrix of 4 x 4 (B. E. Bayer, 1973): each of 0...15 once.
  @inline(__always)
  private static func rank(column: Int, halfRow: Int) -> Int {
    // Interleaving the bits of x ^ y and y, the lowest first, builds the matrix.
    let y = halfRow & 3
    let mixed = (column ^ halfRow) & 3
    return (mixed & 1) << 3 | (y & 1) << 2 | (mixed & 2) | y >> 1
  }

  /// A threshold in 8...248 for a place.
  static func threshold(column: Int, halfRow: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: rank(column: column, halfRow: halfRow) &* 16 &+ 8)
  }

  /// Returns a colour shifted by up to `amplitude` levels a channel either way.
  @inline(__always)
  static func shift(_ color: UInt32, column: Int, halfRow: Int) -> UInt32 {
    let rank = rank(column: column, halfRow: halfRow)
    let offset = Int32(truncatingIfNeeded: (rank &* 2 &- 15) &* amplitude / 15)
    func shifted(_ level: UInt32) -> UInt32 {
      UInt32(truncatingIfNeeded: min(max(Int32(truncatingIfNeeded: level) &+ offset, 0), 255))
    }
    let red = shifted(color & 0xFF)
    let green = shifted(color >> 8 & 0xFF)
    let blue = shifted(color >> 16 & 0xFF)
    return red | green << 8 | blue << 16
  }

  /// Half of about half the distance between the sixteen colours: enough to break up bands without
  /// a visible grid.
  private static let amplitude = 32

  /// The luma of a colour (ITU-R BT.601), 0...255.
  static func luma(_ color: UInt32) -> UInt32 {
    (77 &* (color & 0xFF) &+ 150 &* (color >> 8 & 0xFF) &+ 29 &* (color >> 16 & 0xFF)) >> 8
  }
}
