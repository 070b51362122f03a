import CNcursesw
import Graphics

/// Makes ncurses' characters.
enum CursesCharacter {
  // ncurses' attributes are macros Swift does not see.
  static let reverse = attr_t(1) << 18
  static let dim = attr_t(1) << 20
  static let bold = attr_t(1) << 21
  static let invisible = attr_t(1) << 23

  /// Whether ncurses, which goes by the C library's tables, counts a scalar as so many columns.
  /// If not, what follows it would be displaced.
  static func hasColumns(_ columns: Int, _ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? columns == 1 : wcwidth(wchar_t(scalar.value)) == Int32(columns)
  }

  /// A character with attributes and a pair of colours.
  static func make(_ scalar: Unicode.Scalar, attributes: attr_t = 0, pair: Int16 = 0) -> cchar_t {
    var character = cchar_t()
    withUnsafeTemporaryAllocation(of: wchar_t.self, capacity: 2) { text in
      text[0] = wchar_t(scalar.value)
      text[1] = 0
      _ = setcchar(&character, text.baseAddress, attributes, pair, nil)
    }
    return character
  }
}
