import CLibAV
import Glibc

/// Maps frames with high dynamic range or a wide gamut to what a terminal can show.
///
/// Works on scaled 8-bit pixels with only a handful of operations each. The transfer function
/// (ITU-R BT.2100) converts coded values to light, the primaries are converted to BT.709's, light
/// near and above the reference white is rolled off, and the result is coded as sRGB.
struct ToneMapper {
  /// A transfer function of BT.2100.
  enum Transfer {
    /// Perceptual quantization (SMPTE ST 2084): values mean absolute luminance.
    case perceptualQuantizer
    /// Hybrid log-gamma (ARIB STD-B67): values mean the scene's light.
    case hybridLogGamma
    /// The ordinary range in other colours, coded like the result: greys stay unchanged.
    case ordinary
  }

  private let transfer: Transfer
  private let primaries: Primaries
  /// The light of each coded value: relative to the reference white, or to the scene's peak for
  /// HLG.
  private let light: [Float]

  /// The mapper for a frame; `nil` if its range and colours are ordinary.
  static func mapper(for frame: UnsafeMutablePointer<AVFrame>) -> ToneMapper? {
    let primaries = Primaries(frame.pointee.color_primaries)
    return switch frame.pointee.color_trc {
    // If unspecified, these use the colours of BT.2100, which are those of BT.2020.
    case AVCOL_TRC_SMPTE2084: ToneMapper(.perceptualQuantizer, primaries ?? .bt2020)
    case AVCOL_TRC_ARIB_STD_B67: ToneMapper(.hybridLogGamma, primaries ?? .bt2020)
    default: primaries.flatMap { $0 == .bt709 ? nil : ToneMapper(.ordinary, $0) }
    }
  }

  init(_ transfer: Transfer, _ primaries: Primaries) {
    self.transfer = transfer
    self.primaries = primaries
    light =
      switch transfer {
      case .perceptualQuantizer: Self.quantizedLight
      case .hybridLogGamma: Self.hybridLight
      case .ordinary: Self.ordinaryLight
      }
  }

  private static let quantizedLight = table { quantizedLuminance($0) / referenceWhite }
  private static let hybridLight = table(sceneLight)
  private static let ordinaryLight = table {
    $0 <= 0.040_45 ? $0 / 12.92 : powf(($0 + 0.055) / 1.055, 2.4)
  }

  private static func table(_ light: (Float) -> Float) -> [Float] {
    (0..<256).map { light(Float($0) / 255) }
  }

  /// sRGB code of each 4096th of white.
  private static let codes = (0...4096).map { step in
    let value = Float(step) / 4096
    let coded = value <= 0.003_130_8 ? 12.92 * value : 1.055 * powf(value, 1 / 2.4) - 0.055
    return UInt8(min(max(coded * 255, 0), 255).rounded())
  }

  /// Maps pixels, 0x00BBGGRR.
  func map(_ pixels: UnsafeMutableBufferPointer<UInt32>) {
    let columns = primaries.inBT709
    let luminance = primaries.luminance
    light.withUnsafeBufferPointer { light in
      Self.codes.withUnsafeBufferPointer { codes in
        for index in pixels.indices {
          let pixel = pixels[index]
          var color = SIMD3(
            light[Int(pixel & 0xFF)], light[Int(pixel >> 8 & 0xFF)], light[Int(pixel >> 16 & 0xFF)])
          if transfer == .hybridLogGamma {
            // The system gamma of 1.2 for a display of 1000 cd/m2 (BT.2100, table 5).
            color *= Self.peak * powf((color * luminance).sum(), 0.2)
          }
          color = color.x * columns.red + color.y * columns.green + color.z * columns.blue
          color.clamp(lowerBound: .zero, upperBound: SIMD3(repeating: .infinity))
          if transfer != .ordinary { color *= Self.rolledOff(color.max()) }
          color.clamp(lowerBound: .zero, upperBound: .one)
          let steps = SIMD3<Int32>(color * 4096)
          pixels[index] =
            UInt32(codes[Int(steps.x)]) | UInt32(codes[Int(steps.y)]) << 8
            | UInt32(codes[Int(steps.z)]) << 16
        }
      }
    }
  }

  /// Luminance of diffuse white in cd/m2 (ITU-R BT.2408).
  private static let referenceWhite: Float = 203
  /// Brighter light is clipped to this, relative to the reference white.
  private static let peak: Float = 1000 / referenceWhite
  /// Up to here, relative to the reference white, light is unchanged.
  private static let knee: Float = 0.6

  /// The factor for the brightest component; hue and saturation are preserved.
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
}
