import Models

/// The lines of one cue, assembled byte by byte.
package struct CueLines {
  /// The limits on lines per cue and characters per line: more do not fit on a screen.
  package static let lineLimit = 12
  package static let lengthLimit = 300

  private typealias Piece = (style: TextStyle, bytes: [UInt8])

  /// The style of what follows.
  var style: TextStyle
  private var lines: [[Piece]] = [[]]

  init(style: TextStyle = .plain) {
    self.style = style
  }

  /// Adds a byte of UTF-8.
  mutating func append(_ byte: UInt8) {
    let line = lines.count - 1
    if let last = lines[line].indices.last, lines[line][last].style == style {
      lines[line][last].bytes.append(byte)
    } else {
      lines[line].append((style, [byte]))
    }
  }

  mutating func breakLine() { lines.append([]) }

  /// The non-empty lines, at most `lineLimit`, cleaned and truncated.
  var finished: [StyledText] {
    Array(lines.lazy.map(Self.finish).filter { !$0.isEmpty }.prefix(Self.lineLimit))
  }

  private static func finish(_ pieces: [Piece]) -> StyledText {
    var room = lengthLimit
    var isCut = false
    var parts: [(style: TextStyle, text: String.UnicodeScalarView)] = []
    for piece in pieces where !isCut {
      // No character takes more than four bytes.
      let decoded = String(decoding: piece.bytes.prefix(room * 4 + 4), as: UTF8.self)
      var text = String.UnicodeScalarView()
      for scalar in decoded.unicodeScalars.prefix(room) {
        text.append(CleanText.isSpacing(scalar) ? " " : scalar)
      }
      isCut = decoded.unicodeScalars.dropFirst(room).first != nil
      room -= text.count
      parts.append((piece.style, text))
    }
    trim(&parts)
    if isCut, !parts.isEmpty { parts[parts.count - 1].text.append("…") }
    return StyledText(parts.map { StyledText.Span(CleanText(String($0.text)), $0.style) })
  }

  /// Trims spaces at both ends.
  private static func trim(_ parts: inout [(style: TextStyle, text: String.UnicodeScalarView)]) {
    while let first = parts.first {
      parts[0].text = String.UnicodeScalarView(first.text.drop { $0 == " " })
      if !parts[0].text.isEmpty { break }
      parts.removeFirst()
    }
    while let last = parts.indices.last {
      while parts[last].text.last == " " { parts[last].text.removeLast() }
      if !parts[last].text.isEmpty { break }
      parts.removeLast()
    }
  }
}
