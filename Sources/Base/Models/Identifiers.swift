/// Identifies one item of a feed for as long as the program runs.
package struct ItemID: Hashable, Sendable, RawRepresentable, Comparable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  package static func < (left: ItemID, right: ItemID) -> Bool { left.rawValue < right.rawValue }
}

// Pages that are no items of the index have ids that tell which item they are of.
extension ItemID {
  /// The index numbers its items from 0, and has fewer than this.
  private static let limit = 1 << 40
  private static let filmNumber = 1 << 20

  /// The page of an excerpt.
  ///
  /// - Parameters:
  ///   - number: Which one, from 1; below a million.
  ///   - item: The item of the index that it is of.
  package static func excerpt(_ number: Int, of item: ItemID) -> ItemID {
    ItemID(rawValue: item.whole.rawValue + min(max(number, 1), filmNumber - 1) * limit)
  }

  /// The page of the film that an item of the index is a piece of.
  package static func film(of item: ItemID) -> ItemID {
    ItemID(rawValue: item.whole.rawValue + filmNumber * limit)
  }

  /// The item of the index whose page it is, or is part of.
  package var whole: ItemID {
    rawValue < Self.limit ? self : ItemID(rawValue: rawValue % Self.limit)
  }
}

/// Identifies a player in the repository that owns it. State holds ids, never players.
package struct PlayerID: Hashable, Sendable, RawRepresentable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The player of an item: there is exactly one per item.
  package init(_ item: ItemID) {
    rawValue = item.rawValue
  }
}
