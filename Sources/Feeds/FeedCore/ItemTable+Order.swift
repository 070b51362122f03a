import Models

extension ItemTable {
  /// Whether a row precedes another in the order of the search.
  ///
  /// In a section that is not a folder, rows are in the order they were added. In a folder its
  /// files come before its folders, both in natural order.
  ///
  /// - Parameter isReversed: Whether each section runs from its end.
  func precedes(_ left: Int, _ right: Int, isReversed: Bool) -> Bool {
    if rows[left].section != rows[right].section {
      return rows[left].section < rows[right].section
    }
    guard let leftFolder = folder(ofRow: left), let rightFolder = folder(ofRow: right) else {
      return left < right
    }
    let (first, second) = isReversed ? (right, left) : (left, right)
    if leftFolder == rightFolder { return namePrecedes(first, second) }
    return isReversed
      ? folderPrecedes(rightFolder, leftFolder) : folderPrecedes(leftFolder, rightFolder)
  }

  /// Whether a row precedes another by rank.
  package func ranksBefore(_ left: Int, _ right: Int) -> Bool {
    ranks[left] == ranks[right] ? left < right : ranks[left] < ranks[right]
  }

  /// Takes over the ranks of items that another table has, too.
  package mutating func copyRanks(from other: ItemTable) {
    let known = Dictionary(
      other.rows.indices.map { (other.identityHash(ofRow: $0), other.ranks[$0]) },
      uniquingKeysWith: { first, _ in first })
    for row in rows.indices {
      if let rank = known[identityHash(ofRow: row)] { ranks[row] = rank }
    }
  }

  private func namePrecedes(_ left: Int, _ right: Int) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      NaturalOrder.precedes(
        UnsafeBufferPointer(rebasing: bytes[name(ofRow: left).indices]),
        UnsafeBufferPointer(rebasing: bytes[name(ofRow: right).indices]))
    }
  }

  private func folderPrecedes(_ left: Int, _ right: Int) -> Bool {
    var (leftFolder, rightFolder) = (left, right)
    while folders[leftFolder].depth > folders[rightFolder].depth {
      guard let parent = folders[leftFolder].parent else { break }
      // Files come before folders.
      if parent == rightFolder { return false }
      leftFolder = parent
    }
    while folders[rightFolder].depth > folders[leftFolder].depth {
      guard let parent = folders[rightFolder].parent else { break }
      if parent == leftFolder { return true }
      rightFolder = parent
    }
    while folders[leftFolder].parent != folders[rightFolder].parent,
      let leftParent = folders[leftFolder].parent, let rightParent = folders[rightFolder].parent
    {
      (leftFolder, rightFolder) = (leftParent, rightParent)
    }
    let leftName = folders[leftFolder].path.lastComponent
    let rightName = folders[rightFolder].path.lastComponent
    return NaturalOrder.areInIncreasingOrder(leftName, rightName)
  }
}
