import Models

extension FeedIndex {
  /// Deletes items from the feed.
  ///
  /// - Returns: A deletion for each that was in it.
  package mutating func delete(_ ids: [ItemID]) -> [FeedChange] {
    let ids = ids.filter { !deleted[$0.rawValue] }
    guard !ids.isEmpty else { return [] }
    remove(ids)
    renumber()
    return ids.map { .delete($0) }
  }

  /// Inserts new rows of the table where they belong in the order.
  ///
  /// - Returns: An insertion for each, in feed order.
  package mutating func insert(rows: [Int]) -> [FeedChange] {
    let live = order.filter { !deleted[Int($0)] && rowOf[Int($0)] != Self.noRow }
    let rows = rows.sorted { table.ranksBefore($0, $1, isReversed: isReversed) }
    var insertions: [(after: Int, id: ItemID)] = []
    for row in rows {
      let index = live.firstIndex(notBefore: {
        !table.ranksBefore(row, Int(rowOf[Int($0)]), isReversed: isReversed)
      })
      insertions.append((index - 1, number(row: row)))
    }
    var changes: [FeedChange] = []
    var merged: [UInt32] = []
    merged.reserveCapacity(order.count + insertions.count)
    var next = 0
    func insert(after index: Int) {
      var predecessor = index < 0 ? nil : ItemID(rawValue: Int(live[index]))
      while next < insertions.count, insertions[next].after == index {
        let id = insertions[next].id
        merged.append(UInt32(id.rawValue))
        if let item = item(id) { changes.append(.insert(item, after: predecessor)) }
        predecessor = id
        next += 1
      }
    }
    insert(after: -1)
    var liveIndex = 0
    for id in order {
      merged.append(id)
      guard liveIndex < live.count, live[liveIndex] == id else { continue }
      insert(after: liveIndex)
      liveIndex += 1
    }
    order = merged
    renumber()
    return changes
  }
}
