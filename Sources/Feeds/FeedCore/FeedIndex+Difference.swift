import Models

extension FeedIndex {
  /// Takes over the result of a new search of the same source.
  ///
  /// Items in both keep their ids. An item that has moved is deleted and inserted again under
  /// another id; as few as possible are.
  ///
  /// - Parameters:
  ///   - newTable: Everything there is now.
  ///   - sequence: Its rows in feed order.
  /// - Returns: The differences: deletions, then insertions in feed order, then changed contents.
  package mutating func replace(with newTable: ItemTable, sequence: [Int]) -> [FeedChange] {
    let live = liveOrder
    var known: [Int: [Int]] = [:]
    known.reserveCapacity(live.count)
    // From the end, so that the first of equal items is used first.
    for index in live.indices.reversed() {
      known[table.identityHash(ofRow: Int(rowOf[Int(live[index])])), default: []].append(index)
    }
    // The previous position of the item in each new row, or nil.
    let before: [Int?] = sequence.map { row in
      let hash = newTable.identityHash(ofRow: row)
      guard let candidates = known[hash],
        let match = candidates.lastIndex(where: { index in
          table.isSame(Int(rowOf[Int(live[index])]), as: row, of: newTable)
        })
      else { return nil }
      return known[hash]?.remove(at: match)
    }
    var arranged: [Arranged] = sequence.map { .new(row: $0) }
    var keptRow: [Int: Int] = [:]
    for index in before.longestRise() {
      guard let old = before[index] else { continue }
      keptRow[old] = sequence[index]
      arranged[index] = .kept(live[old])
    }

    var changes: [FeedChange] = []
    var reloads: [ItemID] = []
    var newRowOf = [UInt32](repeating: Self.noRow, count: rowOf.count)
    var gone: [ItemID] = []
    for (index, id) in live.enumerated() {
      let id = ItemID(rawValue: Int(id))
      if let row = keptRow[index] {
        newRowOf[id.rawValue] = UInt32(row)
        if table.isOtherContent(Int(rowOf[id.rawValue]), than: row, of: newTable) {
          reloads.append(id)
        }
      } else {
        gone.append(id)
        changes.append(.delete(id))
      }
    }
    remove(gone)
    // Deleted items have no content from now on.
    (table, rowOf) = (newTable, newRowOf)
    if !sort.needs.isEmpty {
      isOrderStale = true
      places.unsorted.replace(with: liveOrder)
    }
    for id in reloads { rematch(id) }
    changes += arrange(arranged)
    return changes + reloads.compactMap { item($0).map { .reload($0) } }
  }
}

extension [Int?] {
  /// The indices of a longest increasing subsequence (patience sorting).
  func longestRise() -> [Int] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: count)
    for (index, number) in enumerated() {
      guard let number else { continue }
      let low = tails.prefixEnd(where: { self[$0].map { $0 < number } ?? false })
      if low > 0 { previous[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var rise: [Int] = []
    var index = tails.last ?? -1
    while index >= 0 {
      rise.append(index)
      index = previous[index]
    }
    return rise.reversed()
  }
}

extension ItemTable {
  /// A hash that is equal for equal items of two tables.
  package func identityHash(ofRow row: Int) -> Int {
    var hasher = Hasher()
    if let folder = folder(ofRow: row) {
      hasher.combine(folders[folder].path)
      let name = name(ofRow: row).indices
      bytes.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[name])) }
    } else {
      hasher.combine(items[itemIndex(ofRow: row)].identity)
    }
    return hasher.finalize()
  }

  /// Whether two rows of the same item are known to have different contents: files here are looked
  /// at elsewhere.
  fileprivate func isOtherContent(_ row: Int, than otherRow: Int, of other: ItemTable) -> Bool {
    guard folder(ofRow: row) != nil else { return found(row) != other.found(otherRow) }
    guard let old = version(ofRow: row), let new = other.version(ofRow: otherRow) else {
      return false
    }
    return old != new
  }

  /// Whether two rows are the same item, perhaps with other contents.
  package func isSame(_ row: Int, as otherRow: Int, of other: ItemTable) -> Bool {
    switch (folder(ofRow: row), other.folder(ofRow: otherRow)) {
    case (let folder?, let otherFolder?):
      return folders[folder].path == other.folders[otherFolder].path
        && name(ofRow: row).elementsEqual(other.name(ofRow: otherRow))
    case (nil, nil):
      return items[itemIndex(ofRow: row)].identity
        == other.items[other.itemIndex(ofRow: otherRow)].identity
    default: return false
    }
  }
}
