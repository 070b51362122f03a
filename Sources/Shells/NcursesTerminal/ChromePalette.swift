import CNcursesw
import TerminalCore

/// Which colours chrome has.
enum ChromeColors {
  /// Those of its styles, light on black.
  case styles
  /// White on black, as a picture in two colours has them.
  case twoColors
  /// The terminal's own (https://no-color.org).
  case none
}

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
    case accentFilled
    case buffered
    case accentOnBuffered
    case markOnTrack
    case markOnBuffered
    case markOnFilled
  }

  private let colors: ChromeColors
  /// As for `PicturePalette`.
  var isReversed = false
  /// Whether `dim` has a colour of its own; else the terminal makes it as it can.
  private let hasGreys: Bool
  /// The first pair of colours that chrome leaves to others.
  static let firstFreePair: Int16 = 13

  /// Creates a palette.
  ///
  /// - Parameters:
  ///   - colors: Which colours there are; `start_color` has been called if there are any.
  ///   - colorCount: How many colours ncurses knows.
  init(_ colors: ChromeColors, colorCount: Int) {
    self.colors = colors
    // In terminals of direct colours these numbers are no places in the palette.
    hasGreys = colors == .styles && colorCount == 256
    // 16 to 231 are a cube of 6 levels a channel, 232 to 255 greys (xterm's 256colres.h).
    let black = hasGreys ? 16 : Int16(COLOR_BLACK)
    let white = hasGreys ? 252 : Int16(COLOR_WHITE)
    switch colors {
    case .none: break
    case .twoColors: init_pair(Pair.plain.rawValue, white, black)
    case .styles:
      let accent = hasGreys ? 80 : Int16(COLOR_CYAN)
      let track = hasGreys ? 237 : black
      init_pair(Pair.plain.rawValue, white, black)
      init_pair(Pair.accent.rawValue, accent, black)
      init_pair(Pair.warning.rawValue, hasGreys ? 221 : Int16(COLOR_YELLOW), black)
      init_pair(Pair.dim.rawValue, hasGreys ? 243 : white, black)
      init_pair(Pair.track.rawValue, hasGreys ? 237 : white, track)
      init_pair(Pair.accentOnTrack.rawValue, accent, track)
      // A space needs no foreground.
      init_pair(Pair.accentFilled.rawValue, -1, accent)
      let buffered = hasGreys ? 241 : black
      init_pair(Pair.buffered.rawValue, hasGreys ? 241 : white, buffered)
      init_pair(Pair.accentOnBuffered.rawValue, accent, buffered)
      init_pair(Pair.markOnTrack.rawValue, white, track)
      init_pair(Pair.markOnBuffered.rawValue, white, buffered)
      init_pair(Pair.markOnFilled.rawValue, black, accent)
    }
  }

  /// A character in a style. A full block is a space in its colour: it has no seams where terminals
  /// draw blocks with soft edges.
  func character(_ scalar: Unicode.Scalar, _ style: ChromeStyle) -> cchar_t {
    guard scalar == "\u{2588}", !style.contains(.reverse) else {
      return CursesCharacter.make(scalar, attributes: attributes(style), pair: pair(style))
    }
    if colors == .styles, style.isSuperset(of: .filled) {
      return CursesCharacter.make(" ", pair: Pair.accentFilled.rawValue)
    }
    return CursesCharacter.make(
      " ", attributes: attributes(style) ^ CursesCharacter.reverse, pair: pair(style))
  }

  func attributes(_ style: ChromeStyle) -> attr_t {
    var attributes: attr_t = 0
    if style.contains(.bold) { attributes |= CursesCharacter.bold }
    let isFaint = style.contains(.dim) || style == .track
    if isFaint, !hasGreys { attributes |= CursesCharacter.dim }
    // A full cell is reversed where it has no colour.
    let isOnFilled = colors != .styles && style.contains(.accent) && style.contains(.mark)
    if (style.contains(.reverse) != isOnFilled) != isReversed {
      attributes |= CursesCharacter.reverse
    }
    return attributes
  }

  func pair(_ style: ChromeStyle) -> Int16 {
    switch colors {
    case .none: return 0
    case .twoColors: return Pair.plain.rawValue
    case .styles: break
    }
    if style.contains(.warning) { return Pair.warning.rawValue }
    if !style.isDisjoint(with: .ground) { return barPair(style).rawValue }
    if style.contains(.accent) { return Pair.accent.rawValue }
    return (style.contains(.dim) ? Pair.dim : Pair.plain).rawValue
  }

  private func barPair(_ style: ChromeStyle) -> Pair {
    let isBuffered = style.contains(.buffered)
    guard style.contains(.mark) else {
      if style.contains(.accent) { return isBuffered ? .accentOnBuffered : .accentOnTrack }
      return isBuffered ? .buffered : .track
    }
    return style.contains(.accent) ? .markOnFilled : isBuffered ? .markOnBuffered : .markOnTrack
  }
}
