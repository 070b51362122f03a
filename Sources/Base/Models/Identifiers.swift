/// Identifies an item of a feed's index, which numbers them from 0. State holds ids, not positions.
package struct ItemID: Hashable, Sendable, RawRepresentable, Comparable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  package static func < (left: ItemID, right: ItemID) -> Bool { left.rawValue < right.rawValue }
}

/// Identifies a page of the feed.
package enum PageID: Hashable, Sendable {
  case item(ItemID)
  /// An excerpt of an item's clip, by its number, from 1.
  case excerpt(Int, of: ItemID)
  /// The film that an item is a part of.
  case film(of: ItemID)
  /// The notice that the items beyond an end of the window could not be read.
  case notice(FeedDirection)

  /// The item of which it shows all, a part or the film; `nil` for a notice, which shows none.
  package var item: ItemID? {
    switch self {
    case .item(let item), .excerpt(_, of: let item), .film(of: let item): item
    case .notice: nil
    }
  }
}

/// Identifies a player in the repository that owns it: there is exactly one for each page. State holds ids,
/// never players.
package struct PlayerID: Hashable, Sendable {
  package let page: PageID

  package init(_ page: PageID) {
    self.page = page
  }
}
