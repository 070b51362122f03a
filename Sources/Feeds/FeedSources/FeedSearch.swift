import FeedCore
import Models
import Platform

/// A search in progress: the walk through the source, and the index it fills.
struct FeedSearch: Sendable {
  let request: FeedRequest
  var walker: FeedWalker
  var index: FeedIndex
  /// The result of the last step.
  private(set) var state = FeedWalker.Step.working
  /// The item the feed opens at, once known.
  private(set) var first: ItemID?
  /// Rows that have an id.
  private var numberedRows = 0
  /// Items checked for being the first.
  private var candidates = 0
  /// A file that is shown before the walk reaches it: its id until then.
  private(set) var pinned: ItemID?
  /// The folder on another machine that it is in.
  private var pinnedFolder: RemoteAddress?
  let match: FilterQuery
  private let target: FeedOptions.Start?
  private var start: StartSearch?

  init(_ request: FeedRequest) {
    self.request = request
    walker = FeedWalker(request)
    index = FeedIndex(sort: request.options.sort, isReversed: request.options.isReversed)
    match = FilterQuery(request.options.match.text)
    if !match.conditions.isEmpty { index.select(request.options.match) }
    target = request.target
    if case .name(let name) = target { start = StartSearch(name) }
    if case .file(let folder, let name) = target {
      pin(name, in: index.table.addFolder(folder), section: 0)
    } else if let file = request.farOpening, let name = file.lastComponent {
      pin(name, in: index.table.addFolder(at: file.folder), section: 0)
      pinnedFolder = file.folder
    }
  }

  private mutating func pin(_ name: [UInt8], in folder: Int, section: Int) {
    let row = index.table.count
    name.withUnsafeBufferPointer { index.table.addFile($0, in: folder, section: section) }
    guard index.table.count > row else { return }
    let id = index.number(row: row)
    numberedRows = index.table.count
    (first, pinned) = (id, id)
  }

  /// Whether the feed can open although the names of a folder on another machine are arriving.
  var canOpenEarly: Bool { earlyListing != nil }

  private var earlyListing: FarListing? {
    guard first == nil, match.isEmpty, !isDeferred else { return nil }
    return opensAtBeginning ? walker.openingFar : walker.targetFar
  }

  /// Opens it at the clip that comes first among those known so far, or at the last one on screen.
  /// Its neighbours are known when the folder is listed.
  mutating func openEarly() {
    guard let listing = earlyListing else { return }
    if opensAtBeginning, let failure = index.liveItems.first {
      first = failure
    } else if let name = listing.hasTarget
      ? listing.target : listing.clips.first(isReversed: request.options.isReversed)
    {
      pin(name, in: listing.folder, section: listing.section)
      pinnedFolder = listing.address
    }
  }

  /// Whether the order is known only when everything was found.
  var isDeferred: Bool { request.options.sort.waitsForAll }

  /// Whether the feed opens at whatever item comes first.
  var opensAtBeginning: Bool {
    target == nil && match.isEmpty && request.options.sort == .name
  }

  /// Likewise, once the order is known. Of shuffled items, any will do.
  var opensAtFirst: Bool {
    if case .shuffle = request.options.sort { return false }
    return target == nil
  }

  /// Whether the item to open at depends on what is not known of the items found.
  var awaitsFacts: Bool {
    if case .index = target, index.awaitsOrder { return true }
    return !match.conditions.isEmpty && index.factRequest != nil
  }

  /// Why there is no item to open at, although there are others.
  var startProblem: FeedProblem.Reason? {
    guard candidates > 0 else { return nil }
    if case .index(let index) = target { return .noNumber(index + 1, count: candidates) }
    return start?.problem
  }

  /// Takes the next step.
  ///
  /// - Returns: The differences, apart from what was found.
  @discardableResult
  mutating func step() -> [FeedChange] {
    state = walker.step(&index.table)
    takeRows()
    guard case .finished = state else { return [] }
    return finish()
  }

