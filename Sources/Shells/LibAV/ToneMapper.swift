import CLibAV
import Glibc

/// Brings pictures of high dynamic range or of more colours to what a terminal can show.
///
/// Works on scaled 8-bit pixels: a handful of operations for each is all it may cost. Coded values
/// become light by the transfer function (ITU-R BT.2100), BT.2020 primaries become BT.709's, what is
/// brighter than most of the reference white is rolled off, and the result is coded as sRGB.
struct ToneMapper {
  /// A transfer function of BT.2100.
  enum Transfer {
    /// Perceptual quantization (SMPTE ST 2084): values mean absolute luminance.
    case perceptualQuantizer
    /// Hybrid log-gamma (ARIB STD-B67): values mean the scene's light.
    case hybridLogGamma
    /// The ordinary range in BT.2020's colours, coded as the result is: grays stay as they are.
    case ordinary
  }

  /// Tables for pictures in perceptual quantization.
  static let perceptualQuantizer = ToneMapper(.perceptualQuantizer)
  /// Tables for pictures in hybrid log-gamma.
  static let hybridLogGamma = ToneMapper(.hybridLogGamma)
  /// Tables for pictures of the ordinary range in BT.2020's colours.
  static let wideColors = ToneMapper(.ordinary)

  private let transfer: Transfer
  /// Light of each coded value: relative to the reference white, or to the scene's peak for HLG.
  private let light: [Float]
  /// sRGB code of each 4096th of white.
  private let codes: [UInt8]

  /// The mapper for a picture; `nil` if its range and its colours are the ordinary ones.
  static func mapper(for frame: UnsafeMutablePointer<AVFrame>) -> ToneMapper? {
    switch frame.pointee.color_trc {
    case AVCOL_TRC_SMPTE2084: perceptualQuantizer
    case AVCOL_TRC_ARIB_STD_B67: hybridLogGamma
    default: frame.pointee.color_primaries == AVCOL_PRI_BT2020 ? wideColors : nil
    }
  }

  /// Makes the tables of a transfer function.
  init(_ transfer: Transfer) {
    self.transfer = transfer
    light = (0..<256).map { code in
      let value = Float(code) / 255
      return switch transfer {
      case .perceptualQuantizer: Self.quantizedLuminance(value) / Self.referenceWhite
      case .hybridLogGamma: Self.sceneLight(value)
      case .ordinary:
        value <= 0.040_45 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
      }
    }
    codes = (0...4096).map { step in
      let value = Float(step) / 4096
      let coded = value <= 0.003_130_8 ? 12.92 * value : 1.055 * powf(value, 1 / 2.4) - 0.055
      return UInt8(min(max(coded * 255, 0), 255).rounded())
    }
  }

  /// Maps one pixel, 0x00BBGGRR.
  func map(_ pixel: UInt32) -> UInt32 {
    var red = light[Int(pixel & 0xFF)]
    var green = light[Int(pixel >> 8 & 0xFF)]
    var blue = light[Int(pixel >> 16 & 0xFF)]
    if case .hybridLogGamma = transfer {
      // The system gamma of 1.2 for a display of 1000 cd/m2 (BT.2100, table 5).
      let luminance = 0.2627 * red + 0.678 * green + 0.0593 * blue
      let gain = Self.peak * powf(luminance, 0.2)
      (red, green, blue) = (red * gain, green * gain, blue * gain)
    }
    // BT.2087: from BT.2020's primaries to BT.709's.
    let red709 = max(1.6605 * red - 0.5876 * green - 0.0728 * blue, 0)
    let green709 = max(-0.1246 * red + 1.1329 * green - 0.0083 * blue, 0)
    let blue709 = max(-0.0182 * red - 0.1006 * green + 1.1187 * blue, 0)
    let scale =
      transfer == .ordinary ? 1 : Self.rolledOff(max(red709, green709, blue709))
    return code(red709 * scale) | code(green709 * scale) << 8 | code(blue709 * scale) << 16
  }

  /// Luminance of diffuse white in cd/m2 (ITU-R BT.2408).
  private static let referenceWhite: Float = 203
  /// The brightest light that is still told from brighter, relative to the reference white.
  private static let peak: Float = 1000 / referenceWhite
  /// Up to here, relative to the reference white, light is kept as it is.
  private static let knee: Float = 0.6

  /// What the brightest component is multiplied by; hue and saturation stay.
  private static func rolledOff(_ value: Float) -> Float {
    guard value > knee else { return 1 }
    // A hyperbola from the knee, with slope 1, to white at the peak.
    let excess = (min(value, peak) - knee) / (peak - knee)
    let slope = (peak - knee) / (1 - knee)
    return (knee + (1 - knee) * excess * slope / (1 + excess * (slope - 1))) / value
  }

  /// BT.2100, table 4: luminance in cd/m2.
  private static func quantizedLuminance(_ value: Float) -> Float {
    let power = powf(value, 4096 / (2523 * 128))
    let base = max(power - 3424 / 4096, 0) / (2413 / 128 - 2392 / 128 * power)
    return 10_000 * powf(base, 16_384 / 2610)
  }

  /// BT.2100, table 5: the scene's light, from 0 to 1.
  private static func sceneLight(_ value: Float) -> Float {
    value <= 0.5
      ? value * value / 3
      : (expf((value - 0.559_910_73) / 0.178_832_77) + 0.284_668_92) / 12
  }

  private func code(_ value: Float) -> UInt32 {
    UInt32(codes[Int(min(value, 1) * 4096)])
  }
}
