import Models

/// A window of the index that is about to replace the current one: around the first item, the last
/// one, a match, or the one on screen.
package struct Opening: Hashable, Sendable {
  package var cursor: FeedCursor
  package var direction = FeedDirection.forwards
  package var filter: FeedFilter
  /// Whether the current window lacks items added to the index.
  package var isStale = false
  /// Whether it shows the first item of an order, unless the user does something meanwhile.
  var followsOrder = false

  /// The window at an item, or at the start if there is none.
  init(at id: ItemID?, filter: FeedFilter) {
    self.init(cursor: id.map(FeedCursor.item) ?? .start, filter: filter)
  }

  package init(
    cursor: FeedCursor, direction: FeedDirection = .forwards, filter: FeedFilter,
    isStale: Bool = false
  ) {
    self.cursor = cursor
    self.direction = direction
    self.filter = filter
    self.isStale = isStale
  }

  /// Whether a swipe takes precedence over the wait: a user who presses `G` and swipes before the
  /// end is found has changed their mind.
  func canBeLeft(from filter: FeedFilter) -> Bool {
    guard self.filter == filter else { return false }
    return if case .item = cursor { false } else { true }
  }
}
