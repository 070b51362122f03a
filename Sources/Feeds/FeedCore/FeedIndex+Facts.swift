import Models

// Filters and sort orders that need more than names.
extension FeedIndex {
  /// How many items' facts are read at once.
  private static let requestLimit = 256

  /// The facts to read next: for the latest filter, then for the sort order.
  package var factRequest: FactRequest? {
    if isFiltering, let selection = places.selections.first, !selection.unread.isEmpty {
      return request(selection.unread, selection.query.needs, .filter(selection.filter))
    }
    return places.unsorted.isEmpty ? nil : request(places.unsorted, sort.needs, .sorting)
  }

  /// Takes what is known of the first items of a request.
  ///
  /// - Parameters:
  ///   - facts: In the order of the request.
  ///   - request: The latest one. If its items are not those to read any more, it changes nothing.
  package mutating func take(_ facts: [KnownFacts], for request: FactRequest) -> [FeedChange] {
    let ids = request.ids.prefix(facts.count).map { UInt32($0.rawValue) }
    switch request.purpose {
    case .sorting:
      guard places.unsorted.first(ids.count).elementsEqual(ids) else { return [] }
      places.unsorted.advance(by: ids.count)
      for (id, facts) in zip(ids, facts) where rowOf[Int(id)] != Self.noRow {
        table.ranks[Int(rowOf[Int(id)])] = sort.rank(facts, isReversed: isReversed)
      }
      return sortIfKnown()
    case .filter(let filter):
      guard let index = places.selections.firstIndex(where: { $0.filter == filter }),
        places.selections[index].unread.first(ids.count).elementsEqual(ids)
      else { return [] }
      return places.selections[index].take(facts, of: ids, at: places.positions)
        ? [.rearranged] : []
    }
  }

  /// Sorts the items, once everything is found and known.
  package mutating func sortIfKnown() -> [FeedChange] {
    guard isOrderStale, isComplete, places.unsorted.isEmpty else { return [] }
    isOrderStale = false
    isRanked = true
    let before = liveOrder
    let after = before.sorted { table.ranksBefore(Int(rowOf[Int($0)]), Int(rowOf[Int($1)])) }
    guard after != before else { return [] }
    _ = arrange(after.map { .kept($0) })
    return [.rearranged]
  }

  /// Whether the order is not known yet.
  package var awaitsOrder: Bool {
    !sort.needs.isEmpty && (isOrderStale || !isComplete)
  }

  /// The first match of a filter with this number, counted from 0; `nil` if it is not known yet.
  package func match(_ filter: FeedFilter, number: Int) -> ItemID? {
    guard let positions = places.selections.first(where: { $0.filter == filter })?.positions,
      positions.indices.contains(number)
    else { return nil }
    return ItemID(rawValue: Int(order[Int(positions[number])]))
  }

  private func request(
    _ unread: UnreadItems, _ needs: FactNeeds, _ purpose: FactRequest.Purpose
  ) -> FactRequest {
    let ids = unread.first(Self.requestLimit)
    return FactRequest(
      purpose: purpose, needs: needs, ids: ids.map { ItemID(rawValue: Int($0)) },
      items: ids.map { id in
        row(of: ItemID(rawValue: Int(id))).map(table.found)
          ?? FoundItem(kind: .notice(Notice(title: "", detail: "")))
      })
  }
}

extension IndexPlaces.Selection {
  /// Takes what is known of the first unread items.
  ///
  /// - Returns: Whether there are matches where it was known that there are none.
  fileprivate mutating func take(
    _ facts: [KnownFacts], of ids: [UInt32], at allPositions: [UInt32]
  ) -> Bool {
    let wasRead = unread.wasRead
    var isLate = false
    unread.advance(by: ids.count)
    for (id, facts) in zip(ids, facts) where query.accepts(facts) {
      members[Int(id)] = true
      count += 1
      let position = allPositions[Int(id)]
      guard position != IndexPlaces.nowhere else { continue }
      let index = positions.firstIndex(notBefore: { $0 < position })
      isLate = isLate || wasRead || index < positions.count
      positions.insert(position, at: index)
    }
    return isLate
  }
}