  /// Reads the next facts; opens no files, unless the start waits for the order however long it
  /// takes.
  ///
  /// - Returns: Whether all of them were read.
  mutating func readFacts() -> Bool {
    guard let request = index.factRequest else { return true }
    let options = self.request.options
    let facts = options.facts(
      request.items, request.needs, options.sortPatience.isFinite ? 0 : 1)
    _ = take(facts, for: request)
    return facts.count == request.items.count
  }

  /// Takes what is known of the first items of a request.
  ///
  /// - Returns: The differences.
  mutating func take(_ facts: [KnownFacts], for request: FactRequest) -> [FeedChange] {
    let changes = index.take(facts, for: request)
    chooseKnown()
    return changes
  }

  /// Sorts everything, if that takes no longer than a start may, and nothing has to be opened.
  ///
  /// - Parameter deadline: The host time at which to give up.
  mutating func sort(until deadline: Double) {
    guard !request.options.sort.needs.isEmpty else { return }
    while index.awaitsOrder, HostTime.now < deadline {
      if index.factRequest != nil {
        guard readFacts() || request.options.sortPatience.isInfinite else { return }
      } else {
        guard case .working = state else { return }
        step()
      }
    }
    chooseSorted()
  }

  /// Whether the order of a folder on another machine may be known in a moment.
  var awaitsFarOrder: Bool { target == nil && index.awaitsOrder && !walker.farFolders.isEmpty }

  /// Opens the feed at what comes first in an order that needs facts, once that is known.
  mutating func chooseSorted() {
    guard !request.options.sort.needs.isEmpty, !index.awaitsOrder, target == nil else { return }
    first = nil
    if match.conditions.isEmpty { chooseBeginning() } else { chooseKnown() }
  }

  /// Adds a batch of a paged source.
  ///
  /// - Returns: The error, if the source must be asked again.
  mutating func take(_ result: Result<FoundPage, FeedError>) -> FeedError? {
    let error = walker.take(result, &index.table)
    takeRows()
    if error == nil { state = .working }
    return error
  }

  /// Chooses the item to open at among those found so far, in a shuffled feed.
  mutating func chooseFirst() {
    guard first == nil, target == nil else { return }
    let rows = (0..<index.count).map { ItemID(rawValue: $0) }.filter(isCandidate)
      .compactMap { id in index.row(of: id).map { (id: id, row: $0) } }
    first = rows.min { index.table.ranksBefore($0.row, $1.row) }?.id
  }

  /// Adds a notice, shown until the item to open at is known.
  mutating func addPlaceholder(_ notice: Notice) -> ItemID {
    let row = index.table.count
    index.table.addItem(FoundItem(kind: .notice(notice)), section: 0)
    numberedRows = index.table.count
    let id = index.number(row: row)
    _ = index.delete([id])
    return id
  }

  /// Continues with another search of the same source.
  ///
  /// - Returns: The differences.
  mutating func adopt(_ walker: FeedWalker, _ table: ItemTable, isFinished: Bool) -> [FeedChange] {
    for (watch, _) in self.walker.watches where walker.watches[watch] == nil {
      request.watch.remove(watch)
    }
    self.walker = walker
    if let pinned { index.place(pinned) }
    pinned = nil
    var table = table
    if !request.options.sort.needs.isEmpty { table.copyRanks(from: index.table) }
    var sequence = Array(0..<table.count)
    if index.isRanked { sequence.sort { table.ranksBefore($0, $1) } }
    let changes = index.replace(with: table, sequence: sequence)
    numberedRows = table.count
    index.setComplete(isFinished)
    state = isFinished ? .finished : .working
    return changes
  }

  /// Adds new entries of watched folders to the feed.
  ///
  /// - Parameter find: Adds rows to the table.
  /// - Returns: The insertions.
  mutating func insert(_ find: (inout FeedWalker, inout ItemTable) -> Void) -> [FeedChange] {
    let start = index.table.count
    find(&walker, &index.table)
    let rows = Array(start..<index.table.count)
    numberedRows = index.table.count
    return rows.isEmpty ? [] : index.insert(rows: rows)
  }

