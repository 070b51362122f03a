import Models

extension CleanText {
  /// The text with ASCII in place of typographic characters: quotation marks, dashes, the ellipsis,
  /// the multiplication sign and no-break spaces.
  package var plain: CleanText { CleanText(String(string.map(\.plain))) }
}

extension Character {
  fileprivate var plain: Character {
    switch self {
    case "\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}": "\""
    case "\u{2018}", "\u{2019}", "\u{201A}", "\u{2039}", "\u{203A}": "'"
    case "\u{2010}"..."\u{2015}", "\u{2212}": "-"
    case "\u{2026}": "~"
    case "\u{B7}": "."
    case "\u{D7}": "x"
    case "\u{A0}": " "
    default: self
    }
  }
}
