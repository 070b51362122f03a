import Models

extension StyledText: ExpressibleByStringInterpolation {
  /// Creates plain text from a literal.
  package init(stringLiteral value: String) {
    self.init([Span(CleanText(value))])
  }

  /// The text without its style.
  package var string: String { spans.map(\.text.string).joined() }
}
