import Models

/// All known items of a feed's source, numbered and in order. See docs/decisions/feed-index.md.
///
/// Items are numbered as they are found and keep their number for ever. During the search, items
/// are appended, or, if the sort order needs all of them, placed together at the end. Deleted items
/// keep their position among the others.
package struct FeedIndex: Sendable {
  /// What is known of the items; a search adds to it, then calls `number(row:)`.
  package var table: ItemTable
  package internal(set) var places = IndexPlaces()
  /// By id; `noRow` for deleted items that are no longer known.
  var rowOf: [UInt32] = []
  /// Ids by position.
  var order: [UInt32] = []
  private(set) var deleted = ItemSet()
  let isReversed: Bool
  let sort: OrderSort
  /// Whether items are in the order of their ranks, or else as they were found.
  package internal(set) var isRanked: Bool
  /// Whether the last request had a filter: the facts for others are not read.
  var isFiltering = false
  /// Whether items have been added since they were sorted.
  var isOrderStale = false

  static let noRow = UInt32.max

  /// Creates an empty index.
  ///
  /// - Parameters:
  ///   - sort: The sort order. One that needs facts begins with the order in which items are found.
  ///   - isReversed: Whether the feed runs from its end.
  package init(sort: OrderSort = .name, isReversed: Bool = false) {
    table = ItemTable(isRanked: sort != .name)
    self.sort = sort
    self.isReversed = isReversed
    isRanked = sort.waitsForAll
  }

  /// How many ids have been assigned.
  package var count: Int { rowOf.count }

  package var isComplete: Bool { !places.isGrowing }

  /// Assigns the next id to a row of the table. It has no position yet.
  package mutating func number(row: Int) -> ItemID {
    let id = rowOf.count
    rowOf.append(UInt32(row))
    places.positions.append(IndexPlaces.nowhere)
    places.total += 1
    if table.isNotice(row) { places.notices.append(UInt32(id)) }
    for index in places.selections.indices
    where table.matches(places.selections[index].query, row: row) {
      places.selections[index].add(UInt32(id), isNotice: table.isNotice(row))
    }
    if !sort.needs.isEmpty {
      isOrderStale = true
      places.unsorted.append(UInt32(id))
    }
    places.verdicts?.unread.append(UInt32(id))
    return ItemID(rawValue: id)
  }

  /// Maps an id to another row, of the same content.
  package mutating func identify(_ id: ItemID, withRow row: Int) {
    let old = Int(rowOf[id.rawValue])
    rowOf[id.rawValue] = UInt32(row)
    // What was read of it is what was read of the same file.
    if !sort.needs.isEmpty { table.ranks[row] = table.ranks[old] }
    guard table.version(ofRow: old) != table.version(ofRow: row) else { return }
    // It was read before its folder was listed.
    if !sort.needs.isEmpty { places.unsorted.append(UInt32(id.rawValue)) }
    for index in places.selections.indices
    where !places.selections[index].query.conditions.isEmpty
      && table.matches(places.selections[index].query, row: row)
    {
      places.selections[index].unread.append(UInt32(id.rawValue))
    }
  }

  /// Appends an item.
  package mutating func place(_ id: ItemID) {
    let position = UInt32(order.count)
    order.append(UInt32(id.rawValue))
    places.positions[id.rawValue] = position
    if places.livePositions != nil { places.livePositions?.append(position) }
    for index in places.selections.indices where places.selections[index].members[id.rawValue] {
      places.selections[index].positions.append(position)
    }
  }

  /// Places all items that have no position, sorted by rank.
  package mutating func placeByRank() {
    let ids = rowOf.indices.filter {
      places.positions[$0] == IndexPlaces.nowhere && rowOf[$0] != Self.noRow && !deleted[$0]
    }
    let ranks = table.ranks
    let sorted = ids.sorted {
      (ranks[Int(rowOf[$0])], rowOf[$0]) < (ranks[Int(rowOf[$1])], rowOf[$1])
    }
    for id in sorted { place(ItemID(rawValue: id)) }
  }

  /// Sets whether everything has been found.
  package mutating func setComplete(_ isComplete: Bool) {
    places.isGrowing = !isComplete
  }

  /// Retires a placeholder to the position right before its successor, as an item that is no longer
  /// shown.
  ///
  /// - Parameters:
  ///   - id: A placeholder.
  ///   - successor: The item after it; `nil` for the end.
  package mutating func retire(_ id: ItemID, before successor: ItemID?) {
    let position = successor.flatMap { places.position(of: $0) }.map { Int($0) } ?? order.count
    order.insert(UInt32(id.rawValue), at: position)
    renumber()
  }

  /// The item with an id; `nil` if it is deleted and forgotten.
  package func item(_ id: ItemID) -> FeedItem? {
    row(of: id).map { table.found($0).numbered(id) }
  }

  /// The first item with some content that is not deleted.
  func id(of key: ContentKey) -> ItemID? {
    rowOf.indices.lazy.map { ItemID(rawValue: $0) }.first { [self] id in
      isLive(id) && item(id)?.key == key
    }
  }

  /// The row of an item; `nil` if it is deleted and forgotten.
  package func row(of id: ItemID) -> Int? {
    guard rowOf.indices.contains(id.rawValue), rowOf[id.rawValue] != Self.noRow else { return nil }
    return Int(rowOf[id.rawValue])
  }

  /// The items that are not deleted and have a position, in order.
  package var liveItems: [ItemID] {
    order.compactMap { deleted[Int($0)] ? nil : ItemID(rawValue: Int($0)) }
  }

  /// Whether an item is not deleted.
  package func isLive(_ id: ItemID) -> Bool { !deleted[id.rawValue] }
}

