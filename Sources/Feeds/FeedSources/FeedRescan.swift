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
  /// Sections that were asked for a page, and the sources that have begun anew.
  private var asked: Set<Int> = []
  private var rewound: Set<RemoteAddress> = []
  /// Sections that were read to their end before.
  private let wholeSections: Range<Int>
  /// Why a source could not be read, if only one of several.
  private(set) var failure: FeedError?

  /// How many items more than before are read of a source whose last one has gone.
  private static let margin = 64
  /// Likewise of a source behind which others were read: until it ends, theirs are not found again.
  private static let longMargin = 1_000

  /// Begins anew what a search has found.
  init(_ search: FeedSearch) {
    walker = FeedWalker(search.request, reusing: search.walker.sources)
    table = ItemTable(isRanked: search.isDeferred)
    wholeSections = 0..<(search.walker.pages?.section ?? .max)
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
    let start = table.count
    switch walker.step(&table) {
    case .working:
      // Folders are always read to their end.
      if !walker.webLists.isEmpty { noteCovered(from: start) }
      return false
    case .waiting: return true
    case .finished:
      isFinished = true
      return true
    case .asking(let source):
      // Pages are read as far as they were before; if that is not to be found, a little further.
      let section = walker.pages?.section ?? -1
      let margin = wholeSections.contains(section) ? Self.longMargin : Self.margin
      let isCovered =
        covered.contains(section) || count(in: section) >= (known[section]?.count ?? 0) + margin
      if asked.contains(section), isCovered { return true }
      self.source = source
      return false
    }
  }

  /// Takes a page of the source.
  ///
  /// - Parameters:
  ///   - result: What it has brought.
  ///   - index: What was known before.
  /// - Returns: The error, if there is no going on: everything stays as it was.
  mutating func take(_ result: Result<FoundPage, FeedError>, in index: FeedIndex) -> FeedError? {
    source = nil
    let section = walker.pages?.section ?? -1
    let start = table.count
    switch result {
    case .success:
      _ = walker.take(result, &table)
      if known[section] == nil { covered.insert(section) }
    case .failure(let error):
      guard error.reason != .cancelled, wholeSections.contains(section) else { return error }
      // The others are looked at all the same.
      failure = failure ?? error
      let items = walker.pages?.isNested == true ? [] : index.items(ofSection: section)
      if items.isEmpty {
        if let error = walker.take(result, &table) { return error }
      } else {
        walker.takeAgain(items, &table)
      }
    }
    noteCovered(from: start)
    return nil
  }

  /// Notes in which sections as much was found as before.
  private mutating func noteCovered(from start: Int) {
    for row in start..<table.count {
      let section = table.section(ofRow: row)
      if known[section]?.last == table.identityHash(ofRow: row) { covered.insert(section) }
    }
  }

  /// Whether the source has to begin anew before it is asked: the first time.
  mutating func beginsAnew() -> Bool {
    guard let pages = walker.pages else { return false }
    asked.insert(pages.section)
    return rewound.insert(pages.address).inserted
  }

  private func count(in section: Int) -> Int {
    (0..<table.count).reversed().prefix { table.section(ofRow: $0) == section }.count
  }
}

extension FeedIndex {
  /// What a section holds beside notices.
  fileprivate func items(ofSection section: Int) -> [FoundItem] {
    let rows = liveItems.compactMap(row).filter { table.section(ofRow: $0) == section }
    return rows.contains { !table.isNotice($0) } ? rows.map(table.found) : []
  }
}
