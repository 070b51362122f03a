import FeedCore
import Models

extension FeedWalker {
  mutating func add(
    _ entry: Playlist.Entry, section: Int, _ table: inout ItemTable
  ) {
    switch entry.location {
    case .file(let path) where entry.title == nil: addNamed(path, section: section, &table)
    case .file, .remote:
      guard let location = entry.location.media else { return }
      let clip = Clip(location: location, title: entry.title ?? location.title)
      add(FoundItem(kind: .file(clip)), section: section, &table)
    case .address(let address):
      let notice = Notice(
        title: entry.title ?? .localized("Unsupported address"),
        detail: .localized(
          "%s: only http and https addresses are opened, and sftp for hosts on the command line",
          address))
      add(FoundItem(kind: .notice(notice)), section: section, &table)
    }
  }

  /// Adds a file named by its path.
  mutating func addNamed(
    _ path: FilePath, section: Int, _ table: inout ItemTable
  ) {
    let slash = path.bytes.lastIndex(of: UInt8(ascii: "/"))
    guard slash != path.bytes.count - 1 else {
      return add(FoundItem(kind: .file(Clip(file: path))), section: section, &table)
    }
    let parent = FilePath(bytes: path.bytes[..<(slash.map { $0 + 1 } ?? 0)])
    let folder =
      namedFolders[parent] ?? table.addFolder(parent, letters: parent.bytes)
    namedFolders[parent] = folder
    let name = Array(path.bytes[(slash.map { $0 + 1 } ?? 0)...])
    name.withUnsafeBufferPointer { addFile($0, folder, section, nil, &table) }
  }

  /// Adds a file of a folder that was read, unless it is in the feed already.
  func addListed(
    _ name: UnsafeBufferPointer<UInt8>, _ folder: Int, _ section: Int,
    _ version: ListedVersion?, _ table: inout ItemTable
  ) {
    if let leftOut = leftOut[folder], leftOut.contains(Array(name)) { return }
    addFile(name, folder, section, version, &table)
  }

  /// Whether a file of this name is in the feed if its folder is.
  func isListed(_ name: [UInt8]) -> Bool {
    ClipNames.isClip(name) && (options.includesHidden || name.first != UInt8(ascii: "."))
  }

  func addFile(
    _ name: UnsafeBufferPointer<UInt8>, _ folder: Int, _ section: Int,
    _ version: ListedVersion?, _ table: inout ItemTable
  ) {
    let rank = rank { table.folders[folder].letters + name }
    table.addFile(name, in: folder, section: section, rank: rank, version: version)
  }

  func add(_ item: FoundItem, section: Int, _ table: inout ItemTable) {
    let rank = rank { Array(item.numbered().title.string.utf8) }
    table.addItem(item, section: section, rank: rank)
  }

  /// An item's sort key, if its name decides.
  private func rank(_ name: () -> [UInt8]) -> UInt64 {
    guard case .shuffle(let seed) = options.sort else { return OrderRank.last }
    return OrderRank.chance(seed: seed, name(), isReversed: options.isReversed)
  }

  mutating func report(
    _ reason: FeedProblem.Reason, _ path: FilePath, section: Int, _ table: inout ItemTable
  ) {
    let problem = FeedProblem(path: path, reason: reason)
    problems.append(problem)
    add(FoundItem(kind: .notice(problem.notice)), section: section, &table)
  }
}
