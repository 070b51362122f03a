import CNcursesw
import TerminalCore

/// The colours available to chrome.
enum ChromeColors {
  /// Those of its styles.
  case styles
  /// White on black, like a frame in two colours.
  case twoColors
  /// The terminal's own (https://no-color.org).
  case none
}

/// Maps chrome styles to ncurses: light on black like the area around the frame, or dark on a light
/// terminal background.
@MainActor struct ChromePalette {
  /// The colour pairs, by ncurses number.
  private enum Pair: Int16 {
    case plain = 1
    case accent
    case liked
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
  /// Whether the terminal's background is light. A change requires a redraw.
  var isLight = false {
    didSet { setPairs() }
  }
  /// Whether `dim` has its own colour; if not, the terminal dims as it can.
  private let hasGreys: Bool

  /// Creates a palette.
  ///
  /// - Parameters:
  ///   - colors: The available colours; if there are any, `start_color` has been called.
  ///   - colorCount: How many colours ncurses has.
  init(_ colors: ChromeColors, colorCount: Int) {
    self.colors = colors
    // In direct-colour terminals these numbers are not palette indices.
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
      // 16 to 231 are a cube of 6 levels per channel, 232 to 255 greys (xterm's 256colres.h); -1 is
      // the terminal's default. Each text colour has a contrast of at least 4.5 to its background.
      switch (isLight, hasGreys) {
      case (false, true):
        setPairs(
          text: 252, ground: 16, 80, onAccent: 16, liked: 203, warning: 221, dim: 245, track: 237,
          buffered: 241)
      case (true, true):
        setPairs(
          text: 233, ground: -1, 24, onAccent: 231, liked: 124, warning: 94, dim: 240, track: 252,
          buffered: 248)
      case (false, false):
        let (black, white) = (Int16(COLOR_BLACK), Int16(COLOR_WHITE))
        setPairs(
          text: white, ground: black, Int16(COLOR_CYAN), onAccent: black,
          liked: Int16(COLOR_RED), warning: Int16(COLOR_YELLOW), dim: white)
      case (true, false):
        // Bold black is grey in many terminals; their default text is dark there.
        setPairs(
          text: -1, ground: -1, Int16(COLOR_BLUE), onAccent: Int16(COLOR_WHITE),
          liked: Int16(COLOR_RED), warning: Int16(COLOR_RED), dim: -1)
      }
    }
  }

  /// - Parameters:
  ///   - track: The unfilled part of a bar, in which glyphs of its colour vanish; `nil` without
  ///     greys: the glyphs have the text colour.
  ///   - buffered: The buffered part, likewise.
  private func setPairs(
    text: Int16, ground: Int16, _ accent: Int16, onAccent: Int16, liked: Int16, warning: Int16,
    dim: Int16, track: Int16? = nil, buffered: Int16? = nil
  ) {
    init_pair(Pair.plain.rawValue, text, ground)
    init_pair(Pair.accent.rawValue, accent, ground)
    init_pair(Pair.liked.rawValue, liked, ground)
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

  /// A character in a style. A full block becomes a space in its colour: that leaves no gaps in
  /// terminals that antialias blocks.
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
    // Without colours, a full cell is reversed.
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
    if style.contains(.liked) { return Pair.liked.rawValue }
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
