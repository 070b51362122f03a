import Glibc
import Graphics

extension Color {
  /// How well the colour can be told from another, from 1 (not at all) to 21 (black on white): the
  /// contrast ratio of the Web Content Accessibility Guidelines 2.1. Text needs 4.5, symbols need
  /// 3.
  package func contrast(with other: Color) -> Double {
    let (first, second) = (relativeLuminance, other.relativeLuminance)
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// The relative luminance of the colour, from 0 to 1: linear sRGB with the weights of ITU-R
  /// BT.709.
  private var relativeLuminance: Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
