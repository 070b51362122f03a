/// What sections of a feed are.
package enum FeedGroup: String, CaseIterable, Hashable, Sendable {
  /// Folders; playlists and feeds count as folders.
  case folder
  /// The days on which clips were recorded.
  case day
  case none
}

/// Items of a feed that follow each other and belong together: those of a folder, or of a day.
package struct FeedSection: Hashable, Sendable {
  package enum Name: Hashable, Sendable {
    /// Empty if it has no name.
    case title(CleanText)
    /// A local date, in days since 1970.
    case day(Int)
  }

  package var name: Name
  /// The number of its first item, counted from 0 among those that the filter accepts.
  package var start: Int
  package var count: Int

  package init(_ name: Name, start: Int, count: Int) {
    self.name = name
    self.start = start
    self.count = count
  }
}

extension [FeedSection] {
  /// The section of the item with a number; `nil` if there are none.
  package func index(of number: Int) -> Int? {
    let next = prefixEnd(where: { $0.start <= number })
    return next > 0 ? next - 1 : nil
  }
}
