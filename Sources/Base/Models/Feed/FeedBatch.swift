/// A position in a feed's index.
package enum FeedCursor: Hashable, Sendable {
  /// Before the first item.
  case start
  /// At the first item whose own name or title contains the words of the filter literally; if there
  /// is none, at the first item that the filter accepts.
  case bestMatch
  /// After the last item; a growing source must be read to its end first.
  case end
  /// At an item that the index has returned.
  case item(ItemID)
  /// At the item with this content; there is nothing at one that the feed does not have.
  case content(ContentKey)
  /// At the item with this number among those that the filter accepts, counted from 0.
  case index(Int)
}

package enum FeedDirection: Int, Hashable, Sendable {
  case forwards = 1
  case backwards = -1
}

/// Which items of a feed to return.
package struct FeedFilter: Hashable, Sendable {
  /// What the user typed; empty accepts everything. Each word must occur in the title, the name or
  /// the path, literally or as the beginnings of words, ignoring case.
  package var text: String

  package init(text: String = "") {
    self.text = text
  }

  /// Everything.
  package static let none = FeedFilter()
}

/// A request for some items of a feed's index.
package struct FeedBatchRequest: Hashable, Sendable {
  package var cursor: FeedCursor
  /// Items after the cursor, or those right before it.
  package var direction: FeedDirection
  /// The maximum number of items; 1 or more.
  package var limit: Int
  package var filter: FeedFilter
  /// Whether the result starts with the item at the cursor itself.
  package var isInclusive: Bool

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

/// Adjacent items of a feed.
package struct FeedBatch: Hashable, Sendable {
  /// In feed order, whatever the direction of the request.
  package var items: [FeedItem]
  /// Whether the index has no more items in the direction of the request.
  package var isLast: Bool

  package init(items: [FeedItem], isLast: Bool) {
    self.items = items
    self.isLast = isLast
  }
}

/// The position of an item among those that a filter accepts.
package struct FeedPlace: Hashable, Sendable {
  /// Files being read for what their names do not say.
  package struct Reading: Hashable, Sendable {
    /// Whether the sort order needs it, or else the filter.
    package var isSorting: Bool
    /// The number of items that have been read.
    package var done: Int
    /// The number of items to read, with those.
    package var total: Int

    package init(isSorting: Bool, done: Int, total: Int) {
      self.isSorting = isSorting
      self.done = done
      self.total = total
    }
  }

  /// Counted from one; `nil` while the number of items before it is unknown, or if the filter
  /// rejects it.
  package var number: Int?
  /// The number of items that the filter accepts, as far as known.
  package var count: Int
  /// The number of items without the filter, as far as known.
  package var total: Int
  /// Whether the source may find more.
  package var isGrowing: Bool
  /// How far files have been read; `nil` if they need not be.
  package var reading: Reading?
  /// How many of all items have a verdict; `nil` if they are not counted.
  package var verdicts: VerdictCount?
  /// How many of all items are notices.
  package var noticeCount = 0
  /// How many notices come before it.
  package var noticesBefore = 0

  package init(
    number: Int?, count: Int, total: Int, isGrowing: Bool, reading: Reading? = nil,
    verdicts: VerdictCount? = nil
  ) {
    self.verdicts = verdicts
    self.reading = reading
    self.number = number
    self.count = count
    self.total = total
    self.isGrowing = isGrowing
  }
}

/// A change to a feed's source while it is open.
package enum FeedChange: Hashable, Sendable {
  /// A new item after a known one, or at the beginning if `nil`.
  case insert(FeedItem, after: ItemID?)
  case delete(ItemID)
  /// The same item with new content.
  case reload(FeedItem)
  /// The items are in another order, or others match the filter.
  case rearranged
  /// What the user did with an item has taken it out of a filter.
  case filteredOut(ItemID, FeedFilter)
  /// There are more or fewer verdicts.
  case counted
}
