import CNcursesw
import Graphics

/// How the cells of a picture in eight colours, or two, are told to ncurses.
///
/// Terminals of eight colours have 64 pairs, of which pair 0 is whatever the terminal's own colours
/// are. So a pair stands for its colours in either order, which takes 36: a half block is turned
/// over, text is reversed.
@MainActor struct PicturePalette {
  private let hasColor: Bool
  /// Whether the terminal's own colours are dark on light, where there are no others: the light
  /// parts of a picture then have its background.
  var isReversed = false

  /// Creates a palette; `start_color` has been called if there are colours.
  init(hasColor: Bool) {
    self.hasColor = hasColor
    guard hasColor else { return }
    for first in UInt8(0)..<8 {
      for second in first..<8 {
        init_pair(Self.pair(first, second), Int16(first), Int16(second))
      }
    }
  }

  /// The character of a cell whose glyph is shown as a scalar.
  func character(_ cell: PaletteCell, _ scalar: Unicode.Scalar) -> cchar_t {
    let weight = cell.glyph.attributes.contains(.bold) ? CursesCharacter.bold : 0
    guard hasColor else {
      let isOnLight = (cell.background == 7) != isReversed
      return CursesCharacter.make(
        scalar, attributes: weight | (isOnLight ? CursesCharacter.reverse : 0))
    }
    let (foreground, background) = (cell.foreground & 7, cell.background & 7)
    // Many terminals show bold black as grey, and in reverse a grey ground.
    let visibleWeight = min(foreground, background) == 0 ? 0 : weight
    if cell.glyph == .space {
      return CursesCharacter.make(" ", pair: Self.pair(background, background))
    }
    if foreground <= background {
      return CursesCharacter.make(
        scalar, attributes: visibleWeight, pair: Self.pair(foreground, background))
    }
    let pair = Self.pair(background, foreground)
    return switch cell.glyph {
    case .upperHalf: CursesCharacter.make("\u{2584}", pair: pair)
    case .lowerHalf: CursesCharacter.make("\u{2580}", pair: pair)
    default:
      CursesCharacter.make(scalar, attributes: visibleWeight | CursesCharacter.reverse, pair: pair)
    }
  }

  /// The pair of two colours, the first not above the second.
  private static func pair(_ first: UInt8, _ second: UInt8) -> Int16 {
    let (first, second) = (Int16(first), Int16(second))
    return ChromePalette.firstFreePair + first * 8 - first * (first + 1) / 2 + second
  }
}
