import Models

/// An item as a source finds it, before the index numbers it.
package struct FoundItem: Hashable, Sendable {
  package var kind: FeedItem.Kind
  /// The entry it is of a feed; `nil` for files.
  package var entry: FeedItem.Entry?
  package var facts: ItemFacts?

  /// Creates an item.
  package init(kind: FeedItem.Kind, entry: FeedItem.Entry? = nil, facts: ItemFacts? = nil) {
    self.kind = kind
    self.entry = entry
    self.facts = facts
  }

  /// The item with the number that the index gives it.
  package func numbered(_ id: ItemID = ItemID(rawValue: 0)) -> FeedItem {
    FeedItem(id: id, kind: kind, entry: entry, facts: facts)
  }

  /// By what it is known: what likes know it by, or all of it.
  package var identity: Identity { numbered().key.map { .key($0) } ?? .kind(kind) }

  /// What tells items apart.
  package enum Identity: Hashable {
    case key(ContentKey)
    case kind(FeedItem.Kind)
  }
}

/// What a paged source finds at once.
package struct FoundPage: Hashable, Sendable {
  /// In order; may be empty.
  package var items: [FoundItem]
  /// Whether there may be more after them.
  package var hasMore: Bool
  /// Whether it came from the public web.
  package var isPublic: Bool

  /// Creates a page.
  package init(items: [FoundItem], hasMore: Bool, isPublic: Bool = false) {
    self.items = items
    self.hasMore = hasMore
    self.isPublic = isPublic
  }
}

/// Who has named an address where there may be a list.
package enum ListNaming: Hashable, Sendable {
  case user
  /// Another list or feed, perhaps one of the public web, which may not lead into private networks.
  case list(isPublic: Bool)
}

/// A source that is read page by page from its beginning, such as a feed of the web.
package protocol PagedSource: Sendable {
  /// The next items. Ends with `.cancelled` when its task is cancelled, and may be asked again after
  /// any error.
  func next() async -> Result<FoundPage, FeedError>
  /// Begins anew, to find what is different by now.
  func rewind() async
}
