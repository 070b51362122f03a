import Models

extension FeedIndex {
  /// What an index has to say to a question for some items.
  package enum Answer: Hashable, Sendable {
    /// As much as was asked for, or all there is.
    case page(FeedBatch)
    /// Some, not yet as many as were asked for.
    case partial(FeedBatch)
    /// Nothing as long as no more has been found.
    case nothing
  }

  /// The items next to a place.
  ///
  /// The filter has to be selected.
  package func answer(_ request: FeedBatchRequest) -> Answer {
    let list = list(for: request.filter)
    let count = list?.count ?? order.count
    switch request.direction {
    case .forwards:
      guard let start = boundary(request, list, count) else { return .nothing }
      let end = min(start + max(request.limit, 1), count)
      let isLast = isComplete && end == count
      let page = page(list, min(start, count)..<end, isLast: isLast)
      if isLast || end - start >= max(request.limit, 1) { return .page(page) }
      if isComplete { return .page(FeedBatch(items: [], isLast: true)) }
      return start < end ? .partial(page) : .nothing
    case .backwards:
      guard let end = boundary(request, list, count) else { return .nothing }
      let start = max(end - max(request.limit, 1), 0)
      return .page(page(list, start..<end, isLast: start == 0))
    }
  }

  /// Between which items the cursor stands: how many are before it; `nil` if that is not known yet.
  private func boundary(
    _ request: FeedBatchRequest, _ list: [UInt32]?, _ count: Int
  ) -> Int? {
    let isForwards = request.direction == .forwards
    // The item at the cursor itself stands behind the boundary forwards, before it backwards, if it
    // is wanted, and else the other way round.
    let step = request.isInclusive == isForwards ? 0 : 1
    switch request.cursor {
    case .start: return 0
    case .bestMatch: return bestMatch(request.filter) + step
    case .end: return isComplete ? count : nil
    case .index(let index):
      let index = max(index, 0)
      if index < count { return index + step }
      return isComplete ? count : nil
    case .item(let id):
      guard let position = places.position(of: id) else { return isComplete ? 0 : nil }
      guard let list else { return Int(position) + step }
      let index = list.firstIndex(notBefore: { $0 < position })
      return index < list.count && list[index] == position ? index + step : index
    }
  }

  /// How many matches stand before the first one whose own name has the words of the filter as they
  /// stand; 0 if none has.
  private func bestMatch(_ filter: FeedFilter) -> Int {
    guard let selection = selection(filter) else { return 0 }
    return selection.positions.firstIndex { position in
      let row = rowOf[Int(order[Int(position)])]
      return row != Self.noRow && table.isNamed(selection.words, row: Int(row))
    } ?? 0
  }

  private func list(for filter: FeedFilter) -> [UInt32]? {
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
