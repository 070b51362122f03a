import Graphics
import Models

extension StyledText {
  /// How many columns a terminal uses for the text.
  var displayWidth: Int { spans.reduce(0) { $0 + $1.text.displayWidth } }

  /// Breaks the text into lines at spaces; words longer than a line are broken anywhere.
  func wrapped(toColumns columns: Int) -> [StyledText] {
    guard columns > 0 else { return [] }
    var lines = LineBreaker<TextStyle>(columns: columns, isAtSpaces: true)
    for span in spans {
      for character in span.text.string { lines.append(character, span.style) }
    }
    return lines.finish().map { StyledText(runs($0).map { Span($0, $1) }) }
  }
}
