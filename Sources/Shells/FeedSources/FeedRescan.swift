import FeedCore
import Models

/// A second search of a source that has been searched before, to find what is different.
struct FeedRescan: Sendable {
  private(set) var walker: FeedWalker
  private(set) var table: ItemTable
  private(set) var isFinished = false
  /// The source in pages that has to be asked before this goes on.
  private(set) var source: (any PagedSource)?
  /// How many items each section had, and which was the last.
  private var known: [Int: (count: Int, last: Int)] = [:]
  /// Sections whose last item was found again.
  private var covered: Set<Int> = []
  private var rewound: Set<Int> = []

  /// How many items more than before are read of a source whose last one has gone.
  private static let margin = 64

  /// Begins anew what a search has found.
  init(_ search: FeedSearch) {
    walker = search.request.walker(reusing: search.walker.sources)
    table = ItemTable(isRanked: search.isDeferred)
    var lastRows: [Int: Int] = [:]
    for id in search.index.liveItems {
      guard let row = search.index.row(of: id) else { continue }
      let section = search.index.table.section(ofRow: row)
      known[section, default: (0, 0)].count += 1
      lastRows[section] = row
    }
    for (section, row) in lastRows {
      known[section]?.last = search.index.table.identityHash(ofRow: row)
    }
  }

  /// Does the next piece of work.
  ///
  /// - Returns: Whether as much is known as before.
  mutating func step() -> Bool {
    switch walker.step(&table) {
    case .working: return false
    case .waiting: return true
    case .finished:
      isFinished = true
      return true
    case .asking(let source):
      // Pages are read as far as they were before; if that is not to be found, a little further.
      let section = walker.pagesSection
      let isCovered =
        covered.contains(section)
        || count(in: section) >= (known[section]?.count ?? 0) + Self.margin
      if rewound.contains(section), isCovered { return true }
      self.source = source
      return false
    }
  }

  /// Takes a page of the source.
  mutating func take(_ result: Result<FoundPage, FeedError>) {
    source = nil
    let section = walker.pagesSection
    let start = table.count
    _ = walker.take(result, &table)
    let last = known[section]?.last
    if last == nil
      || (start..<table.count).contains(where: { table.identityHash(ofRow: $0) == last })
    {
      covered.insert(section)
    }
  }

  /// Whether the source has to begin anew before it is asked: the first time.
  mutating func beginsAnew() -> Bool {
    rewound.insert(walker.pagesSection).inserted
  }

  private func count(in section: Int) -> Int {
    var count = 0
    var row = table.count - 1
    while row >= 0, table.section(ofRow: row) == section {
      count += 1
      row -= 1
    }
    return count
  }
}
