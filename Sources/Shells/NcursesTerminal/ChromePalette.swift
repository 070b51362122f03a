import CNcursesw
import CellGraphics
import TerminalCore

/// How characters of chrome are told to ncurses.
@MainActor struct ChromePalette {
  /// A character no chrome uses. It is not blank, so ncurses never erases its cells in passing, and
  /// invisible, so that ncurses never moves the cursor by writing it again.
  let sentinel: cchar_t

  private let hasUnicode: Bool
  private let hasColor: Bool
  private static let accent: Int16 = 1
  private static let warning: Int16 = 2

  /// Creates a palette of the terminal's own colours; `start_color` has been called if there are.
  init(hasUnicode: Bool, hasColor: Bool) {
    self.hasUnicode = hasUnicode
    self.hasColor = hasColor
    if hasColor {
      let background: Int16 = use_default_colors() == OK ? -1 : Int16(COLOR_BLACK)
      init_pair(Self.accent, Int16(COLOR_CYAN), background)
      init_pair(Self.warning, Int16(COLOR_YELLOW), background)
    }
    sentinel = Self.character(hasUnicode ? "\u{A0}" : ".", attributes: Attribute.invisible, pair: 0)
  }

  /// Whether ncurses takes a scalar for two columns wide.
  func isWide(_ scalar: Unicode.Scalar) -> Bool {
    hasUnicode && wcwidth(wchar_t(scalar.value)) == 2
  }

  /// A character in a style. One that ncurses, which goes by the C library's tables, counts
  /// otherwise than the layout is replaced, since what follows it would be displaced.
  func character(_ scalar: Unicode.Scalar, columns: Int, style: ChromeStyle) -> cchar_t {
    let isKnown =
      scalar.isASCII || hasUnicode && wcwidth(wchar_t(scalar.value)) == Int32(columns)
    return Self.character(
      isKnown ? scalar : hasUnicode ? "\u{FFFD}" : "?", attributes: attributes(style),
      pair: pair(style))
  }

  private func attributes(_ style: ChromeStyle) -> attr_t {
    var attributes: attr_t = 0
    if style.contains(.bold) { attributes |= Attribute.bold }
    if style.contains(.dim) { attributes |= Attribute.dim }
    if style.contains(.reverse) { attributes |= Attribute.reverse }
    return attributes
  }

  private func pair(_ style: ChromeStyle) -> Int16 {
    guard hasColor else { return 0 }
    return style.contains(.warning) ? Self.warning : style.contains(.accent) ? Self.accent : 0
  }

  private static func character(
    _ scalar: Unicode.Scalar, attributes: attr_t, pair: Int16
  ) -> cchar_t {
    var character = cchar_t()
    let text = [wchar_t(scalar.value), 0]
    setcchar(&character, text, attributes, pair, nil)
    return character
  }

  /// ncurses' attributes, which are macros Swift does not see.
  private enum Attribute {
    static let reverse = attr_t(1) << 18
    static let dim = attr_t(1) << 20
    static let bold = attr_t(1) << 21
    static let invisible = attr_t(1) << 23
  }
}
