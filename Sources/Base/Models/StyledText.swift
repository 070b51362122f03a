/// The appearance of text, as far as cells can show it.
package struct TextStyle: Hashable, Sendable {
  package var isBold: Bool
  package var isItalic: Bool
  /// The colour as 0x00BBGGRR, like a frame's pixels; `nil` for the default.
  package var color: UInt32?

  package init(isBold: Bool = false, isItalic: Bool = false, color: UInt32? = nil) {
    self.isBold = isBold
    self.isItalic = isItalic
    self.color = color
  }

  package static let plain = TextStyle()
}

/// A line of text in several styles.
package struct StyledText: Hashable, Sendable {
  /// A run of text in one style.
  package struct Span: Hashable, Sendable {
    package var text: CleanText
    package var style: TextStyle

    package init(_ text: CleanText, _ style: TextStyle = .plain) {
      self.text = text
      self.style = style
    }
  }

  /// The spans in order; none is empty, and adjacent ones differ in style.
  package private(set) var spans: [Span] = []

  package init(_ spans: some Sequence<Span>) {
    for span in spans where !span.text.isEmpty {
      if let last = self.spans.last, last.style == span.style {
        self.spans[self.spans.count - 1].text = CleanText(last.text.string + span.text.string)
      } else {
        self.spans.append(span)
      }
    }
  }

  package var isEmpty: Bool { spans.isEmpty }
}
