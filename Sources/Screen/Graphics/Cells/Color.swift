/// A colour of 8 bits per channel, in the layout of a frame's pixels: 0x00BBGGRR.
package struct Color: Hashable, Sendable, RawRepresentable {
  package let rawValue: UInt32

  /// Takes 0x00BBGGRR; the highest byte is dropped.
  package init(rawValue: UInt32) {
    self.rawValue = rawValue & 0xFF_FFFF
  }

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    rawValue = UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16
  }

  package var red: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
  package var green: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }
  package var blue: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 16) }

  package static let black = Color(rawValue: 0)
  package static let white = Color(rawValue: 0xFF_FFFF)

  /// Returns the mean with another colour, per channel, rounded down.
  package func mean(with other: Color) -> Color {
    // Common bits plus half of the differing bits: each sum stays within its byte.
    let shared = rawValue & other.rawValue
    let different = (rawValue ^ other.rawValue) & 0xFE_FEFE
    return Color(rawValue: shared &+ different &>> 1)
  }

  /// Returns the colour with each channel multiplied by `factor` / 256, at most 1.
  func scaled(by factor: UInt64) -> Color {
    // Two products in one: there are 16 bits between red and blue.
    let redAndBlue = (UInt64(rawValue & 0xFF_00FF) &* factor) >> 8 & 0xFF_00FF
    let green = (UInt64(rawValue & 0x00_FF00) &* factor) >> 8 & 0x00_FF00
    return Color(rawValue: UInt32(truncatingIfNeeded: redAndBlue | green))
  }
}

extension Color {
  /// Returns the mix with another colour, per channel: 0 is this one, 1 the other.
  package func mixed(with other: Color, by part: Double) -> Color {
    let part = min(max(part, 0), 1)
    func mix(_ first: UInt8, _ second: UInt8) -> UInt8 {
      let (from, to) = (Double(first), Double(second))
      return UInt8((from + (to - from) * part).rounded())
    }
    return Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}

/// The squared distance of two colours, 9 for one level in all channels: red counts 2, green 4,
/// blue 3, the "redmean" weights for a medium red.
@inline(__always)
func squaredDistance(_ first: UInt32, _ second: UInt32) -> Int {
  let red = Int(first & 0xFF) &- Int(second & 0xFF)
  let green = Int(first >> 8 & 0xFF) &- Int(second >> 8 & 0xFF)
  let blue = Int(first >> 16 & 0xFF) &- Int(second >> 16 & 0xFF)
  return 2 &* red &* red &+ 4 &* green &* green &+ 3 &* blue &* blue
}

/// The `squaredDistance` of one level in all three channels.
let squaredLevel = 9
