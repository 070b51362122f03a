import CNcursesw
import TerminalCore

/// How the styles of chrome are told to ncurses: light on black, like the room round the picture,
/// whatever the terminal's own colours are.
@MainActor struct ChromePalette {
  /// The pairs of colours, in ncurses' numbering.
  private enum Pair: Int16 {
    case plain = 1
    case accent
    case warning
    case dim
    case track
    case accentOnTrack
  }

  private let hasColor: Bool
  /// Whether `dim` has a colour of its own; else the terminal makes it as it can.
  private let hasGreys: Bool
  /// The first pair of colours that chrome leaves to others.
  static let firstFreePair: Int16 = 7

  /// Creates a palette.
  ///
  /// - Parameters:
  ///   - hasColor: Whether chrome is coloured; `start_color` has then been called. Without, chrome
  ///     has the terminal's own colours (https://no-color.org).
  ///   - colors: How many colours ncurses knows.
  init(hasColor: Bool, colors: Int) {
    self.hasColor = hasColor
    // In terminals of direct colours these numbers are no places in the palette.
    hasGreys = colors == 256
    guard hasColor else { return }
    // 16 to 231 are a cube of 6 levels a channel, 232 to 255 greys (xterm's 256colres.h).
    let black = hasGreys ? 16 : Int16(COLOR_BLACK)
    init_pair(Pair.plain.rawValue, hasGreys ? 252 : Int16(COLOR_WHITE), black)
    init_pair(Pair.accent.rawValue, hasGreys ? 80 : Int16(COLOR_CYAN), black)
    init_pair(Pair.warning.rawValue, hasGreys ? 221 : Int16(COLOR_YELLOW), black)
    init_pair(Pair.dim.rawValue, hasGreys ? 243 : Int16(COLOR_WHITE), black)
    init_pair(Pair.track.rawValue, hasGreys ? 237 : Int16(COLOR_WHITE), hasGreys ? 237 : black)
    init_pair(
      Pair.accentOnTrack.rawValue, hasGreys ? 80 : Int16(COLOR_CYAN), hasGreys ? 237 : black)
  }

  func attributes(_ style: ChromeStyle) -> attr_t {
    var attributes: attr_t = 0
    if style.contains(.bold) { attributes |= CursesCharacter.bold }
    let isFaint = style.contains(.dim) || style == .track
    if isFaint, !(hasColor && hasGreys) { attributes |= CursesCharacter.dim }
    if style.contains(.reverse) { attributes |= CursesCharacter.reverse }
    return attributes
  }

  func pair(_ style: ChromeStyle) -> Int16 {
    guard hasColor else { return 0 }
    if style.contains(.warning) { return Pair.warning.rawValue }
    if style.contains(.track) {
      return (style.contains(.accent) ? Pair.accentOnTrack : Pair.track).rawValue
    }
    if style.contains(.accent) { return Pair.accent.rawValue }
    return (style.contains(.dim) ? Pair.dim : Pair.plain).rawValue
  }
}
