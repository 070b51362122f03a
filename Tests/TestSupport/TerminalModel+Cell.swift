extension TerminalModel {
  /// A colour as the program set it.
  package enum Color: Hashable, Sendable {
    /// The terminal's own foreground or background.
    case standard
    /// An entry of the palette, 0 to 255.
    case palette(UInt8)
    /// An RGB colour.
    case rgb(UInt8, UInt8, UInt8)

    /// The colour as 0xRRGGBB, with xterm's palette; `nil` for `standard`.
    package var rgb: UInt32? {
      switch self {
      case .standard: nil
      case .rgb(let red, let green, let blue):
        UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
      case .palette(let index): Self.xtermPalette(index)
      }
    }

    /// xterm's default palette (256colres.h and XTerm-col.ad): 16 named colours, a 6 x 6 x 6 cube,
    /// 24 greys.
    private static func xtermPalette(_ index: UInt8) -> UInt32 {
      let named: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
      ]
      let index = UInt32(index)
      switch index {
      case 0..<16: return named[Int(index)]
      case 16..<232:
        let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
        let cube = index - 16
        return levels[Int(cube / 36)] << 16 | levels[Int(cube / 6 % 6)] << 8 | levels[Int(cube % 6)]
      default: return (8 + 10 * (index - 232)) * 0x010101
      }
    }
  }

  /// What one cell shows.
  package struct Cell: Hashable, Sendable {
    /// A character with its combining marks; a space for an empty cell, and empty for the right
    /// half of a wide character.
    package var text: String
    /// Columns taken: 1 or 2; 0 for the right half of a wide character.
    package var width: Int
    package var foreground: Color
    package var background: Color
    package var isBold: Bool
    package var isUnderlined: Bool
    package var isItalic: Bool
    package var isReverse: Bool

    /// The upper and lower pixel of a half-block cell as 0xRRGGBB, or `nil` where the terminal's
    /// own colour shows; `nil` for a cell with any other character.
    package var halves: (top: UInt32?, bottom: UInt32?)? {
      let front = isReverse ? background : foreground
      let back = isReverse ? foreground : background
      switch text {
      case " ", "\u{A0}": return (back.rgb, back.rgb)
      case "\u{2588}": return (front.rgb, front.rgb)
      case "\u{2580}": return (front.rgb, back.rgb)
      case "\u{2584}": return (back.rgb, front.rgb)
      default: return nil
      }
    }
  }
}
