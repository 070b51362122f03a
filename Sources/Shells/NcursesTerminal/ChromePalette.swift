import CNcursesw
import TerminalCore

/// How the styles of chrome are told to ncurses: in the terminal's own colours.
@MainActor struct ChromePalette {
  private let hasColor: Bool
  private static let accent: Int16 = 1
  private static let warning: Int16 = 2
  /// The first pair of colours that chrome leaves to others.
  static let firstFreePair: Int16 = 3

  /// Creates a palette.
  ///
  /// - Parameter hasColor: Whether chrome is coloured; `start_color` has then been called.
  init(hasColor: Bool) {
    self.hasColor = hasColor
    guard hasColor else { return }
    init_pair(Self.accent, Int16(COLOR_CYAN), -1)
    init_pair(Self.warning, Int16(COLOR_YELLOW), -1)
  }

  func attributes(_ style: ChromeStyle) -> attr_t {
    var attributes: attr_t = 0
    if style.contains(.bold) { attributes |= CursesCharacter.bold }
    if style.contains(.dim) { attributes |= CursesCharacter.dim }
    if style.contains(.reverse) { attributes |= CursesCharacter.reverse }
    return attributes
  }

  func pair(_ style: ChromeStyle) -> Int16 {
    guard hasColor else { return 0 }
    return style.contains(.warning) ? Self.warning : style.contains(.accent) ? Self.accent : 0
  }
}
