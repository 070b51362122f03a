import Clients
import ComposableTesting
import Models
import Platform

/// An index that a test fills and changes, and whose answers it can delay or make fail.
final class FakeIndex: Sendable {
  fileprivate struct Contents {
    /// All items that ever existed, in order.
    var order: [FeedItem] = []
    var deleted: Set<ItemID> = []
    var isGrowing = false
    var isHeld = false
    var failures: [FeedError] = []
    var requests: [FeedBatchRequest] = []
    var refreshes: [Result<Void, FeedError>] = []
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    /// Items with a verdict.
    var judged: Set<ItemID> = []
    var reconsidered: [[ItemID]] = []
  }

  private let contents: Lock<Contents>
  private let changes = TestStream<[FeedChange]>("changes")

  /// Creates an index.
  init(_ items: [FeedItem], isGrowing: Bool = false) {
    contents = Lock(Contents(order: items, isGrowing: isGrowing))
  }

  /// The requests since the last call.
  func takeRequests() -> [FeedBatchRequest] {
    contents.withLock { contents in
      defer { contents.requests = [] }
      return contents.requests
    }
  }

  /// What was to be reconsidered since the last call.
  func takeReconsidered() -> [[ItemID]] {
    contents.withLock { contents in
      defer { contents.reconsidered = [] }
      return contents.reconsidered
    }
  }

  /// The sections of the feed.
  let sections = Lock<[FeedSection]>([])

  /// Whether items have a verdict, by their saved reviews.
  let reviews = Lock<[ContentKey: Review]>([:])

  /// How many pages are being waited for.
  var waiterCount: Int { contents.withLock { $0.waiters.count } }

  /// How many readers the stream of changes has.
  var readerCount: Int { changes.readerCount }

  /// Delays all answers until `release`.
  func hold() {
    contents.withLock { $0.isHeld = true }
  }

  /// Answers the delayed requests.
  func release() {
    wake { $0.isHeld = false }
  }

  /// Makes the next requests fail with these errors.
  func fail(_ failures: FeedError...) {
    contents.withLock { $0.failures += failures }
  }

  /// Adds items at the end, and says whether there may be more.
  func grow(_ items: [FeedItem], isGrowing: Bool = true) {
    wake {
      $0.order += items
      $0.isGrowing = isGrowing
    }
  }

  /// Sets the results of the next refreshes.
  func setRefreshes(_ results: Result<Void, FeedError>...) {
    contents.withLock { $0.refreshes = results }
  }

  /// Changes the items and publishes the changes.
  @MainActor
  func change(_ changes: [FeedChange]) async {
    contents.withLock { contents in
      for change in changes { contents.apply(change) }
    }
    await self.changes.yield(changes)
  }

  /// The items that match a filter, in order.
  func items(_ filter: FeedFilter = .none) -> [FeedItem] {
    contents.withLock { $0.items(filter) }
  }

  /// A client of this index.
  var client: FeedClient {
    var client = FeedClient.testValue
    client.page = { await self.page($0) }
    client.changes = { self.changes.stream() }
    client.refresh = {
      self.contents.withLock { $0.refreshes.isEmpty ? .success(()) : $0.refreshes.removeFirst() }
    }
    client.countVerdicts = {}
    client.sections = { _ in self.sections.withLock { $0 } }
    client.reconsider = { reviews, isOnScreen in
      if !isOnScreen { self.reconsider(reviews.keys.sorted { $0.rawValue < $1.rawValue }) }
    }
    client.place = { id, filter in
      self.contents.withLock { contents in
        let items = contents.items(filter)
        return FeedPlace(
          number: items.firstIndex { $0.id == id }.map { $0 + 1 }, count: items.count,
          total: contents.items(.none).count, isGrowing: contents.isGrowing)
      }
    }
    return client
  }

