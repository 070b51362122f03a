/// The channels of one pixel of each of four cells, or of a sum of them.
struct CellPixels {
  private var red = Lanes()
  private var green = Lanes()
  private var blue = Lanes()

  @inline(__always)
  init() {}

  /// Takes colours as 0x00BBGGRR.
  @inline(__always)
  init(_ colors: SIMD4<UInt32>) {
    red = Lanes(lowestByteOf: colors)
    green = Lanes(lowestByteOf: colors &>> 8)
    blue = Lanes(lowestByteOf: colors &>> 16)
  }

  @inline(__always)
  mutating func add(_ other: CellPixels) {
    red += other.red
    green += other.green
    blue += other.blue
  }

  @inline(__always)
  mutating func subtract(_ other: CellPixels) {
    red -= other.red
    green -= other.green
    blue -= other.blue
  }

  @inline(__always)
  func scaled(by factor: Lanes) -> CellPixels {
    var scaled = self
    scaled.red *= factor
    scaled.green *= factor
    scaled.blue *= factor
    return scaled
  }

  /// Zero where the mask is not set.
  @inline(__always)
  func masked(_ mask: LaneMask) -> CellPixels {
    var masked = self
    masked.red = mask.masked(red)
    masked.green = mask.masked(green)
    masked.blue = mask.masked(blue)
    return masked
  }

  /// With the weights of `squaredDistance`.
  @inline(__always)
  var weighted: CellPixels {
    var weighted = self
    weighted.red *= 2
    weighted.green *= 4
    weighted.blue *= 3
    return weighted
  }

  @inline(__always)
  func dot(_ other: CellPixels) -> Lanes {
    red * other.red + green * other.green + blue * other.blue
  }

  /// How bright it is, with the same weights.
  @inline(__always)
  var brightness: Lanes { 2 * red + 4 * green + 3 * blue }

  /// The colour of a sum of pixels divided by their number, as 0x00BBGGRR.
  @inline(__always)
  func mean(of count: Lanes) -> SIMD4<UInt32> {
    let mean = scaled(by: 1 / count)
    return mean.red.bytes | mean.green.bytes &<< 8 | mean.blue.bytes &<< 16
  }
}
