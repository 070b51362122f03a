/// Reads the tokens of a TOML document, one after another.
struct TOMLScanner: Sendable {
  private let scalars: [Unicode.Scalar]
  private(set) var index = 0
  private(set) var position = TextPosition()

  init(_ document: String) {
    scalars = Array(document.unicodeScalars)
  }

  /// The next character; `nil` at the end.
  var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  mutating func advance() {
    guard let next else { return }
    index += 1
    position.advance(over: next)
  }

  /// Skips a character, if it is next.
  mutating func take(_ scalar: Unicode.Scalar) {
    if next == scalar { advance() }
  }

  mutating func skipSpaces() {
    while let next, next == " " || next == "\t" { advance() }
  }

  /// Skips spaces, line ends and comments.
  mutating func skipBlank() {
    while let next {
      switch next {
      case " ", "\t", "\r", "\n": advance()
      case "#": skipLine()
      default: return
      }
    }
  }

  mutating func skipLine() {
    while let next, next != "\n" { advance() }
  }

  /// Skips a number, a date, or anything else without quotes.
  mutating func skipWord() {
    while let next, !",]}#\r\n".unicodeScalars.contains(next) { advance() }
  }

  /// Reads a key: its parts, without dots and quotes.
  ///
  /// - Parameter mostParts: Further parts are not read.
  mutating func readKey(maxParts: Int) -> [String] {
    var parts: [String] = []
    while true {
      skipSpaces()
      if next == "\"" || next == "'" {
        parts.append(readString())
      } else {
        var part = String.UnicodeScalarView()
        while let next, !".=] \t\r\n".unicodeScalars.contains(next) {
          part.append(next)
          advance()
        }
        parts.append(String(part))
      }
      skipSpaces()
      guard next == ".", parts.count < maxParts else { return parts }
      advance()
    }
  }

  /// Reads a string of any of the four kinds. Escapes are left as written, except those of a single
  /// character that stands for itself: relevant keys have no others.
  mutating func readString() -> String {
    guard let quote = next else { return "" }
    let isRaw = quote == "'"
    var quotes = 0
    while next == quote, quotes < 3 {
      advance()
      quotes += 1
    }
    if quotes == 2 { return "" }
    var text = String.UnicodeScalarView()
    while let next {
      if next == "\\", !isRaw {
        advance()
        if let escaped = self.next { text.append(escaped) }
        advance()
      } else if next == quote, quotes == 1 || isEnd(quote) {
        for _ in 0..<quotes { take(quote) }
        break
      } else {
        text.append(next)
        advance()
      }
    }
    return String(text)
  }

  /// Whether exactly three quotes follow: any before the last three belong to the text.
  private func isEnd(_ quote: Unicode.Scalar) -> Bool {
    let following = scalars[index...].prefix(4)
    return following.prefix(3).allSatisfy { $0 == quote }
      && (following.count < 4 || following.last != quote)
  }
}
