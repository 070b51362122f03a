import Models

extension FeedIndex {
  /// The answer to a request for items.
  package enum Answer: Hashable, Sendable {
    /// As many as requested, or all there are.
    case page(FeedBatch)
    /// Fewer than requested so far.
    case partial(FeedBatch)
    /// Nothing yet.
    case nothing
  }

  /// The items next to a cursor.
  ///
  /// The filter has to be selected.
  package func answer(_ request: FeedBatchRequest) -> Answer {
    let list = list(for: request.filter)
    let count = list?.count ?? order.count
    let isComplete = isComplete && selection(request.filter)?.unread.isEmpty != false
    switch request.direction {
    case .forwards:
      guard let start = boundary(request, list, count, isComplete) else { return .nothing }
      let end = min(start + max(request.limit, 1), count)
      let isLast = isComplete && end == count
      let page = page(list, min(start, count)..<end, isLast: isLast)
      if isLast || end - start >= max(request.limit, 1) { return .page(page) }
      if isComplete { return .page(FeedBatch(items: [], isLast: true)) }
      return start < end ? .partial(page) : .nothing
    case .backwards:
      guard let end = boundary(request, list, count, isComplete) else { return .nothing }
      let start = max(end - max(request.limit, 1), 0)
      return .page(page(list, start..<end, isLast: start == 0))
    }
  }

  /// The boundary at the cursor: how many items are before it; `nil` if not known yet.
  private func boundary(
    _ request: FeedBatchRequest, _ list: [UInt32]?, _ count: Int, _ isComplete: Bool
  ) -> Int? {
    let isForwards = request.direction == .forwards
    // If the item at the cursor is wanted, it lies after the boundary forwards and before it
    // backwards; otherwise the reverse.
    let step = request.isInclusive == isForwards ? 0 : 1
    switch request.cursor {
    case .start: return 0
    case .bestMatch: return bestMatch(request.filter) + step
    case .end: return isComplete ? count : nil
    case .index(let index):
      let index = max(index, 0)
      if index < count { return index + step }
      return isComplete ? count : nil
    case .content(let key):
      guard let id = id(of: key) else { return isComplete ? count : nil }
      var request = request
      request.cursor = .item(id)
      return boundary(request, list, count, isComplete)
    case .item(let id):
      guard let position = places.position(of: id) else { return isComplete ? 0 : nil }
      // Matches around it are not known yet.
      if let frontier = frontier(request.filter), frontier <= position { return nil }
      guard let list else { return Int(position) + step }
      let index = list.prefixEnd(where: { $0 < position })
      return index < list.count && list[index] == position ? index + step : index
    }
  }

  /// How many matches precede the first one whose own name contains the filter's words literally; 0
  /// if none does.
  private func bestMatch(_ filter: FeedFilter) -> Int {
    guard let selection = selection(filter) else { return 0 }
    return selection.positions.firstIndex { position in
      let row = rowOf[Int(order[Int(position)])]
      return row != Self.noRow && table.isNamed(selection.query, row: Int(row))
    } ?? 0
  }

  /// The position from which on it is not known what a filter matches; `nil` if all is known.
  private func frontier(_ filter: FeedFilter) -> UInt32? {
    selection(filter)?.unread.first(1).first.map { places.positions[Int($0)] }
  }

  func list(for filter: FeedFilter) -> [UInt32]? {
    selection(filter)?.positions ?? places.livePositions
  }

  private func selection(_ filter: FeedFilter) -> IndexPlaces.Selection? {
    places.selections.first { $0.filter == filter }
  }

  private func page(_ list: [UInt32]?, _ range: Range<Int>, isLast: Bool) -> FeedBatch {
    FeedBatch(
      items: range.compactMap { index in
        let position = list.map { Int($0[index]) } ?? index
        return item(ItemID(rawValue: Int(order[position])))
      }, isLast: isLast)
  }
}
