import Glibc

/// A colour in OKLab: lightness, green to red, blue to yellow. Equal distances look equally large (B.
/// Ottosson, "A perceptual color space for image processing", 2020).
struct OKLab {
  var value: SIMD3<Float>

  /// Converts a colour, 0x00BBGGRR.
  init(_ color: UInt32) {
    let linear = SIMD3(
      Self.linear[Int(color & 0xFF)], Self.linear[Int(color >> 8 & 0xFF)],
      Self.linear[Int(color >> 16 & 0xFF)])
    func sum(_ red: Float, _ green: Float, _ blue: Float) -> Float {
      (linear * SIMD3(red, green, blue)).sum()
    }
    let long = cbrtf(sum(0.412_221_5, 0.536_332_5, 0.051_446))
    let medium = cbrtf(sum(0.211_903_5, 0.680_699_5, 0.107_397))
    let short = cbrtf(sum(0.088_302_5, 0.281_718_8, 0.629_978_7))
    value = SIMD3(
      0.210_454_3 * long + 0.793_617_8 * medium - 0.004_072 * short,
      1.977_998_5 * long - 2.428_592_2 * medium + 0.450_593_7 * short,
      0.025_904 * long + 0.782_771_8 * medium - 0.808_675_8 * short)
  }

  /// The light of each level of a channel, 0 to 1 (sRGB, IEC 61966-2-1).
  private static let linear: [Float] = (0..<256).map { level in
    let value = Float(level) / 255
    return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
  }

  /// The same, 0 to 4095.
  static let light: [Int32] = linear.map { Int32(($0 * 4095).rounded()) }
}
