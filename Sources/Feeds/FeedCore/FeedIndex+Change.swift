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
    let live = liveOrder
    var arranged: [Arranged] = []
    arranged.reserveCapacity(live.count + rows.count)
    var next = 0
    for row in rows.sorted(by: { isBefore($0, $1) }) {
      let index = live.prefixEnd(where: {
        !isBefore(row, Int(rowOf[Int($0)]))
      })
      arranged += live[next..<index].map { .kept($0) }
      arranged.append(.new(row: row))
      next = index
    }
    return arrange(arranged + live[next...].map { .kept($0) })
  }

  /// Whether a row comes before another.
  func isBefore(_ left: Int, _ right: Int) -> Bool {
    isRanked
      ? table.ranksBefore(left, right) : table.precedes(left, right, isReversed: isReversed)
  }

  /// An item in a new order.
  enum Arranged {
    case kept(UInt32)
    case new(row: Int)
  }

  /// The ids of the items that have content and are not deleted, in order.
  var liveOrder: [UInt32] {
    order.filter { !deleted[Int($0)] && rowOf[Int($0)] != Self.noRow }
  }

  /// Sets the order of all items. Any that are left out stay behind the item before them.
  ///
  /// - Returns: An insertion for each new item.
  mutating func arrange(_ arranged: [Arranged]) -> [FeedChange] {
    var isKept = ItemSet()
    for case .kept(let id) in arranged { isKept[Int(id)] = true }
    // What stays behind each item, and before the first.
    var trailing: [UInt32: [UInt32]] = [:]
    var leading: [UInt32] = []
    var anchor: UInt32?
    for id in order {
      if isKept[Int(id)] {
        anchor = id
      } else if let anchor {
        trailing[anchor, default: []].append(id)
      } else {
        leading.append(id)
      }
    }
    order = leading
    var insertions: [(id: ItemID, after: ItemID?)] = []
    var predecessor: ItemID?
    for item in arranged {
      let id: UInt32
      switch item {
      case .kept(let kept): id = kept
      case .new(let row):
        id = UInt32(number(row: row).rawValue)
        insertions.append((ItemID(rawValue: Int(id)), predecessor))
      }
      order.append(id)
      order += trailing[id] ?? []
      predecessor = ItemID(rawValue: Int(id))
    }
    renumber()
    return insertions.compactMap { insertion in
      item(insertion.id).map { .insert($0, after: insertion.after) }
    }
  }
}
