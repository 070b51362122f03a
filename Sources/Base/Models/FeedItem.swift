/// One page of the feed, as its source delivers it.
package struct FeedItem: Hashable, Sendable, Identifiable {
  /// What the page shows.
  package enum Kind: Hashable, Sendable {
    /// A clip to play.
    case clip(Clip)
    /// A message in place of a clip.
    case notice(Notice)
  }

  package let id: ItemID
  package var kind: Kind

  /// Creates an item.
  package init(id: ItemID, kind: Kind) {
    self.id = id
    self.kind = kind
  }
}

/// A message that takes a whole page: a path that could not be read, the end of the feed.
package struct Notice: Hashable, Sendable {
  /// What happened, in a few words.
  package var title: CleanText
  /// Where, why, and what to do about it.
  package var detail: CleanText

  /// Creates a notice.
  package init(title: CleanText, detail: CleanText) {
    self.title = title
    self.detail = detail
  }
}

/// A growth of the feed.
package enum FeedUpdate: Hashable, Sendable {
  /// Items in feed order, to stand before an item that is already there, or at the end if `nil`.
  case insert([FeedItem], before: ItemID?)
  /// The source has nothing more.
  case finished
}
