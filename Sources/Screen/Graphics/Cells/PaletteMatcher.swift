/// Looks up colours in a `PaletteTable`.
struct PaletteMatcher {
  let mixing: PaletteMixing
  // Memory of the table: `Palette.keyCount` matches, the palette's colours, and the light of 256
  // levels.
  let matches: UnsafeMutablePointer<PaletteMatch>
  let entries: UnsafePointer<PaletteEntry>
  let light: UnsafePointer<Int32>

  /// Differences in hue count twice: dots of another hue are seen more than those of another
  /// lightness.
  @inline(__always)
  private static var chroma: Float { 2 }
  /// With less of the second colour, the first one alone is as good.
  @inline(__always)
  private static var leastPart: Float { 1.0 / 16 }

  /// The colour of a code.
  @inline(__always)
  func color(of code: UInt32) -> UInt32 { entries[Int(code)].color }

  /// The codes that stand for a colour.
  @inline(__always)
  func match(for color: UInt32) -> PaletteMatch {
    let key = Palette.key(of: color)
    let match = matches[key]
    return match.isKnown ? match : find(key)
  }

  @inline(never)
  private func find(_ key: Int) -> PaletteMatch {
    let color = Palette.middle(ofKey: key)
    var codes = SIMD16<UInt8>()
    var count = 16
    if mixing.isFixed {
      (codes, count) = Palette.entries(around: color)
    } else {
      for code in 0..<16 { codes[code] = UInt8(code) }
    }
    let (first, second) = mix(of: color, codes, count: count)
    let match = PaletteMatch(
      nearest: nearest(to: color, codes, count: count), first: first, second: second,
      isKnown: true)
    matches[key] = match
    return match
  }

  private func nearest(to color: UInt32, _ codes: SIMD16<UInt8>, count: Int) -> UInt8 {
    var best = codes[0]
    for index in 1..<count
    where squaredDistance(self.color(of: UInt32(codes[index])), color)
      < squaredDistance(self.color(of: UInt32(best)), color)
    {
      best = codes[index]
    }
    return best
  }

  /// The two colours whose mix comes closest in OKLab, with a penalty for its contrast.
  private func mix(
    of color: UInt32, _ codes: SIMD16<UInt8>, count: Int
  ) -> (first: UInt8, second: UInt8) {
    let weight = SIMD3(1, Self.chroma, Self.chroma)
    let raised = SIMD3(1, Float(mixing.saturation) / 8, Float(mixing.saturation) / 8)
    let wanted = OKLab(color).value * raised
    func length(_ vector: SIMD3<Float>) -> Float { (vector * vector).sum() }
    var (best, pair) = (Float.infinity, (first: codes[0], second: codes[0]))
    for index in 0..<count {
      let first = entries[Int(codes[index])].point
      let origin = (wanted - first) * weight
      let alone = length(origin)
      if alone < best { (best, pair) = (alone, (codes[index], codes[index])) }
      for other in index + 1..<count {
        let difference = entries[Int(codes[other])].point - first
        let contrast = length(difference)
        guard contrast <= mixing.reach * mixing.reach, contrast > 0 else { continue }
        let path = difference * weight
        let part = (origin * path).sum() / length(path)
        guard part >= Self.leastPart, part <= 1 - Self.leastPart else { continue }
        let dots = self.part(
          of: color, entries[Int(codes[index])].color, entries[Int(codes[other])].color)
        guard min(dots, 32 - dots) >= mixing.leastDots else { continue }
        let error = length(origin - part * path) + mixing.penalty * contrast
        if error < best { (best, pair) = (error, (codes[index], codes[other])) }
      }
    }
    return pair
  }

  /// How much of the second colour a mix needs, in parts of 32. The eye adds light, so that is what
  /// is mixed.
  @inline(__always)
  func part(of color: UInt32, _ first: UInt32, _ second: UInt32) -> Int32 {
    var wanted = light(of: color)
    if mixing.saturation != 8 {
      let luma = (wanted &* SIMD3(218, 732, 74)).wrappedSum() >> 10
      let grey = SIMD3(repeating: luma)
      wanted = grey &+ ((wanted &- grey) &* mixing.saturation) &>> 3
    }
    let origin = light(of: first)
    let path = light(of: second) &- origin
    let weighted = path &* SIMD3(2, 4, 3)
    let whole = (weighted &* path).wrappedSum()
    let part = (weighted &* (wanted &- origin)).wrappedSum()
    return min(max(part, 0) / max(whole &>> 5, 1), 32)
  }

  @inline(__always)
  private func light(of color: UInt32) -> SIMD3<Int32> {
    SIMD3(
      light[Int(color & 0xFF)], light[Int(color >> 8 & 0xFF)], light[Int(color >> 16 & 0xFF)])
  }
}
