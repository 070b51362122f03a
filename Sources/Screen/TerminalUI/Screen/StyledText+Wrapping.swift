import Graphics
import Models

extension StyledText {
  /// How many columns a terminal uses for the text.
  var displayWidth: Int { spans.reduce(0) { $0 + $1.text.displayWidth } }

  /// Breaks the text into lines at spaces; words longer than a line are broken anywhere.
  ///
  /// - Parameter columns: The most columns of a line.
  func wrapped(toColumns columns: Int) -> [StyledText] {
    guard columns > 0 else { return [] }
    var lines: [[Letter]] = []
    var line: [Letter] = []
    var lineWidth = 0
    var word: [Letter] = []
    var wordWidth = 0
    var space: Letter?
    func endWord() {
      guard !word.isEmpty else { return }
      if lineWidth + 1 + wordWidth > columns, !line.isEmpty {
        lines.append(line)
        line = []
        lineWidth = 0
      }
      if !line.isEmpty, let space {
        line.append(space)
        lineWidth += 1
      }
      line += word
      lineWidth += wordWidth
      word = []
      wordWidth = 0
    }
    for letter in letters {
      if letter.character == " " {
        endWord()
        space = letter
        continue
      }
      if wordWidth + letter.width > columns {
        endWord()
        // A word's next piece follows without a space, and so on a line of its own.
        space = nil
        lines.append(line)
        (line, lineWidth) = ([], 0)
      }
      word.append(letter)
      wordWidth += letter.width
    }
    endWord()
    if !line.isEmpty { lines.append(line) }
    return lines.filter { !$0.isEmpty }.map(Self.joined)
  }

  /// A character, and how it looks.
  private struct Letter {
    var character: Character
    var width: Int
    var style: TextStyle
  }

  private var letters: [Letter] {
    spans.flatMap { span in
      span.text.string.map {
        Letter(character: $0, width: CleanText(String($0)).displayWidth, style: span.style)
      }
    }
  }

  private static func joined(_ letters: [Letter]) -> StyledText {
    var spans: [Span] = []
    var rest = letters[...]
    while let style = rest.first?.style {
      let same = rest.prefix { $0.style == style }
      spans.append(Span(CleanText(String(same.map(\.character))), style))
      rest = rest.dropFirst(same.count)
    }
    return StyledText(spans)
  }
}
