import Models

/// A window of the index that is about to take the place of the present one: round the first item,
/// the last one, a match, or the one on screen.
package struct Opening: Hashable, Sendable {
  package var cursor: FeedCursor
  package var direction: FeedDirection
  package var filter: FeedFilter

  /// Creates an opening.
  package init(
    _ cursor: FeedCursor, _ direction: FeedDirection = .forwards, filter: FeedFilter
  ) {
    self.cursor = cursor
    self.direction = direction
    self.filter = filter
  }

  /// Whether a swipe takes precedence over what is awaited: who pressed `G` and swipes while the
  /// end is still looked for has thought better of it.
  func canBeLeft(from filter: FeedFilter) -> Bool {
    guard self.filter == filter else { return false }
    return switch cursor {
    case .start, .bestMatch, .end, .index: true
    case .item: false
    }
  }
}
