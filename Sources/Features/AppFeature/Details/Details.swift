import Models

/// Everything that is known of an item, over its page, and how far the reader has scrolled.
package struct Details: Hashable, Sendable, Identifiable {
  package let id: PageID
  package let item: FeedItem
  /// What its container says; `nil` as long as the clip has not been opened, or if it is none.
  package var facts: MediaDetails?
  package var scroll = Scroll()

  /// Creates the details of a page; `nil` if no item is on it.
  package init?(_ page: Item.State) {
    guard let item = page.item else { return nil }
    self.item = item
    id = page.id
  }

  /// What happened to the details.
  package enum Action: Hashable, Sendable {
    case factsFound(MediaDetails?, of: PageID)
    case scroll(Scroll.Action)
  }

  mutating func take(_ action: Action) {
    switch action {
    case .factsFound(let found, of: id): facts = found
    // Another item's.
    case .factsFound: break
    case .scroll(let action): scroll.take(action)
    }
  }
}
