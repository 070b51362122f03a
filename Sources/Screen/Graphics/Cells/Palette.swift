/// The 256 xterm colours, and how colours map to them.
package enum Palette {
  /// 0 to 15 are xterm's defaults, which most terminals let the user change; 16 to 231 a cube of
  /// six levels per channel; 232 to 255 greys.
  static let colors: [UInt32] = basic + cube + greys

  /// The first 16.
  static let basic: [UInt32] = [
    0x000000, 0x0000CD, 0x00CD00, 0x00CDCD, 0xEE0000, 0xCD00CD, 0xCDCD00, 0xE5E5E5,
    0x7F7F7F, 0x0000FF, 0x00FF00, 0x00FFFF, 0xFF5C5C, 0xFF00FF, 0xFFFF00, 0xFFFFFF,
  ]

  private static let cube: [UInt32] = (0..<216).map { index in
    let index = UInt32(index)
    return rgb(cubeLevel(index / 36), cubeLevel(index / 6 % 6), cubeLevel(index % 6))
  }

  private static let greys: [UInt32] = (0..<24).map { (8 + 10 * UInt32($0)) * 0x01_0101 }

  package static func color(at index: UInt8) -> Color {
    Color(rawValue: colors[Int(index)])
  }

  /// The closest entry in a palette of 8, 16 or 256 colours; of 256 only the 240 that look the same
  /// everywhere are used.
  package static func nearest(to color: Color, depth: ColorDepth) -> UInt8 {
    switch depth {
    case .trueColor, .palette256: UInt8(nearestFixed(to: color.rawValue))
    case .palette16: UInt8(nearestBasic(to: color.rawValue, count: 16))
    case .palette8: UInt8(nearestBasic(to: color.rawValue, count: 8))
    case .mono: OrderedDither.luma(color.rawValue) >= 128 ? 7 : 0
    }
  }

  /// The closest entry of the cube or the greys.
  @inline(__always)
  static func nearestFixed(to color: UInt32) -> UInt32 {
    let red = cubeStep(color & 0xFF)
    let green = cubeStep(color >> 8 & 0xFF)
    let blue = cubeStep(color >> 16 & 0xFF)
    let cubeColor = rgb(cubeLevel(red), cubeLevel(green), cubeLevel(blue))
    // The distance to greys is smallest at the mean with the same weights as the distance.
    let sum: UInt32 = 2 &* (color & 0xFF) &+ 4 &* (color >> 8 & 0xFF) &+ 3 &* (color >> 16 & 0xFF)
    let mean = sum / 9
    let grey = mean < 8 ? 0 : min((mean &- 3) / 10, 23)
    let greyColor = (8 &+ 10 &* grey) &* 0x01_0101
    return squaredDistance(greyColor, color) < squaredDistance(cubeColor, color)
      ? 232 &+ grey : 16 &+ 36 &* red &+ 6 &* green &+ blue
  }

  @inline(__always)
  private static func cubeStep(_ value: UInt32) -> UInt32 {
    value < 48 ? 0 : value < 115 ? 1 : (value &- 35) / 40
  }

  @inline(__always)
  private static func cubeLevel(_ step: UInt32) -> UInt32 {
    step == 0 ? 0 : 55 &+ 40 &* step
  }

  /// The closest of the first entries.
  static func nearestBasic(to color: UInt32, count: Int) -> UInt32 {
    var best = 0
    for index in 1..<count
    where squaredDistance(basic[index], color) < squaredDistance(basic[best], color) {
      best = index
    }
    return UInt32(best)
  }

  /// The entries of the cube and the greys around a colour, and how many there are.
  static func entries(around color: UInt32) -> (codes: SIMD16<UInt8>, count: Int) {
    func lower(_ value: UInt32) -> Int { Int(min(value < 95 ? 0 : (value &- 55) / 40, 4)) }
    let red = lower(color & 0xFF)
    let (green, blue) = (lower(color >> 8 & 0xFF), lower(color >> 16 & 0xFF))
    var codes = SIMD16<UInt8>()
    for corner in 0..<8 {
      let code = 16 + 36 * (red + corner >> 2) + 6 * (green + corner >> 1 & 1) + blue + corner & 1
      codes[corner] = UInt8(code)
    }
    let grey = min(max((Int(OrderedDither.luma(color)) - 3) / 10, 1), 22)
    for near in -1...1 { codes[9 + near] = UInt8(232 + grey + near) }
    return (codes, 11)
  }

  /// The number of keys.
  static let keyCount = 32_768

  /// The middle of the eight levels per channel that share a key.
  static func middle(ofKey key: Int) -> UInt32 {
    func middle(_ bits: Int) -> UInt32 { UInt32(bits & 31) << 3 | 4 }
    return rgb(middle(key), middle(key >> 5), middle(key >> 10))
  }

  /// The five highest bits of each channel.
  @inline(__always)
  static func key(of color: UInt32) -> Int {
    let (red, green, blue) = (color >> 3 & 0x1F, color >> 6 & 0x3E0, color >> 9 & 0x7C00)
    return Int(red | green | blue)
  }

  @inline(__always)
  private static func rgb(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> UInt32 {
    red | green << 8 | blue << 16
  }
}
