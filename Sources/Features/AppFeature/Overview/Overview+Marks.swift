import Clients
import Composable
import Models

extension Overview {
  /// No more items can be marked.
  static let maxMarks = 10_000
}

extension Overview.State {
  /// Marks the item under the cursor, or takes its mark away, and goes on to the next one.
  mutating func toggleMark() {
    guard let item = current, item.key != nil else { return }
    if marked.contains(id: item.id) {
      marked.remove(id: item.id)
    } else {
      mark([item])
      anchor = cursor
    }
    _ = move(.next)
  }

  /// Marks the item under the cursor, and reads what is remembered of it.
  mutating func markCurrent() -> Effect<Overview.Action> {
    @Dependency(\.recordClient) var recordClient
    guard let item = current else { return .none }
    let isRemembered = remembered.contains(item.id)
    toggleMark()
    noteSeen()
    // What is decided about it replaces what was, also if it has left the screen by then.
    let found: Effect<Overview.Action> =
      isRemembered
      ? .none
      : .run { [recordClient] send in
        await send(.remembered([item.id], recordClient.marks(of: [item])))
      }
    return .merge(found, read(), rest())
  }

  /// Marks the items with some numbers.
  func markAll(in range: Range<Int>) -> Effect<Overview.Action> {
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.recordClient) var recordClient
    let limit = min(range.count, Overview.maxMarks)
    guard limit > 0 else { return .none }
    return .run { [feedClient, recordClient, filter = page.filter] send in
      let request = FeedBatchRequest(
        .index(range.lowerBound), limit: limit, filter: filter, isInclusive: true)
      guard case .success(let batch) = await feedClient.page(request) else { return }
      // What is decided about them replaces what was.
      await send(.lotFound(batch.items, recordClient.marks(of: batch.items)))
    }
    .cancellable(id: Overview.CancelID.marking, cancelInFlight: true)
  }

  /// Leaves out items without a key, and those beyond ``maxMarks``.
  mutating func mark(_ items: [FeedItem]) {
    for item in items where item.key != nil && marked.count < Overview.maxMarks {
      marked[id: item.id] = item
    }
  }

  /// Likes marked items, or unlikes them; of what was liked at once, what was liked before stays so.
  ///
  /// - Returns: Those to change.
  mutating func like(_ items: [FeedItem], _ isLiked: Bool) -> [FeedItem] {
    guard !marked.isEmpty else { return items }
    let lot = likedLot
    likedLot = isLiked ? Set(items.map(\.id)) : []
    return isLiked || lot.isEmpty ? items : items.filter { lot.contains($0.id) }
  }

  /// From the last mark to the cursor.
  var markRange: Range<Int> {
    let start = anchor ?? cursor
    return min(start, cursor)..<(max(start, cursor) + 1)
  }

  mutating func unmarkAll() {
    marked = []
    anchor = nil
  }

  /// Takes away the marks of items that are gone.
  mutating func unmark(_ changes: [FeedChange]) {
    for case .delete(let id) in changes where marked.contains(id: id) { marked.remove(id: id) }
  }
}
