import FeedCore
import Models

/// A second search of a source, to find what has changed.
struct FeedRescan: Sendable {
  private(set) var walker: FeedWalker
  private(set) var table: ItemTable
  private(set) var isFinished = false
  /// The paged source that must respond before this continues.
  private(set) var source: (any PagedSource)?
  /// How many items each section had, and the last one.
  private var known: [Int: (count: Int, last: Int)] = [:]
  /// Sections whose last item was found again.
  private var covered: Set<Int> = []
  /// Sections that were asked for a batch, and the sources that restarted.
  private var asked: Set<Int> = []
  private var rewound: Set<RemoteAddress> = []
  /// Sections that were read to their end before.
  private let wholeSections: Range<Int>
  /// Why a source could not be read, if it is one of several.
  private(set) var failure: FeedError?
  /// How many lists of folders on other machines broke off since one was complete.
  private var brokenLists = 0

  /// With more of them in a row, the line is lost: all that were asked for at once may break off
  /// with it.
  private static let maxBrokenLists = FeedWalker.foldersAhead + 1

  /// How many more items than before are read of a source whose last item is gone.
  private static let margin = 64
  /// The same for a source followed by others: theirs are not found again until it ends.
  private static let longMargin = 1_000

  /// Restarts the search that found an index.
  init(_ search: FeedSearch) {
    walker = FeedWalker(search.request, reusing: search.walker.sources)
    table = ItemTable(isRanked: search.request.options.sort != .name)
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

  /// Takes the next step.
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
    case .asking(let source) where walker.isListingFar:
      self.source = source
      return false
    case .asking(let source):
      // Batches are read as far as before; if that item is not found, a little further.
      let section = walker.pages?.section ?? -1
      let margin = wholeSections.contains(section) ? Self.longMargin : Self.margin
      let isCovered =
        covered.contains(section) || count(in: section) >= (known[section]?.count ?? 0) + margin
      if asked.contains(section), isCovered { return true }
      self.source = source
      return false
    }
  }

  /// Adds a batch of a paged source.
  ///
  /// - Parameters:
  ///   - result: The batch, or why there is none.
  ///   - index: What was known before.
  /// - Returns: The error, if the search cannot continue; everything then stays as it was.
  mutating func take(_ result: Result<FoundPage, FeedError>, in index: FeedIndex) -> FeedError? {
    source = nil
    let section = walker.pages?.section ?? -1
    let start = table.count
    switch result {
    case .success(let page):
      if walker.isListingFar, !page.hasMore { brokenLists = 0 }
      _ = walker.take(result, &table)
      if known[section] == nil { covered.insert(section) }
    case .failure(let error) where walker.isListingFar:
      guard error.reason != .cancelled else { return error }
      guard error.isBreak else { return walker.take(result, &table) }
      brokenLists += 1
      guard brokenLists <= Self.maxBrokenLists else { return error }
      failure = failure ?? error
      walker.keepFar(of: index, &table)
    case .failure(let error):
      guard error.reason != .cancelled, wholeSections.contains(section) else { return error }
      // The others are searched nevertheless.
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

  /// Records the sections in which as much was found as before.
  private mutating func noteCovered(from start: Int) {
    for row in start..<table.count {
      let section = table.section(ofRow: row)
      if known[section]?.last == table.identityHash(ofRow: row) { covered.insert(section) }
    }
  }

  /// Whether the source must restart before it is asked: the first time.
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
  /// What a section contains apart from notices.
  fileprivate func items(ofSection section: Int) -> [FoundItem] {
    let rows = liveItems.compactMap(row).filter { table.section(ofRow: $0) == section }
    return rows.contains { !table.isNotice($0) } ? rows.map(table.found) : []
  }
}
