/// A place in a feed's index.
package enum FeedCursor: Hashable, Sendable {
  /// Before the first item.
  case start
  /// At the first item whose own name, or title, has the words of the filter as they stand; at the first
  /// one that the filter lets through if no name has.
  case bestMatch
  /// After the last item; a source that grows has to be known to its end first.
  case end
  /// At an item that the index has given out.
  case item(ItemID)
  /// At the item of this number, the first being 0, among those that the filter lets through.
  case index(Int)
}

/// The way through a feed.
package enum FeedDirection: Int, Hashable, Sendable {
  case forwards = 1
  case backwards = -1
}

/// Which items of a feed are wanted.
package struct FeedFilter: Hashable, Sendable {
  /// What the user typed; empty lets everything through. Each word is to be found in the title, the
  /// name or the path, as it stands there or as the beginnings of words; case does not count.
  package var text: String

  /// Creates a filter.
  package init(text: String = "") {
    self.text = text
  }

  /// Everything.
  package static let none = FeedFilter()
}

/// A question for some items of a feed's index.
package struct FeedBatchRequest: Hashable, Sendable {
  package var cursor: FeedCursor
  /// Items after the cursor, or those right before it.
  package var direction: FeedDirection
  /// The most items wanted; 1 or more.
  package var limit: Int
  package var filter: FeedFilter
  /// Whether the item at the cursor itself is the first of them.
  package var isInclusive: Bool

  /// Creates a question.
  package init(
    _ cursor: FeedCursor, _ direction: FeedDirection = .forwards, limit: Int,
    filter: FeedFilter = .none, isInclusive: Bool = false
  ) {
    self.cursor = cursor
    self.direction = direction
    self.limit = limit
    self.filter = filter
    self.isInclusive = isInclusive
  }
}

/// Items that stand next to each other in a feed.
package struct FeedBatch: Hashable, Sendable {
  /// In feed order, whatever the direction of the question.
  package var items: [FeedItem]
  /// Whether the index has no more in the direction of the question.
  package var isLast: Bool

  /// Creates a page.
  package init(items: [FeedItem], isLast: Bool) {
    self.items = items
    self.isLast = isLast
  }
}

/// Where an item stands among those that a filter lets through.
package struct FeedPlace: Hashable, Sendable {
  /// Counted from one; `nil` as long as it is not known how many stand before it, or if the filter
  /// does not let it through.
  package var number: Int?
  /// How many the filter lets through, as far as is known.
  package var count: Int
  /// How many there are without the filter, as far as is known.
  package var total: Int
  /// Whether the source may still find more.
  package var isGrowing: Bool

  /// Creates a place.
  package init(number: Int?, count: Int, total: Int, isGrowing: Bool) {
    self.number = number
    self.count = count
    self.total = total
    self.isGrowing = isGrowing
  }
}

/// A change of a feed's source while it is open.
package enum FeedChange: Hashable, Sendable {
  /// A new item, behind one that is known, or at the beginning if `nil`.
  case insert(FeedItem, after: ItemID?)
  case delete(ItemID)
  /// The same item with other content.
  case reload(FeedItem)
}
