/// What sections of a feed are.
package enum FeedGroup: String, CaseIterable, Hashable, Sendable {
  case folder
  /// There are none.
  case none
}

/// Items of a feed that follow each other and belong together: those of a folder.
package struct FeedSection: Hashable, Sendable {
  /// Empty if it has no name.
  package var title: CleanText
  /// The number of its first item, counted from 0 among those that the filter accepts.
  package var start: Int
  /// How many items it has.
  package var count: Int

  /// Creates a section.
  package init(title: CleanText, start: Int, count: Int) {
    self.title = title
    self.start = start
    self.count = count
  }
}

extension [FeedSection] {
  /// The section of the item with a number; `nil` if there are none.
  package func index(of number: Int) -> Int? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].start <= number { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}