  private mutating func takeRows() {
    while numberedRows < index.table.count {
      let row = numberedRows
      numberedRows += 1
      if let pinned, isPinned(row) {
        index.identify(pinned, withRow: row)
        if !isDeferred { index.place(pinned) }
        self.pinned = nil
        continue
      }
      let id = index.number(row: row)
      if !isDeferred { index.place(id) }
      consider(id)
    }
    // Its folder was listed anew, without it: its neighbours do not wait for the whole tree.
    guard let pinned, let folder = pinnedFolder, !isDeferred,
      !walker.awaitsClips(of: folder, index.table)
    else { return }
    index.place(pinned)
    self.pinned = nil
  }

  private mutating func finish() -> [FeedChange] {
    if isDeferred {
      index.placeByRank()
    } else if let pinned {
      index.place(pinned)
    }
    pinned = nil
    index.setComplete(true)
    let changes = index.sortIfKnown()
    chooseKnown()
    guard first == nil else { return changes }
    if case .last = target {
      chooseBeginning()
    } else if let start {
      first = start.result
    } else if isDeferred {
      considerSorted()
    }
    return changes
  }

  private mutating func considerSorted() {
    candidates = 0
    for id in index.liveItems where first == nil { consider(id, isSorted: true) }
  }

  /// Chooses the item to open at if that has become known with facts.
  private mutating func chooseKnown() {
    guard first == nil else { return }
    switch target {
    case nil where !match.conditions.isEmpty:
      first = index.match(request.options.match, number: 0)
    case .index(let number) where !index.awaitsOrder:
      if !match.conditions.isEmpty {
        first = index.match(request.options.match, number: number)
      } else if !request.options.sort.needs.isEmpty {
        considerSorted()
      }
    case nil, .index, .name, .last, .file: break
    }
  }

  private func isPinned(_ row: Int) -> Bool {
    guard let known = pinned.flatMap({ index.row(of: $0) }) else { return false }
    return index.table.isSame(row, as: known, of: index.table)
  }

  /// Checks whether the feed opens at an item; called for each in order.
  private mutating func consider(_ id: ItemID, isSorted: Bool = false) {
    guard first == nil else { return }
    switch target {
    case .file: return
    case nil:
      guard !isDeferred || isSorted, match.conditions.isEmpty, isCandidate(id) else { return }
      // Failures before the first clip are shown before it.
      first = opensAtBeginning ? index.liveItems.first ?? id : id
    case .index(let number):
      guard match.conditions.isEmpty, match.isEmpty || isCandidate(id) else { return }
      candidates += 1
      if request.options.sort == .name || isSorted, candidates == number + 1 { first = id }
    case .name:
      guard isCandidate(id) else { return }
      candidates += 1
      if start?.consider(id, in: index) == true { first = id }
    case .last(let key):
      guard isCandidate(id) else { return }
      candidates += 1
      if index.item(id)?.key?.withoutSecrets == key {
        first = id
      } else if key.isInFolder {
        return
      } else if !isDeferred, candidates == Self.longestWay {
        chooseBeginning()
      }
    }
  }

  /// Opens the feed at its first item, because the requested one is not there.
  private mutating func chooseBeginning() {
    first = index.liveItems.first { isCandidate($0) }
  }

  /// How many items of web feeds are searched for the last position: an old entry may be gone, and
  /// feeds may be endless.
  private static let longestWay = 1_000

  /// Whether any item matches the filter.
  private func isCandidate(_ id: ItemID) -> Bool {
    guard let row = index.row(of: id) else { return false }
    if index.table.isNotice(row) { return false }
    return match.isEmpty || index.table.matches(match, row: row)
  }
}

extension ContentKey {
  /// Whether it is that of a file in a folder, here or on another machine: such a feed has an end.
  fileprivate var isInFolder: Bool {
    switch self {
    case .file: true
    case .remote(let address): !address.scheme.isWeb
    case .entry: false
    }
  }
}
