import Models

extension CleanText {
  /// The text with ASCII in place of typographic characters: quotation marks, dashes, the
  /// multiplication sign, no-break spaces, and the ellipsis as three dots if they fit.
  ///
  /// - Parameter columns: The columns available; blanks within the text can be used, too.
  package func plain(columns: Int) -> CleanText {
    CleanText(String(PlainText(string.map { ($0, ()) }, columns: columns).letters.map(\.0)))
  }
}

/// Letters in ASCII, each with an associated value.
package struct PlainText<Style> {
  package private(set) var letters: [(Character, Style)] = []

  /// Converts typographic letters to ASCII.
  ///
  /// - Parameters:
  ///   - letters: The text.
  ///   - columns: The columns available.
  package init(_ letters: [(Character, Style)], columns: Int) {
    let width = letters.reduce(0) { $0 + $1.0.displayWidth }
    // Of several consecutive blanks, all but one can be dropped.
    var blanks = zip(letters, letters.dropFirst()).count { $0.0.0 == " " && $0.1.0 == " " }
    var room = max(columns - width, 0)
    var debt = 0
    for (character, style) in letters {
      let isFollowing = self.letters.last?.0 == " "
      if character == " ", isFollowing {
        blanks -= 1
        if debt > 0 {
          debt -= 1
          continue
        }
      }
      self.letters.append((character.plain, style))
      guard character == "\u{2026}" else { continue }
      let more = min(2, room + max(blanks - debt, 0))
      let borrowed = min(more, room)
      room -= borrowed
      debt += more - borrowed
      self.letters += (0..<more).map { _ in (".", style) }
    }
  }
}

extension Character {
  fileprivate var plain: Character {
    switch self {
    case "\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}": "\""
    case "\u{2018}", "\u{2019}", "\u{201A}", "\u{2039}", "\u{203A}": "'"
    case "\u{2010}"..."\u{2015}", "\u{2212}": "-"
    case "\u{2026}", "\u{B7}": "."
    case "\u{D7}": "x"
    case "\u{A0}": " "
    default: self
    }
  }
}
