extension ItemTable {
  /// Finds the rows that match a filter.
  ///
  /// - Parameters:
  ///   - filter: Each word has to be in the title or in the path. Conditions are not checked, but
  ///     nothing matches an invalid one.
  ///   - rows: The rows to search; fastest when those of a folder are together.
  ///   - body: Called for each match, with its index in `rows`.
  func forEachMatch(
    _ filter: FilterQuery, in rows: some Sequence<Int>, _ body: (_ index: Int) -> Void
  ) {
    guard filter.invalid == nil else { return }
    bytes.withUnsafeBufferPointer { bytes in
      var lastFolder = Self.itemFlag
      var inFolder: [FilterWord.Progress] = []
      for (index, number) in rows.enumerated() {
        let row = self.rows[number]
        let (name, folded) = texts(of: row, in: bytes)
        if row.folder & Self.itemFlag != 0 {
          if filter.words.allSatisfy({ $0.isFound(in: name) || $0.isFound(in: folded) }) {
            body(index)
          }
          continue
        }
        if row.folder != lastFolder {
          lastFolder = row.folder
          inFolder = filter.words.map { word in
            folders[Int(row.folder)].letters.withUnsafeBufferPointer { letters in
              var progress = FilterWord.Progress()
              word.advance(&progress, through: letters)
              return progress
            }
          }
        }
        let text = folded.isEmpty ? name : folded
        let isMatch = filter.words.indices.allSatisfy { index in
          var progress = inFolder[index]
          filter.words[index].advance(&progress, through: text)
          return progress.isFound
        }
        if isMatch { body(index) }
      }
    }
  }

  package func matches(_ filter: FilterQuery, row: Int) -> Bool {
    var isMatch = false
    forEachMatch(filter, in: CollectionOfOne(row)) { _ in isMatch = true }
    return isMatch
  }

  /// Whether a row's own name, or title, contains all words of a filter literally.
  package func isNamed(_ filter: FilterQuery, row: Int) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      let row = self.rows[row]
      let (name, folded) = texts(of: row, in: bytes)
      let isItem = row.folder & Self.itemFlag != 0
      return filter.standsIn(isItem || folded.isEmpty ? name : folded)
    }
  }

  /// A row's name, and its prepared form if that differs; or the title and the path of an item that
  /// is not a file.
  private func texts(
    of row: Row, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) {
    let start = Int(row.start)
    let middle = start + Int(row.nameLength)
    return (
      UnsafeBufferPointer(rebasing: bytes[start..<middle]),
      UnsafeBufferPointer(rebasing: bytes[middle..<(middle + Int(row.foldedLength))])
    )
  }
}
