import Models

/// A window of the index that is about to take the place of the present one: round the first item,
/// the last one, a match, or the one on screen.
package struct Opening: Hashable, Sendable {
  package var cursor: FeedCursor
  package var direction = FeedDirection.forwards
  package var filter: FeedFilter
  /// Whether the window that is there lacks items that came into the index.
  package var isStale = false

  /// Whether a swipe takes precedence over what is awaited: who pressed `G` and swipes while the
  /// end is still looked for has thought better of it.
  func canBeLeft(from filter: FeedFilter) -> Bool {
    guard self.filter == filter else { return false }
    return if case .item = cursor { false } else { true }
  }
}
