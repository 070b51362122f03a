import Models

extension StyledText: ExpressibleByStringInterpolation {
  /// Takes a literal as plain text.
  package init(stringLiteral value: String) {
    self.init([Span(CleanText(value))])
  }

  /// The words alone.
  package var string: String { spans.map(\.text.string).joined() }
}
