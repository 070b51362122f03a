/// One page of the feed, as its source delivers it.
package struct FeedItem: Hashable, Sendable, Identifiable {
  /// What the page shows.
  package enum Kind: Hashable, Sendable {
    /// A clip to play.
    case clip(Clip)
    /// A frame that stays until the reader goes on.
    case still(Clip)
    /// A text to read.
    case article(Article)
    /// A message in place of an item: what could not be read, or the end of the feed.
    case notice(Notice)
  }

  /// Given by the index of its source; the same item has the same id whatever page or filter it
  /// comes with.
  package let id: ItemID
  package var kind: Kind
  /// The entry it is of a feed, by the feed's address and the entry's own id; `nil` for files.
  package var entry: Entry?
  /// What else its source tells; `nil` for files, of which it is found out when it is asked for.
  package var facts: ItemFacts?

  /// Names an entry within its feed.
  package struct Entry: Hashable, Sendable {
    package var feed: String
    package var id: String

    /// Creates a name.
    package init(feed: String, id: String) {
      self.feed = feed
      self.id = id
    }
  }

  /// Creates an item.
  package init(id: ItemID, kind: Kind, entry: Entry? = nil, facts: ItemFacts? = nil) {
    self.id = id
    self.kind = kind
    self.entry = entry
    self.facts = facts
  }
}

extension FeedItem {
  /// By what likes and history know it; `nil` for a notice, which is nothing to remember.
  package var key: ContentKey? {
    if let entry { return .entry(feed: entry.feed, id: entry.id) }
    switch kind {
    case .clip(let clip), .still(let clip):
      switch clip.location {
      case .file(let path): return .file(path)
      case .remote(let address): return .remote(address)
      }
    case .article(let article): return article.link.map { .remote($0) }
    case .notice: return nil
    }
  }

  /// What it is called.
  package var title: CleanText {
    switch kind {
    case .clip(let clip), .still(let clip): clip.title
    case .article(let article): article.title
    case .notice(let notice): notice.title.isEmpty ? notice.detail : notice.title
    }
  }

  /// What a player shows of the item; `nil` for a text.
  package var playable: Clip? {
    switch kind {
    case .clip(let clip), .still(let clip): clip
    case .article, .notice: nil
    }
  }

  /// Where the item can be opened outside of Flick.
  package var location: MediaLocation? {
    switch kind {
    case .clip(let clip), .still(let clip): clip.location
    case .article(let article): (article.link ?? facts?.link).map { .remote($0) }
    case .notice: nil
    }
  }
}

/// A message that takes a whole page: a path that could not be read, the end of the feed.
package struct Notice: Hashable, Sendable {
  /// What happened, in a few words; empty where `failure` says it.
  package var title: CleanText
  /// Where, why, and what to do about it.
  package var detail: CleanText
  /// What could not be read, for the front end to put into words.
  package var failure: FeedError.Reason?
  /// Whether it may be gone when the feed is refreshed.
  package var canRetry: Bool

  /// Creates a notice.
  package init(title: CleanText, detail: CleanText, canRetry: Bool = false) {
    self.title = title
    self.detail = detail
    self.canRetry = canRetry
  }

  /// Creates a notice of something that could not be read.
  package init(_ error: FeedError, canRetry: Bool = false) {
    let parts = [error.place.string, error.detail.string].filter { !$0.isEmpty }
    self.init(title: "", detail: CleanText(parts.joined(separator: ": ")), canRetry: canRetry)
    failure = error.reason
  }
}
