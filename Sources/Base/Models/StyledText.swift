/// How text looks, as far as cells can show it.
package struct TextStyle: Hashable, Sendable {
  package var isBold: Bool
  package var isItalic: Bool
  /// The colour as 0x00BBGGRR, like a frame's pixels; `nil` for the usual one.
  package var color: UInt32?

  /// Creates a style.
  package init(isBold: Bool = false, isItalic: Bool = false, color: UInt32? = nil) {
    self.isBold = isBold
    self.isItalic = isItalic
    self.color = color
  }

  /// Text like any other.
  package static let plain = TextStyle()
}

/// A line of text of which parts look different from others.
package struct StyledText: Hashable, Sendable {
  /// A part in one style.
  package struct Span: Hashable, Sendable {
    package var text: CleanText
    package var style: TextStyle

    /// Creates a part.
    package init(_ text: CleanText, _ style: TextStyle = .plain) {
      self.text = text
      self.style = style
    }
  }

  /// The parts in order; none is empty, and no two neighbours look alike.
  package private(set) var spans: [Span] = []

  /// Creates a line of parts.
  package init(_ spans: some Sequence<Span>) {
    for span in spans where !span.text.isEmpty {
      if let last = self.spans.last, last.style == span.style {
        self.spans[self.spans.count - 1].text = CleanText(last.text.string + span.text.string)
      } else {
        self.spans.append(span)
      }
    }
  }

  /// Whether there is nothing to show.
  package var isEmpty: Bool { spans.isEmpty }
}