  /// Reads the reviews of items again, and publishes which have left the filter of triage.
  private func reconsider(_ ids: [ItemID]) {
    let reviews = reviews.withLock { $0 }
    let gone = contents.withLock { contents in
      contents.reconsidered.append(ids)
      return ids.filter { id in
        let key = contents.order.first { $0.id == id }?.key
        let isJudged = key.flatMap { reviews[$0] }?.verdict != nil
        if isJudged { contents.judged.insert(id) } else { contents.judged.remove(id) }
        return isJudged
      }
    }
    let filter = FeedFilter(text: "is:unreviewed")
    Task { @MainActor in await changes.yield(gone.map { .filteredOut($0, filter) }) }
  }

  private func page(_ request: FeedBatchRequest) async -> Result<FeedBatch, FeedError> {
    contents.withLock { $0.requests.append(request) }
    while !Task.isCancelled {
      if let answer = contents.withLock({ $0.answer(request) }) { return answer }
      await wait()
    }
    return .failure(FeedError(.cancelled, place: ""))
  }

  private func wait() async {
    let number = contents.withLock { contents in
      contents.nextWaiter += 1
      return contents.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        contents.withLock { $0.waiters[number] = continuation }
        if Task.isCancelled { wake(number) }
      }
    } onCancel: {
      wake(number)
    }
  }

  private func wake(_ number: Int) {
    contents.withLock { contents in
      defer { contents.waiters[number] = nil }
      return contents.waiters[number]
    }?.resume()
  }

  private func wake(_ change: (inout Contents) -> Void) {
    let waiters = contents.withLock { contents in
      change(&contents)
      defer { contents.waiters = [:] }
      return contents.waiters.values
    }
    for waiter in waiters { waiter.resume() }
  }
}

extension FakeIndex.Contents {
  fileprivate func items(_ filter: FeedFilter) -> [FeedItem] {
    let words = filter.text.split(separator: " ")
    return order.filter { item in
      !deleted.contains(item.id)
        && words.allSatisfy {
          $0 == "is:unreviewed" ? !judged.contains(item.id) : item.title.string.contains($0)
        }
    }
  }

  /// The answer, or `nil` while it is not known yet.
  fileprivate mutating func answer(_ request: FeedBatchRequest) -> Result<FeedBatch, FeedError>? {
    guard !isHeld else { return nil }
    if !failures.isEmpty { return .failure(failures.removeFirst()) }
    let items = items(request.filter)
    let (before, at) = place(of: request.cursor, in: items)
    let isThere = request.isInclusive && at
    switch request.direction {
    case .forwards:
      let start = isThere || !at ? before : before + 1
      let end = min(start + request.limit, items.count)
      guard end - start == request.limit || !isGrowing else { return nil }
      let page = start < end ? Array(items[start..<end]) : []
      return .success(FeedBatch(items: page, isLast: end >= items.count && !isGrowing))
    case .backwards:
      if request.cursor == .end, isGrowing { return nil }
      let end = isThere ? before + 1 : before
      let start = max(end - request.limit, 0)
      return .success(FeedBatch(items: Array(items[start..<end]), isLast: start == 0))
    }
  }

  /// How many items precede a cursor, and whether one is at it.
  private func place(of cursor: FeedCursor, in items: [FeedItem]) -> (before: Int, at: Bool) {
    switch cursor {
    case .start, .bestMatch: return (0, false)
    case .end: return (items.count, false)
    case .index(let index): return (index, index < items.count)
    case .content(let key):
      let index = items.firstIndex { $0.key == key }
      return (index ?? items.count, index != nil)
    case .item(let id):
      let numbers = Dictionary(
        uniqueKeysWithValues: order.enumerated().map { ($1.id, $0) })
      guard let number = numbers[id] else { return (0, false) }
      let before = items.count { (numbers[$0.id] ?? 0) < number }
      return (before, items.contains { $0.id == id })
    }
  }

  fileprivate mutating func apply(_ change: FeedChange) {
    switch change {
    case .insert(let item, after: let id):
      let index = id.flatMap { id in order.firstIndex { $0.id == id } }.map { $0 + 1 } ?? 0
      order.insert(item, at: index)
    case .delete(let id):
      deleted.insert(id)
    case .reload(let item):
      guard let index = order.firstIndex(where: { $0.id == item.id }) else { return }
      order[index] = item
    case .rearranged:
      order.reverse()
    case .filteredOut, .counted: break
    }
  }
}
