import Composable
import Models

/// The filter line.
///
/// It only edits its text; the feed follows it.
package struct Filter: Reducer {
  /// The line, and the page before it was opened.
  package struct State: Hashable, Sendable {
    package var text: String
    /// The previous page and filter.
    package let previousID: ItemID?
    package let previousFilter: FeedFilter

    /// The most characters a filter may have.
    package static let limit = 200

    /// Creates a line with the text of the current filter.
    package init(filter: FeedFilter = .none, at id: ItemID? = nil) {
      text = filter.text
      previousID = id
      previousFilter = filter
    }
  }

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

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .typed(let text):
      // A filter is a short line of printable text; a paste may be anything.
      let line = text.lazy.map { $0.isWhitespace ? " " : $0 }.filter { !$0.isControl }
      state.text += String(line.prefix(max(State.limit - state.text.count, 0)))
    case .backspaceTapped:
      if !state.text.isEmpty { state.text.removeLast() }
    case .wordBackspaceTapped:
      let trimmed = state.text.reversed().drop { $0 == " " }.drop { $0 != " " }
      state.text = String(trimmed.reversed())
    case .clearTapped:
      state.text = ""
    case .returnTapped, .escapeTapped:
      // The feed closes the line.
      break
    }
    return .none
  }
}

extension Character {
  /// Whether a terminal would interpret it rather than show it.
  fileprivate var isControl: Bool {
    unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
