import CNcursesw
import Graphics

enum CursesCharacter {
  // ncurses defines attributes as macros, which Swift cannot import.
  static let reverse = attr_t(1) << 18
  static let dim = attr_t(1) << 20
  static let bold = attr_t(1) << 21
  static let invisible = attr_t(1) << 23

  /// Whether ncurses, which uses the C library's tables, gives a scalar this width. If not, what
  /// follows would be displaced.
  static func hasColumns(_ columns: Int, _ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? columns == 1 : wcwidth(wchar_t(scalar.value)) == Int32(columns)
  }

  /// A character with attributes and a colour pair.
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
