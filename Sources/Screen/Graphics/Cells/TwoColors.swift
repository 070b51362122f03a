/// Two colours for each of four cells, close to the cell's pixels, and which pixels have which. The
/// cells are the lanes of all vectors (docs/decisions/cells-glyphs.md).
struct TwoColors {
  /// The pixels in the first colour, bits in reading order; always includes the first pixel, and all
  /// if they are equal.
  let bits: SIMD4<UInt32>
  /// The mean of these pixels.
  let first: SIMD4<UInt32>
  /// The mean of the others.
  let second: SIMD4<UInt32>

  /// Reduces the pixels of four cells: a step of two-means clustering, from bright and dark ones.
  ///
  /// - Parameters:
  ///   - pixels: Four, six or eight of each cell, in reading order.
  ///   - usual: The recent pixels in the first colour, kept unless others are better by more than
  ///     noise; 0 if there are none.
  @inline(__always)
  init(_ pixels: UnsafeBufferPointer<CellPixels>, usual: SIMD4<UInt32>) {
    let size = Lanes(repeating: Float(pixels.count))
    var total = CellPixels()
    for index in pixels.indices { total.add(pixels[index]) }
    // The bright pixels: from their cell's mean to theirs is the axis, times their number.
    let meanBrightness = total.brightness / size
    var axis = CellPixels()
    var brightCount = Lanes()
    for index in pixels.indices {
      let isBright = LaneMask(pixels[index].brightness .> meanBrightness)
      axis.add(pixels[index].masked(isBright))
      brightCount += isBright.masked(Lanes(repeating: 1))
    }
    axis.subtract(total.scaled(by: brightCount / size))
    // All equally bright: the first pixel differs in hue, if any does.
    let isEven = LaneMask(brightCount .<= Lanes())
    var hue = pixels[0].scaled(by: size)
    hue.subtract(total)
    axis.add(hue.masked(isEven))
    brightCount = isEven.choose(size * 0.5, or: brightCount)
    let weighted = axis.weighted
    let length = axis.dot(weighted)
    let mean = total.dot(weighted) / size
    // A pixel beyond the middle between the means of the bright ones and of the others is closer to
    // the bright ones.
    let middle = length * (size - 2 * brightCount) / (2 * PixelGroup.pairs(brightCount, of: size))
    var group = PixelGroup()
    var known = PixelGroup()
    var half = PixelGroup()
    for index in pixels.indices {
      let bit = SIMD4<UInt32>(repeating: 1 &<< UInt32(index))
      let place = pixels[index].dot(weighted) - mean
      group.add(place, bit, where: LaneMask(place .> middle))
      known.add(place, bit, where: LaneMask(usual & bit))
      if index < pixels.count / 2 { half.add(place, bit) }
    }
    let score = group.score(of: size)
    /// Whether other parts are about as good.
    func suits(_ other: PixelGroup, _ tolerance: Float) -> LaneMask {
      let otherScore = other.score(of: size)
      return LaneMask(otherScore .> Lanes())
        .and(LaneMask(score - otherScore .<= tolerance * length))
    }
    var chosen = suits(known, Self.tolerance).choose(known.bits, or: group.bits)
    // Three lines have no upper half.
    if pixels.count != 6 { chosen = suits(half, Self.halfTolerance).choose(half.bits, or: chosen) }

    var inside = CellPixels()
    var count = Lanes()
    for index in pixels.indices {
      let isInside = LaneMask(chosen & SIMD4<UInt32>(repeating: 1 &<< UInt32(index)))
      inside.add(pixels[index].masked(isInside))
      count += isInside.masked(Lanes(repeating: 1))
    }
    var outside = total
    outside.subtract(inside)
    // Equal pixels are one group.
    let isSplit = LaneMask(count .> Lanes()).and(LaneMask(count .< size))
    let whole = total.mean(of: size)
    let insideColor = isSplit.choose(inside.mean(of: count), or: whole)
    let outsideColor = isSplit.choose(outside.mean(of: size - count), or: whole)
    let all = SIMD4<UInt32>(repeating: (1 &<< UInt32(pixels.count)) &- 1)
    let hasFirst = LaneMask(chosen & SIMD4<UInt32>(repeating: 1))
    bits = isSplit.choose(hasFirst.choose(chosen, or: all & ~chosen), or: all)
    first = hasFirst.choose(insideColor, or: outsideColor)
    second = hasFirst.choose(outsideColor, or: insideColor)
  }

  /// How much a pixel's error may grow, in units of `squaredDistance`, before a cell's parts
  /// change: less than three levels. In grainy footage that saves an eighth of the bytes for 0.05
  /// dB.
  private static var tolerance: Float { Float(7 * squaredLevel) }

  /// Likewise for halves, which take less time to encode: four levels.
  private static var halfTolerance: Float { Float(16 * squaredLevel) }

  /// How many cells are reduced at once.
  static let cellCount = 4
}

/// Some pixels of each of four cells, as places on a line.
private struct PixelGroup {
  private var sum = Lanes()
  private var count = Lanes()
  private(set) var bits = SIMD4<UInt32>()

  @inline(__always)
  mutating func add(_ place: Lanes, _ bit: SIMD4<UInt32>) {
    sum += place
    count += Lanes(repeating: 1)
    bits |= bit
  }

  @inline(__always)
  mutating func add(_ place: Lanes, _ bit: SIMD4<UInt32>, where mask: LaneMask) {
    sum += mask.masked(place)
    count += mask.masked(Lanes(repeating: 1))
    bits |= mask.masked(bit)
  }

  /// How much closer the pixels are to the means of the group and of the rest than to the cell's, in
  /// squared distances. 0 for a group of none or all.
  @inline(__always)
  func score(of size: Lanes) -> Lanes { sum * sum / Self.pairs(count, of: size) }

  /// How many pairs of a pixel inside and one outside there are; 0 is a little more, to divide by.
  @inline(__always)
  static func pairs(_ count: Lanes, of size: Lanes) -> Lanes {
    count * (size - count) + Lanes(repeating: 1e-20)
  }
}
