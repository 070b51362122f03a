import Models

/// The line in which a filter is typed, and where the reader was before it was opened.
///
/// It only edits its text; the feed follows it.
package struct Filter: Hashable, Sendable {
  package var text: String
  /// What was on screen, and by which filter.
  package let previousID: ItemID?
  package let previousFilter: FeedFilter

  /// The most characters a filter may have.
  package static let limit = 200

  /// Creates a line with the text of the filter in force.
  package init(filter: FeedFilter = .none, at id: ItemID? = nil) {
    text = filter.text
    previousID = id
    previousFilter = filter
  }

  /// What happened to the line.
  package enum Action: Hashable, Sendable {
    /// Text was typed or pasted: it comes at the end.
    case typed(String)
    case backspaceTapped
    /// The last word is to go, with the spaces behind it.
    case wordBackspaceTapped
    /// All of the text is to go.
    case clearTapped
    /// The filter stays, the line closes.
    case returnTapped
    /// The feed is to be as before.
    case escapeTapped
  }

  mutating func take(_ action: Action) {
    switch action {
    case .typed(let typed):
      // A filter is one line of letters, and a pasted book is none.
      let line = typed.lazy.map { $0.isWhitespace ? " " : $0 }.filter { !$0.isControl }
      text += String(line.prefix(max(Self.limit - text.count, 0)))
    case .backspaceTapped:
      if !text.isEmpty { text.removeLast() }
    case .wordBackspaceTapped:
      let trimmed = text.reversed().drop { $0 == " " }.drop { $0 != " " }
      text = String(trimmed.reversed())
    case .clearTapped:
      text = ""
    case .returnTapped, .escapeTapped:
      // The feed closes the line.
      break
    }
  }
}

extension Character {
  /// Whether a terminal would do something with it rather than show it.
  fileprivate var isControl: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
