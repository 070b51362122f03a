/// The two colours closest to a cell's pixels, and which pixel has which: the exact solution of
/// two-means clustering, by trying all partitions.
struct TwoColors: Equatable {
  /// The pixels in the first colour, bits in reading order; always includes the first pixel, and
  /// all if they are equal.
  let bits: UInt32
  let first: UInt32
  let second: UInt32

  /// Reduces pixels two across and two down, the first four of `room`.
  ///
  /// - Parameter usual: The recent pixels in the first colour, kept unless others are better by
  ///   more than noise; 0 if there are none.
  @inline(__always)
  init(quadrants pixels: UnsafeMutableBufferPointer<CellPixel>, usual: UInt32 = 0) {
    // 12 / (n (4 - n)) for groups of n = 1, 2, 3 pixels; one byte each, from the lowest.
    self.init(pixels, count: 4, shares: 0x04_0304, scale: 12 * 4, usual: usual)
  }

  /// Reduces pixels two across and three down, the first six of `room`, likewise.
  @inline(__always)
  init(sextants pixels: UnsafeMutableBufferPointer<CellPixel>, usual: UInt32 = 0) {
    // 360 / (n (6 - n)) for groups of n = 1 to 5 pixels.
    self.init(pixels, count: 6, shares: 0x48_2D28_2D48, scale: 360 * 6, usual: usual)
  }

  /// The partition with the least squared distance to the groups' means has the most between them:
  /// `n |S/n - T/N|² N / (N - n)` for a group of n of N pixels with the sum S, T being the sum of
  /// all. That equals `|N S - n T|² / (n (N - n))` up to a constant, so the sums are of N times
  /// each pixel minus T.
  @inline(__always)
  private init(
    _ pixels: UnsafeMutableBufferPointer<CellPixel>, count: Int, shares: UInt64, scale: Int,
    usual: UInt32
  ) {
    var total = CellPixel()
    for index in 0..<count { total.add(pixels[index]) }
    for index in 0..<count { pixels[index].deviate(from: total, count: count) }
    // The sums of the first pixel and any of the next three.
    let sums = UnsafeMutableBufferPointer(rebasing: pixels[6..<14])
    sums[0] = pixels[0]
    for bits in 1..<8 {
      sums[bits] = sums[bits & (bits &- 1)]
      sums[bits].add(pixels[1 &+ bits.trailingZeroBitCount])
    }
    // The score and the partition in one number: finding the maximum needs no branch.
    var best = 0
    for others in 0..<(1 &<< (count &- 4)) {
      var rest = CellPixel()
      if others & 1 != 0 { rest.add(pixels[4]) }
      if others & 2 != 0 { rest.add(pixels[5]) }
      for bits in 0..<8 {
        var sum = sums[bits]
        sum.add(rest)
        let partition = others &<< 3 | bits
        // A group of all pixels has no share, and its sum is zero.
        let size = Self.countsOfThreeBits &>> (UInt64(bits) &* 4) & 7 &+ UInt64(others &+ 1) &>> 1
        let share = shares &>> (size &* 8) & 0xFF
        best = max(best, (sum.squared &* Int(share)) &<< 5 | partition)
      }
    }
    let isFlat = best &>> 5 == 0
    var partition = isFlat ? 0 : best & 31
    if usual != 0, !isFlat {
      // Without the first pixel's bit, like the partitions.
      let known = Int(usual &>> 1)
      var sum = sums[known & 7]
      if known & 8 != 0 { sum.add(pixels[4]) }
      if known & 16 != 0 { sum.add(pixels[5]) }
      let share = Int(shares &>> (UInt64(known.nonzeroBitCount) &* 8) & 0xFF)
      let score = sum.squared &* share
      if score > 0, best &>> 5 &- score <= Self.tolerance &* count &* scale { partition = known }
    }
    var inside = sums[partition & 7]
    if partition & 8 != 0 { inside.add(pixels[4]) }
    if partition & 16 != 0 { inside.add(pixels[5]) }
    let insideCount = partition.nonzeroBitCount &+ 1
    inside.restore(insideCount, from: total, count: count)
    var outside = total
    outside.subtract(inside)
    first = inside.mean(of: insideCount)
    bits = isFlat ? (1 &<< UInt32(count)) &- 1 : UInt32(truncatingIfNeeded: partition &<< 1 | 1)
    second = isFlat ? first : outside.mean(of: count &- insideCount)
  }

  /// How much a pixel's error may grow, in units of `squaredDistance`, before a cell's parts
  /// change: less than three levels. In grainy footage that saves an eighth of the bytes for 0.05
  /// dB.
  private static var tolerance: Int { 7 &* squaredLevel }

  /// The bit counts of 0 to 7, four bits each: not every target processor has a population count.
  private static var countsOfThreeBits: UInt64 { 0x3221_2110 }

  /// The memory needed in pixels; the first ones are the input.
  static let room = 14
}

/// A pixel's channels, or a sum of them.
struct CellPixel {
  private var red = 0
  private var green = 0
  private var blue = 0

  @inline(__always)
  init() {}

  @inline(__always)
  init(_ color: UInt32) {
    red = Int(color & 0xFF)
    green = Int(color >> 8 & 0xFF)
    blue = Int(color >> 16 & 0xFF)
  }

  @inline(__always)
  mutating func add(_ other: CellPixel) {
    red &+= other.red
    green &+= other.green
    blue &+= other.blue
  }

  @inline(__always)
  mutating func subtract(_ other: CellPixel) {
    red &-= other.red
    green &-= other.green
    blue &-= other.blue
  }

  /// Becomes `count` times the pixel minus the sum of that many.
  @inline(__always)
  mutating func deviate(from total: CellPixel, count: Int) {
    red = red &* count &- total.red
    green = green &* count &- total.green
    blue = blue &* count &- total.blue
  }

  /// Restores the sum of some pixels from the sum of their deviations.
  @inline(__always)
  mutating func restore(_ size: Int, from total: CellPixel, count: Int) {
    red = (red &+ size &* total.red) / count
    green = (green &+ size &* total.green) / count
    blue = (blue &+ size &* total.blue) / count
  }

  /// Its squared length, in units of `squaredDistance`.
  @inline(__always)
  var squared: Int { 2 &* red &* red &+ 4 &* green &* green &+ 3 &* blue &* blue }

  /// The colour of a sum of up to six pixels divided by their number, rounded.
  @inline(__always)
  func mean(of count: Int) -> UInt32 {
    // The inverse is too large by less than 1 / 65 536 and sums stay below 1536: no error.
    let inverse = 65_536 / count &+ 1
    let half = count &>> 1
    func mean(_ sum: Int) -> UInt32 {
      UInt32(truncatingIfNeeded: ((sum &+ half) &* inverse) &>> 16)
    }
    return mean(red) | mean(green) << 8 | mean(blue) << 16
  }
}
