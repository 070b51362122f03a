/// Names one item of a feed for as long as the program runs.
package struct ItemID: Hashable, Sendable, RawRepresentable, Comparable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  package static func < (left: ItemID, right: ItemID) -> Bool { left.rawValue < right.rawValue }
}

/// Names a player in the repository that owns it. State holds these, never players.
package struct PlayerID: Hashable, Sendable, RawRepresentable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The player of an item: each item has exactly one.
  package init(_ item: ItemID) {
    rawValue = item.rawValue
  }
}
