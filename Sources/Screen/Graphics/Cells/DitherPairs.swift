/// Which two palette colours are mixed for a colour (docs/decisions/cells-palettes.md).
struct DitherPairs: Sendable {
  /// The codes of both colours by `Palette.key`, the first in the lower byte; the same twice if one
  /// alone is closest.
  private let pairs: [UInt16]
  /// How much the differences to grey are raised, in eighths.
  let saturation: Int32

  /// Differences in hue count twice: dots of another hue are seen more than those of another
  /// lightness.
  private static let chroma: Float = 2
  /// With less of the second colour, the first one alone is as good.
  private static let leastPart: Float = 1.0 / 16

  /// For the 240 fixed colours of xterm's palette.
  static let of256 = DitherPairs(
    Palette.colors, candidates: Palette.addEntries(around:to:), reach: 0.25, penalty: 0.1,
    saturation: 8)

  /// For 16 colours: with few of them, most of a picture would be grey.
  static let of16 = DitherPairs(
    Array(Palette.colors.prefix(16)), candidates: { $1 += 0..<16 }, reach: 0.6, penalty: 0.03,
    saturation: 10)

  /// Chooses the pair for each key: the mix that comes closest in OKLab, with a penalty for its
  /// contrast.
  ///
  /// - Parameters:
  ///   - colors: The palette's colours.
  ///   - candidates: Adds the codes worth trying for a colour.
  ///   - reach: Two colours further apart are not mixed.
  ///   - penalty: How much the contrast of two colours counts against their mix.
  ///   - saturation: How much differences to grey are raised, in eighths.
  private init(
    _ colors: [UInt32], candidates: (UInt32, inout [Int]) -> Void, reach: Float, penalty: Float,
    saturation: Int32
  ) {
    self.saturation = saturation
    let weight = SIMD3(1, Self.chroma, Self.chroma)
    let points = colors.map { OKLab($0).value }
    let raised = SIMD3(1, Float(saturation) / 8, Float(saturation) / 8)
    var codes: [Int] = []
    pairs = (0..<Palette.keyCount).map { key in
      let color = Palette.middle(ofKey: key)
      let wanted = OKLab(color).value * raised
      codes.removeAll(keepingCapacity: true)
      candidates(color, &codes)
      func length(_ vector: SIMD3<Float>) -> Float { (vector * vector).sum() }
      var (best, pair) = (Float.infinity, UInt16(0))
      for index in codes.indices {
        let first = codes[index]
        let origin = (wanted - points[first]) * weight
        let alone = length(origin)
        if alone < best { (best, pair) = (alone, UInt16(first | first << 8)) }
        for other in index + 1..<codes.count {
          let second = codes[other]
          let contrast = length(points[second] - points[first])
          guard contrast <= reach * reach, contrast > 0 else { continue }
          let path = (points[second] - points[first]) * weight
          let part = (origin * path).sum() / length(path)
          guard part >= Self.leastPart, part <= 1 - Self.leastPart else { continue }
          let error = length(origin - part * path) + penalty * contrast
          if error < best { (best, pair) = (error, UInt16(first | second << 8)) }
        }
      }
      return pair
    }
  }

  /// The codes of the two colours for a colour.
  @inline(__always)
  func codes(for color: UInt32) -> (first: UInt32, second: UInt32) {
    let pair = pairs[Palette.key(of: color)]
    return (UInt32(pair & 0xFF), UInt32(pair >> 8))
  }

  /// How much of the second colour a mix needs, in parts of 32. The eye adds light, so that is what
  /// is mixed.
  @inline(__always)
  func part(of color: UInt32, _ first: UInt32, _ second: UInt32) -> Int32 {
    var wanted = Self.light(color)
    if saturation != 8 {
      let luma = (wanted &* SIMD3(218, 732, 74)).wrappedSum() >> 10
      let grey = SIMD3(repeating: luma)
      wanted = grey &+ ((wanted &- grey) &* saturation) &>> 3
    }
    let origin = Self.light(first)
    let path = Self.light(second) &- origin
    let weighted = path &* SIMD3(2, 4, 3)
    let whole = (weighted &* path).wrappedSum()
    let part = (weighted &* (wanted &- origin)).wrappedSum()
    return min(max(part, 0) / max(whole &>> 5, 1), 32)
  }

  @inline(__always)
  private static func light(_ color: UInt32) -> SIMD3<Int32> {
    SIMD3(
      OKLab.light[Int(color & 0xFF)], OKLab.light[Int(color >> 8 & 0xFF)],
      OKLab.light[Int(color >> 16 & 0xFF)])
  }
}

extension ColorDepth {
  /// Makes the tables for this depth, which takes some milliseconds; otherwise they are made for the
  /// first frame.
  package func prepare() {
    switch self {
    case .palette256: _ = DitherPairs.of256
    case .palette16: (_, _) = (DitherPairs.of16, Palette.nearestOf16)
    case .trueColor, .palette8, .mono: break
    }
  }
}