extension FeedIndex {
  /// Selects the matches of a filter; recent filters are kept, and grow with the index.
  package mutating func select(_ filter: FeedFilter) {
    isFiltering = filter != .none
    if let index = places.selections.firstIndex(where: { $0.filter == filter }) {
      if index > 0 { places.selections.insert(places.selections.remove(at: index), at: 0) }
      return
    }
    let query = FilterQuery(filter.text)
    guard !query.isEmpty else { return }
    var selection = IndexPlaces.Selection(filter: filter, query: query)
    // With a letter added, the matches are among the previous ones.
    let wider = places.selections
      .filter { $0.unread.isEmpty && query.isNarrower(than: $0.query) }
      .min { $0.count < $1.count }
    let ids = rowOf.indices.filter {
      rowOf[$0] != Self.noRow && !deleted[$0] && wider?.members[$0] ?? true
    }
    let rows = ids.map { Int(rowOf[$0]) }
    let isKnown = wider?.query.conditions == query.conditions
    table.forEachMatch(query, in: rows) {
      selection.add(UInt32(ids[$0]), isNotice: table.isNotice(rows[$0]), isKnown: isKnown)
    }
    place(&selection)
    // What the user did meanwhile counts when the filter is typed again.
    places.selections.removeAll { $0.query.needs.contains(.records) }
    places.selections.insert(selection, at: 0)
    if places.selections.count > IndexPlaces.selectionLimit { places.selections.removeLast() }
  }

  private func place(_ selection: inout IndexPlaces.Selection) {
    selection.positions.removeAll(keepingCapacity: true)
    for (position, id) in order.enumerated() where selection.members[Int(id)] {
      selection.positions.append(UInt32(position))
    }
    selection.unread.sort(by: places.positions)
  }

  /// Deletes items; they keep their positions.
  mutating func remove(_ ids: [ItemID]) {
    for id in ids where !deleted[id.rawValue] {
      deleted[id.rawValue] = true
      places.total -= 1
      for index in places.selections.indices where places.selections[index].members[id.rawValue] {
        places.selections[index].members[id.rawValue] = false
        places.selections[index].count -= 1
      }
    }
    let deleted = deleted
    for index in places.selections.indices {
      places.selections[index].unread.remove { deleted[Int($0)] }
    }
    places.unsorted.remove { deleted[Int($0)] }
    places.verdicts?.unread.remove { deleted[Int($0)] }
    if !places.notices.isEmpty {
      places.notices.removeAll { deleted[Int($0)] }
    }
    for id in ids { places.verdicts?.remove(id.rawValue) }
  }

  /// Updates the positions of all items after the order has changed.
  mutating func renumber() {
    for (position, id) in order.enumerated() { places.positions[Int(id)] = UInt32(position) }
    places.livePositions =
      places.total < count
      ? order.indices.compactMap { deleted[Int(order[$0])] ? nil : UInt32($0) } : nil
    for index in places.selections.indices {
      var selection = places.selections[index]
      place(&selection)
      places.selections[index] = selection
    }
  }

  /// Updates which filters an item matches.
  mutating func rematch(_ id: ItemID) {
    guard let row = row(of: id), !deleted[id.rawValue] else { return }
    for index in places.selections.indices {
      let selection = places.selections[index]
      let wasMember = selection.members[id.rawValue]
      let isMember =
        table.matches(selection.query, row: row)
        && (selection.query.conditions.isEmpty || wasMember)
      guard wasMember != isMember else { continue }
      places.selections[index].members[id.rawValue] = isMember
      places.selections[index].count += isMember ? 1 : -1
    }
  }
}
