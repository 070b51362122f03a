import Clients
import Models
import Platform

/// A feed's index in memory, all of it known; a filter lets through titles that contain it.
final class TestIndex: Sendable {
  private let items: Lock<[FeedItem]>
  private let stream: AsyncStream<[FeedChange]>
  private let continuation: AsyncStream<[FeedChange]>.Continuation
  /// What a refresh finds to be different.
  let pending = Lock<[FeedChange]>([])
  let isGrowing = Lock(false)
  let verdicts = Lock<VerdictCount?>(nil)

  init(_ items: [FeedItem]) {
    self.items = Lock(items)
    (stream, continuation) = AsyncStream.makeStream()
  }

  /// The index as the feed sees it.
  var client: FeedClient {
    var client = FeedClient()
    client.page = { [self] in .success(page($0)) }
    client.changes = { [stream] in stream }
    client.refresh = { [self] in
      change(pending.withLock { $0 })
      return .success(())
    }
    client.place = { [self] in place($0, $1) }
    client.reconsider = { _, _ in }
    client.countVerdicts = {}
    client.sections = { _ in [] }
    return client
  }

  /// Changes the source as if somebody else had.
  func change(_ changes: [FeedChange]) {
    items.withLock { items in
      for change in changes {
        switch change {
        case .insert(let item, after: let id):
          let index = items.firstIndex { $0.id == id }.map { $0 + 1 } ?? 0
          items.insert(item, at: index)
        case .delete(let id): items.removeAll { $0.id == id }
        case .reload(let item):
          if let index = items.firstIndex(where: { $0.id == item.id }) { items[index] = item }
        case .rearranged: items.reverse()
        case .filteredOut, .counted: break
        }
      }
    }
    if !changes.isEmpty { continuation.yield(changes) }
  }

  private func matches(_ filter: FeedFilter) -> [FeedItem] {
    let text = filter.text.lowercased()
    return items.withLock { $0 }.filter {
      text.isEmpty || $0.title.string.lowercased().contains(text)
    }
  }

  private func page(_ request: FeedBatchRequest) -> FeedBatch {
    let items = matches(request.filter)
    let isForwards = request.direction == .forwards
    let place: Int
    switch request.cursor {
    case .start, .bestMatch: place = -1
    case .end: place = items.count
    case .item(let id): place = items.firstIndex { $0.id == id } ?? (isForwards ? -1 : items.count)
    case .index(let index): place = index
    case .content(let key): place = items.firstIndex { $0.key == key } ?? items.count
    }
    let step = request.isInclusive ? 0 : 1
    if isForwards {
      let rest = items.dropFirst(max(place + step, 0))
      return FeedBatch(
        items: Array(rest.prefix(request.limit)), isLast: rest.count <= request.limit)
    }
    let rest = items.prefix(max(place + 1 - step, 0))
    return FeedBatch(items: Array(rest.suffix(request.limit)), isLast: rest.count <= request.limit)
  }

  private func place(_ id: ItemID?, _ filter: FeedFilter) -> FeedPlace {
    let items = matches(filter)
    return FeedPlace(
      number: items.firstIndex { $0.id == id }.map { $0 + 1 }, count: items.count,
      total: self.items.withLock { $0.count }, isGrowing: isGrowing.withLock { $0 },
      verdicts: verdicts.withLock { $0 })
  }
}
