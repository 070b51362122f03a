import Models

/// The line in which a filter or the number of an item is typed, and where the reader was before it
/// was opened.
///
/// It only edits its text; the feed follows a filter, and goes to a number in the end.
package struct Filter: Hashable, Sendable {
  package var text: String
  /// What was on screen, and by which filter.
  package let previousID: ItemID?
  package let previousFilter: FeedFilter
  /// Whether it takes a number instead of a filter.
  package let isNumber: Bool

  /// The most characters a filter may have.
  package static let limit = 200

  /// Creates a line with the text of the filter in force, or an empty one for a number.
  package init(filter: FeedFilter = .none, at id: ItemID? = nil, isNumber: Bool = false) {
    text = isNumber ? "" : filter.text
    self.isNumber = isNumber
    previousID = id
    previousFilter = filter
  }

  /// The number typed, counted from one; `nil` if there is none.
  var number: Int? { isNumber ? Int(text) : nil }

  /// Whether another Backspace closes it.
  var isEmptyNumber: Bool { isNumber && text.isEmpty }

  /// The most digits a number may have.
  private static let digitLimit = 9

  /// What happened to the line.
  package enum Action: Hashable, Sendable {
    /// Text was typed or pasted: it is appended.
    case typed(String)
    case backspaceTapped
    /// Deletes the last word and the spaces after it.
    case wordBackspaceTapped
    /// Deletes all text.
    case clearTapped
    /// Closes the line and keeps the filter.
    case returnTapped
    /// Restores the feed.
    case escapeTapped
  }

  mutating func take(_ action: Action) {
    switch action {
    case .typed(let typed) where isNumber:
      let digits = typed.filter { ("0"..."9").contains($0) }
      text += digits.prefix(max(Self.digitLimit - text.count, 0))
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
  /// Whether a terminal would interpret it rather than show it.
  fileprivate var isControl: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
