import Models

extension FeedIndex {
  /// The folders of the items that a filter accepts, in feed order; none if there is only one, if the
  /// order mixes them, or if they hold hardly more than a clip each.
  ///
  /// The filter has to be selected.
  package func sections(_ filter: FeedFilter) -> [FeedSection] {
    guard sort == .name else { return [] }
    let list = list(for: filter)
    var sections: [FeedSection] = []
    var last: Int??
    for number in 0..<(list?.count ?? order.count) {
      let position = list.map { Int($0[number]) } ?? number
      let folder = row(of: ItemID(rawValue: Int(order[position]))).flatMap(table.folder(ofRow:))
      if last != .some(folder) {
        last = .some(folder)
        sections.append(FeedSection(title: title(of: folder), start: number, count: 0))
      }
      sections[sections.count - 1].count += 1
    }
    let itemCount = sections.last.map { $0.start + $0.count } ?? 0
    return sections.count > 1 && 2 * sections.count <= itemCount ? sections : []
  }

  /// A folder's path below the argument it was found in, with that argument's own name.
  private func title(of folder: Int?) -> CleanText {
    var names: [[UInt8]] = []
    var next = folder
    while let number = next, table.folders.indices.contains(number) {
      let folder = table.folders[number]
      let name = folder.path.lastComponent
      names.append(name.isEmpty ? folder.path.bytes : Array(name))
      next = folder.parent
    }
    // Below a folder, its own name says nothing.
    if names.count > 1 { names.removeLast() }
    guard !names.isEmpty else { return "" }
    return CleanText(bytes: Array(names.reversed().joined(separator: "/".utf8)) + Array("/".utf8))
  }
}
