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
}
