/// Identifies one item of a feed for as long as the program runs.
package struct ItemID: Hashable, Sendable, RawRepresentable, Comparable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  package static func < (left: ItemID, right: ItemID) -> Bool { left.rawValue < right.rawValue }
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
