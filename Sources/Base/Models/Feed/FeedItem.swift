/// One page of the feed, as its source delivers it.
package struct FeedItem: Hashable, Sendable, Identifiable {
  package enum Kind: Hashable, Sendable {
    case clip(Clip)
    case excerpt(Excerpt)
    /// A frame that stays until the user moves on.
    case still(Clip)
    case article(Article)
    /// A message in place of an item: a read error, or the end of the feed.
    case notice(Notice)
  }

  /// Assigned by the index of its source; the same item has the same id in every batch and filter.
  package let id: ItemID
  package var kind: Kind
  /// The feed entry of the item, by the feed's address and the entry's own id; `nil` for files.
  package var entry: Entry?
  /// The key of the item that it stands for; `nil` for its own.
  package var origin: ContentKey?
  /// Other metadata from its source; `nil` for files, whose metadata is read on request.
  package var facts: ItemFacts?

  /// Identifies an entry within its feed.
  package struct Entry: Hashable, Sendable {
    package var feed: String
    package var id: String

    package init(feed: String, id: String) {
      self.feed = feed
      self.id = id
    }
  }

  package init(id: ItemID, kind: Kind, entry: Entry? = nil, facts: ItemFacts? = nil) {
    self.id = id
    self.kind = kind
    self.entry = entry
    self.facts = facts
  }
}

extension FeedItem.Kind {
  /// The clip that a player shows, or shows a part of; `nil` for a text.
  package var playable: Clip? {
    switch self {
    case .clip(let clip), .still(let clip): clip
    case .excerpt(let excerpt): excerpt.clip
    case .article, .notice: nil
    }
  }
}

extension FeedItem {
  /// The key for likes and history; `nil` for a notice, which is not remembered.
  package var key: ContentKey? {
    if let origin { return origin }
    if let entry { return .entry(feed: entry.feed, id: entry.id) }
    return playable?.location.contentKey ?? article?.link.map { .remote($0) }
  }

  package var title: CleanText {
    switch kind {
    case .clip(let clip), .still(let clip): clip.title
    case .excerpt(let excerpt): excerpt.clip.title
    case .article(let article): article.title
    case .notice(let notice): notice.label
    }
  }

  /// The clip that a player shows for the item; `nil` for a text.
  package var playable: Clip? { kind.playable }

  /// The part of a clip that the item is; `nil` for anything else.
  package var excerpt: Excerpt? { if case .excerpt(let excerpt) = kind { excerpt } else { nil } }

  private var article: Article? { if case .article(let article) = kind { article } else { nil } }

  /// What a player opens for the item; `nil` for a text.
  package var playerSource: PlayerSource? {
    playable.map { PlayerSource($0.location, span: excerpt?.span) }
  }

  /// Where to open the item outside of Flick.
  package var location: MediaLocation? {
    playable?.location ?? article.flatMap { ($0.link ?? facts?.link).map { .remote($0) } }
  }
}

/// A message that takes a whole page: a path that could not be read, or the end of the feed.
package struct Notice: Hashable, Sendable {
  /// What happened, in a few words; empty if `failure` says it.
  package var title: CleanText
  /// Where, why, and what to do about it.
  package var detail: CleanText
  /// Why reading failed; the front end turns it into text.
  package var failure: FeedError.Reason?
  /// Whether a refresh of the feed may remove it.
  package var canRetry: Bool

  package init(title: CleanText, detail: CleanText, canRetry: Bool = false) {
    self.title = title
    self.detail = detail
    self.canRetry = canRetry
  }

  /// The title, or else the detail.
  package var label: CleanText { title.isEmpty ? detail : title }

  package init(_ error: FeedError, canRetry: Bool = false) {
    let parts = [error.place.string, error.detail.string].filter { !$0.isEmpty }
    self.init(title: "", detail: CleanText(parts.joined(separator: ": ")), canRetry: canRetry)
    failure = error.reason
  }
}
