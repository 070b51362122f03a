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
    if !places.unsorted.isEmpty { return request(places.unsorted, sort.needs, .sorting) }
    guard let verdicts = places.verdicts, !verdicts.unread.isEmpty else { return nil }
    return request(verdicts.unread, .records, .verdicts)
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
    case .verdicts:
      return places.verdicts?.take(facts, of: ids) == true ? [.counted] : []
    }
  }

  /// Counts verdicts, and marks facts to be read again that depend on what the user did.
  ///
  /// - Parameters:
  ///   - reviews: As saved, by item.
  ///   - isOnScreen: Whether the items stay in their filters.
  /// - Returns: Whether there are more or fewer verdicts.
  package mutating func reconsider(
    _ reviews: [ItemID: Review], isOnScreen: Bool = false
  ) -> [FeedChange] {
    let known = reviews.keys.sorted { $0.rawValue < $1.rawValue }
      .compactMap { id in row(of: id).map { (UInt32(id.rawValue), $0) } }
      .filter { !deleted[Int($0.0)] }
    let isCounted = places.verdicts?.take(reviews, of: known.map(\.0)) == true
    for index in places.selections.indices
    where !isOnScreen && places.selections[index].query.needs.contains(.records) {
      let query = places.selections[index].query
      for (id, row) in known where table.matches(query, row: row) {
        places.selections[index].unread.append(id)
      }
      places.selections[index].unread.sort(by: places.positions)
    }
    return isCounted ? [.counted] : []
  }

  /// Counts the verdicts from now on.
  package mutating func countVerdicts() {
    guard places.verdicts == nil else { return }
    var verdicts = VerdictTable()
    for id in rowOf.indices where rowOf[id] != Self.noRow && !deleted[id] {
      verdicts.unread.append(UInt32(id))
    }
    places.verdicts = verdicts
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
  /// - Returns: The members that are none any more, and whether there are matches where it was known
  ///   that there are none.
  fileprivate mutating func take(
    _ facts: [KnownFacts], of ids: [UInt32], at allPositions: [UInt32]
  ) -> [FeedChange] {
    let wasRead = unread.wasRead
    var changes: [FeedChange] = []
    var isLate = false
    unread.advance(by: ids.count)
    for (id, facts) in zip(ids, facts) where query.accepts(facts) != members[Int(id)] {
      let isMember = !members[Int(id)]
      members[Int(id)] = isMember
      count += isMember ? 1 : -1
      if !isMember { changes.append(.filteredOut(ItemID(rawValue: Int(id)), filter)) }
      let position = allPositions[Int(id)]
      guard position != IndexPlaces.nowhere else { continue }
      let index = positions.prefixEnd(where: { $0 < position })
      if isMember {
        isLate = isLate || wasRead || index < positions.count
        positions.insert(position, at: index)
      } else {
        positions.remove(at: index)
      }
    }
    return isLate ? changes + [.rearranged] : changes
  }
}
