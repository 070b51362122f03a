extension ItemTable {
  /// Looks for the rows that a filter lets through.
  ///
  /// - Parameters:
  ///   - match: The filter's letters.
  ///   - rows: The rows to look at; those of one folder are cheapest together.
  ///   - body: Called for each row that has them, with its place among `rows`.
  func forEachMatch(
    _ match: FuzzyMatch, in rows: some Sequence<Int>, _ body: (_ index: Int) -> Void
  ) {
    bytes.withUnsafeBufferPointer { bytes in
      var lastFolder = Self.itemFlag
      var found = 0
      for (index, number) in rows.enumerated() {
        let row = self.rows[number]
        let start = Int(row.start)
        let middle = start + Int(row.nameLength)
        let name = UnsafeBufferPointer(rebasing: bytes[start..<middle])
        let folded = UnsafeBufferPointer(
          rebasing: bytes[middle..<(middle + Int(row.foldedLength))])
        if row.folder & Self.itemFlag != 0 {
          if match.found(after: 0, in: name) == match.count
            || match.found(after: 0, in: folded) == match.count
          {
            body(index)
          }
          continue
        }
        if row.folder != lastFolder {
          lastFolder = row.folder
          found = folders[Int(row.folder)].letters.withUnsafeBufferPointer {
            match.found(after: 0, in: $0)
          }
        }
        if match.found(after: found, in: folded.isEmpty ? name : folded) == match.count {
          body(index)
        }
      }
    }
  }

  /// Whether a filter lets a row through.
  package func matches(_ match: FuzzyMatch, row: Int) -> Bool {
    var isMatch = false
    forEachMatch(match, in: CollectionOfOne(row)) { _ in isMatch = true }
    return isMatch
  }
}
