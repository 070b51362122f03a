import CNcursesw
import TerminalCore

/// Which colours chrome has.
enum ChromeColors {
  /// Those of its styles.
  case styles
  /// White on black, as a frame in two colours has them.
  case twoColors
  /// The terminal's own (https://no-color.org).
  case none
}

/// How the styles of chrome are told to ncurses: light on black like the room round the frame, or
/// where the terminal's own background is light, dark on that.
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
  /// Whether the terminal's own background is light. The screen has to be drawn anew after a change.
  var isLight = false {
    didSet { setPairs() }
  }
  /// Whether `dim` has a colour of its own; else the terminal makes it as it can.
  private let hasGreys: Bool

  /// Creates a palette.
  ///
  /// - Parameters:
  ///   - colors: Which colours there are; `start_color` has been called if there are any.
  ///   - colorCount: How many colours ncurses knows.
  init(_ colors: ChromeColors, colorCount: Int) {
    self.colors = colors
    // In terminals of direct colours these numbers are no places in the palette.
    hasGreys = colors == .styles && colorCount == 256
    setPairs()
  }

  private func setPairs() {
    switch colors {
    case .none: break
    case .twoColors:
      let (black, white) = (Int16(COLOR_BLACK), Int16(COLOR_WHITE))
      init_pair(Pair.plain.rawValue, isLight ? black : white, isLight ? white : black)
    case .styles:
      // 16 to 231 are a cube of 6 levels a channel, 232 to 255 greys (xterm's 256colres.h); -1 is the
      // terminal's own. Each colour of text has a contrast of at least 4.5 to its ground.
      switch (isLight, hasGreys) {
      case (false, true):
        setPairs(
          text: 252, ground: 16, 80, onAccent: 16, warning: 221, dim: 245, track: 237, buffered: 241
        )
      case (true, true):
        setPairs(
          text: 233, ground: -1, 24, onAccent: 231, warning: 94, dim: 240, track: 252, buffered: 248
        )
      case (false, false):
        let (black, white) = (Int16(COLOR_BLACK), Int16(COLOR_WHITE))
        setPairs(
          text: white, ground: black, Int16(COLOR_CYAN), onAccent: black,
          warning: Int16(COLOR_YELLOW), dim: white)
      case (true, false):
        // Bold black is grey in many terminals; their own text is dark there.
        setPairs(
          text: -1, ground: -1, Int16(COLOR_BLUE), onAccent: Int16(COLOR_WHITE),
          warning: Int16(COLOR_RED), dim: -1)
      }
    }
  }

  /// - Parameters:
  ///   - track: What a bar has not filled yet, in which glyphs of its own colour vanish; `nil` where
  ///     there is no grey: the glyphs have the colour of text.
  ///   - buffered: What of it has been read ahead, likewise.
  private func setPairs(
    text: Int16, ground: Int16, _ accent: Int16, onAccent: Int16, warning: Int16, dim: Int16,
    track: Int16? = nil, buffered: Int16? = nil
  ) {
    init_pair(Pair.plain.rawValue, text, ground)
    init_pair(Pair.accent.rawValue, accent, ground)
    init_pair(Pair.warning.rawValue, warning, ground)
    init_pair(Pair.dim.rawValue, dim, ground)
    init_pair(Pair.track.rawValue, track ?? text, track ?? ground)
    init_pair(Pair.accentOnTrack.rawValue, accent, track ?? ground)
    // A space needs no foreground.
    init_pair(Pair.accentFilled.rawValue, -1, accent)
    init_pair(Pair.buffered.rawValue, buffered ?? text, buffered ?? ground)
    init_pair(Pair.accentOnBuffered.rawValue, accent, buffered ?? ground)
    init_pair(Pair.markOnTrack.rawValue, text, track ?? ground)
    init_pair(Pair.markOnBuffered.rawValue, text, buffered ?? ground)
    init_pair(Pair.markOnFilled.rawValue, onAccent, accent)
  }

  /// A character in a style. A full block is a space in its colour: it has no seams where terminals
  /// draw blocks with soft edges. Where there are no greys, and so no ground, the bar is a line.
  func character(_ scalar: Unicode.Scalar, _ style: ChromeStyle) -> cchar_t {
    let scalar = isLine && !style.isDisjoint(with: .ground) ? Self.onLine(scalar) : scalar
    guard scalar == "\u{2588}", !style.contains(.reverse) else {
      return CursesCharacter.make(scalar, attributes: attributes(style), pair: pair(style))
    }
    if colors == .styles, style.isSuperset(of: .filled) {
      return CursesCharacter.make(" ", pair: Pair.accentFilled.rawValue)
    }
    return CursesCharacter.make(
      " ", attributes: attributes(style) ^ CursesCharacter.reverse, pair: pair(style))
  }

  /// Whether a bar cannot be filled without being the loudest thing on the screen.
  private var isLine: Bool { colors == .styles && !hasGreys }

  /// What a line has in place of blocks: full ones are a heavy line, a part of one that is no less than
  /// half is its end.
  private static func onLine(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "\u{2588}": "\u{2501}"
    case "\u{2589}"..."\u{258C}": "\u{257E}"
    case "\u{258D}"..."\u{258F}": "\u{2500}"
    default: scalar
    }
  }

  func attributes(_ style: ChromeStyle) -> attr_t {
    var attributes: attr_t = 0
    if style.contains(.bold) { attributes |= CursesCharacter.bold }
    let isFaint = style.contains(.dim) || style == .track
    if isFaint, !hasGreys { attributes |= CursesCharacter.dim }
    // A full cell is reversed where it has no colour.
    let isOnFilled = colors != .styles && style.contains(.accent) && style.contains(.mark)
    if style.contains(.reverse) != isOnFilled { attributes |= CursesCharacter.reverse }
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
