import Models

extension FeedIndex {
  /// What the items of a section have in common.
  private enum Group: Hashable {
    case folder(Int)
    /// A playlist or feed, by the number of its argument.
    case list(Int)
    case day(Int)
    case nothing
  }

  /// The sections of the items that a filter accepts, in feed order; none if there is only one, or if
  /// the order mixes them. Folders that hold hardly more than a clip each are none.
  ///
  /// The filter has to be selected.
  ///
  /// - Parameters:
  ///   - group: What sections are.
  ///   - timeZone: The offset of local time from UTC at a time, both in seconds.
  package func sections(
    _ filter: FeedFilter, by group: FeedGroup = .folder, timeZone: (Double) -> Int = { _ in 0 }
  ) -> [FeedSection] {
    switch group {
    case .folder where sort == .name: break
    case .day where sort == .date && isRanked && !isOrderStale: break
    case .folder, .day, .none: return []
    }
    let list = list(for: filter)
    var sections: [FeedSection] = []
    var last: Group?
    for number in 0..<(list?.count ?? order.count) {
      let position = list.map { Int($0[number]) } ?? number
      let row = row(of: ItemID(rawValue: Int(order[position])))
      let next = row.map { group == .day ? day(ofRow: $0, timeZone) : place(ofRow: $0) } ?? .nothing
      if last != next {
        last = next
        sections.append(FeedSection(name(of: next), start: number, count: 0))
      }
      sections[sections.count - 1].count += 1
    }
    let itemCount = sections.last.map { $0.start + $0.count } ?? 0
    let areUseful = group == .day || 2 * sections.count <= itemCount
    return sections.count > 1 && areUseful ? sections : []
  }

  private func place(ofRow row: Int) -> Group {
    let argument = table.section(ofRow: row)
    if table.listNames[argument] != nil { return .list(argument) }
    return table.folder(ofRow: row).map { .folder($0) } ?? .nothing
  }

  private func day(ofRow row: Int, _ timeZone: (Double) -> Int) -> Group {
    guard let date = OrderRank.value(table.ranks[row], isReversed: isReversed) else {
      return .nothing
    }
    return Int(exactly: ((date + Double(timeZone(date))) / 86_400).rounded(.down))
      .map { .day($0) } ?? .nothing
  }

  private func name(of group: Group) -> FeedSection.Name {
    switch group {
    case .folder(let folder): .title(title(of: folder))
    case .list(let argument): .title(table.listNames[argument] ?? "")
    case .day(let day): .day(day)
    case .nothing: .title("")
    }
  }

  /// A folder's path below the argument it was found in, with that argument's own name.
  private func title(of folder: Int) -> CleanText {
    var names: [[UInt8]] = []
    var next: Int? = folder
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
