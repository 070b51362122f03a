import FeedCore
import Glibc
import Models

/// Walks through the paths given and all they hold, one small step at a time, and writes what it finds
/// into a table, in feed order.
///
/// In each folder its clips come first, then its folders, both in natural order: the first clip is
/// found without looking into any sub-folder.
struct FeedWalker: Sendable {
  /// What a step has brought.
  enum Step {
    /// Perhaps some rows of the table.
    case working
    /// A list of paths has nothing more to read at the moment.
    case waiting(PathList)
    /// A source in pages has to be asked for the next one.
    case asking(any PagedSource)
    case finished
  }

  /// What is still to do.
  enum Pending: Sendable {
    /// A path from the command line; `pinned` names a file in it that always counts as a clip.
    case argument(FilePath, pinned: [UInt8]?)
    /// A file that lists paths, or `-`.
    case pathList(FilePath)
    /// Items that were given in place of paths.
    case items
    case folder(FilePath, parent: Int?, section: Int)
    case listing(FolderListing, folder: Int, section: Int, hasFirst: Bool)
    case clips(SortedNames, folder: Int, section: Int)
    case folders(SortedNames, folder: Int, section: Int)
    case entries([Playlist.Entry], next: Int, section: Int)
    case list(PathList, offset: Int, name: FilePath)
    case pages(any PagedSource, RemoteAddress, section: Int)
  }

  /// The paths that brought an error, in the order they were looked at.
  private(set) var problems: [FeedProblem] = []
  /// The folders that are watched, by the kernel's number.
  var watches: [Int32: (folder: Int, section: Int)] = [:]
  var stack: [Pending] = []
  /// The folders read for each argument: a link back to one of them ends there.
  private var visited: [Int: Set<FileIdentity>] = [:]
  private var identities: [Int: FileIdentity] = [:]
  /// What sources in pages have brought: pages overlap when something new comes before them.
  private var seen: Set<Int> = []
  /// The sources in pages that were opened, to be read anew.
  private(set) var sources: [RemoteAddress: any PagedSource]
  private var nextSection = 0
  /// Folders that hold items of lists, by their path.
  private var namedFolders: [FilePath: Int] = [:]
  private let options: FeedOptions
  private let watch: FolderWatch
  private let standardInput: PathList?

  private static let largestList = 64 << 20
  /// Names taken at once, so that a step stays short.
  private static let batch = 256
  /// What the system grants a user is more than that, and other programs want some, too.
  private static let mostWatches = 8_192

  /// Creates a walker over paths.
  ///
  /// - Parameters:
  ///   - paths: As given.
  ///   - pinned: A file's name in the folder that is the only path.
  ///   - options: What to find.
  ///   - watch: Told of each folder.
  ///   - standardInput: What `-` stands for.
  ///   - sources: Sources that are open already.
  init(
    paths: [FilePath], pinned: [UInt8]? = nil, options: FeedOptions, watch: FolderWatch,
    standardInput: PathList?, sources: [RemoteAddress: any PagedSource] = [:]
  ) {
    self.sources = sources
    self.options = options
    self.watch = watch
    self.standardInput = standardInput
    let arguments =
      (options.items == nil ? [] : [Pending.items])
      + paths.map { .argument($0, pinned: pinned) } + options.pathLists.map { .pathList($0) }
    stack = options.isReversed ? arguments : arguments.reversed()
  }

  /// Whether all folders there are at the moment have been read.
  var hasReadFolders: Bool {
    switch stack.last {
    case nil, .list, .pages: true
    case .argument, .pathList, .items, .folder, .listing, .clips, .folders, .entries: false
    }
  }

  /// The section of the source in pages that is being read; -1 if there is none.
  var pagesSection: Int {
    if case .pages(_, _, let section) = stack.last { section } else { -1 }
  }

  /// Does the next piece of work: at most one folder or list is read.
  mutating func step(_ table: inout ItemTable) -> Step {
    switch stack.popLast() {
    case nil: return .finished
    case .argument(let path, let pinned): open(path, pinned: pinned, &table)
    case .pathList(let path): openList(path, &table)
    case .items:
      nextSection += 1
      let items = options.items?() ?? []
      for item in options.isReversed ? items.reversed() : items {
        add(item, section: nextSection, &table)
      }
    case .folder(let path, let parent, let section):
      // Sub-folders that cannot be read are left out: nobody asked for them by name.
      _ = list(path, pinned: nil, parent: parent, section: section, &table)
    case .listing(let listing, let folder, let section, let hasFirst):
      read(listing, folder, section, hasFirst: hasFirst, &table)
    case .clips(var names, let folder, let section):
      names.take(Self.batch) { addFile($0, folder, section, &table) }
      if names.count > 0 { stack.append(.clips(names, folder: folder, section: section)) }
    case .folders(var names, let folder, let section):
      var path: FilePath?
      names.take(1) { path = table.path(ofFolder: folder).appending(FilePath(bytes: $0)) }
      guard let path else { break }
      stack.append(.folders(names, folder: folder, section: section))
      stack.append(.folder(path, parent: folder, section: section))
    case .entries(let entries, let next, let section):
      let end = min(next + Self.batch, entries.count)
      for entry in entries[next..<end] { add(entry, section: section, &table) }
      if end < entries.count { stack.append(.entries(entries, next: end, section: section)) }
    case .list(let list, let offset, let name): return read(list, offset, name, &table)
    case .pages(let source, let address, let section):
      stack.append(.pages(source, address, section: section))
      return .asking(source)
    }
    return .working
  }

  /// Takes what a source in pages has brought, after `asking`.
  ///
  /// - Returns: The error, if it stays where it is: the source may be asked again.
  mutating func take(
    _ result: Result<FoundPage, FeedError>, _ table: inout ItemTable
  ) -> FeedError? {
    guard case .pages(_, _, let section) = stack.last else { return nil }
    switch result {
    case .success(let page):
      for item in page.items where seen.insert(item.identityHash(in: section)).inserted {
        add(item, section: section, &table)
      }
      if !page.hasMore { stack.removeLast() }
      return nil
    case .failure(let error):
      guard stack.count > 1, error.reason != .cancelled else { return error }
      // What else was named is not kept waiting.
      stack.removeLast()
      let place = error.place.isEmpty ? "" : "\(error.place): "
      add(
        FoundItem(
          kind: .notice(
            Notice(
              title: "Cannot be read", detail: CleanText("\(place)\(error.summary)")))),
        section: section, &table)
      return nil
    }
  }

  private mutating func openList(_ path: FilePath, _ table: inout ItemTable) {
    if path == FilePath("-"), let standardInput {
      stack.append(.list(standardInput, offset: 0, name: path))
      return
    }
    let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else {
      let failure = errno
      nextSection += 1
      return report(.unreadable(failure), path, section: nextSection, &table)
    }
    let list = PathList(descriptor: descriptor, isZeroSeparated: options.isZeroSeparated)
    stack.append(.list(list, offset: 0, name: path))
  }

  private mutating func open(_ path: FilePath, pinned: [UInt8]?, _ table: inout ItemTable) {
    if path == FilePath("-"), standardInput != nil { return openList(path, &table) }
    nextSection += 1
    let section = nextSection
    let place = NamedPlace(path.bytes)
    if case .remote(let address) = place { return open(address, section: section, &table) }
    var path = path
    var status = stat()
    if path.withCString({ stat($0, &status) }) != 0 {
      let failure = errno
      switch place {
      // Not the file of this name, then, but the one its address stands for.
      case .path(let bytes) where bytes != path.bytes: path = FilePath(bytes: bytes)
      case .other: return report(.address, path, section: section, &table)
      default: return report(.unreadable(failure), path, section: section, &table)
      }
      guard path.withCString({ stat($0, &status) }) == 0 else {
        return report(.unreadable(errno), path, section: section, &table)
      }
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      if list(path, pinned: pinned, parent: nil, section: section, &table) { return }
      let failure = errno
      guard let pinned else {
        return report(.unreadable(failure), path, section: section, &table)
      }
      addNamed(path.appending(FilePath(bytes: pinned)), section: section, &table)
    case S_IFREG where PlaylistFile.isList(path):
      read(path, size: status.st_size, section: section, &table)
    default:
      // Whatever was asked for by name is a clip; what cannot be played says so on its page.
      addNamed(path, section: section, &table)
    }
  }

  private mutating func open(
    _ address: RemoteAddress, section: Int, _ table: inout ItemTable
  ) {
    let name = Array(address.target.prefix { $0 != "?" }.utf8)
    guard !ClipNames.isMedia(name), let openWeb = options.openWeb else {
      let clip = Clip(remote: address)
      return add(FoundItem(kind: .file(clip)), section: section, &table)
    }
    let source = sources[address] ?? openWeb(address)
    sources[address] = source
    stack.append(.pages(source, address, section: section))
  }

  /// - Returns: Whether the folder can be read; else `errno` says why.
  private mutating func list(
    _ path: FilePath, pinned: [UInt8]?, parent: Int?, section: Int, _ table: inout ItemTable
  ) -> Bool {
    // First watched, then read: what comes between is seen twice rather than never.
    let watch = watches.count < Self.mostWatches ? watch.add(path) : nil
    let rule = FolderListing.Rule(
      includesHidden: options.includesHidden, isReversed: options.isReversed, pinned: pinned)
    guard
      let listing = FolderListing(
        path, rule: rule, visited: &visited[section, default: []])
    else { return errno == 0 }
    let letters = parent.map { table.letters(ofFolder: $0) + path.lastComponent } ?? []
    let folder = table.addFolder(path, in: parent, letters: letters)
    identities[folder] = listing.identity
    if let watch { watches[watch] = (folder, section) }
    stack.append(.listing(listing, folder: folder, section: section, hasFirst: false))
    return true
  }

  private mutating func read(
    _ listing: FolderListing, _ folder: Int, _ section: Int, hasFirst: Bool,
    _ table: inout ItemTable
  ) {
    // The first name alone is found without sorting the others.
    if !hasFirst, options.sort == .name, let name = listing.firstClip() {
      name.withUnsafeBufferPointer { addFile($0, folder, section, &table) }
      stack.append(.listing(listing, folder: folder, section: section, hasFirst: true))
      return
    }
    var (clips, folders) = listing.sorted()
    if hasFirst { clips.take(1) { _ in } }
    let parts: [Pending] = [
      .folders(folders, folder: folder, section: section),
      .clips(clips, folder: folder, section: section),
    ]
    stack += options.isReversed ? parts.reversed() : parts
  }

  private mutating func read(
    _ list: PathList, _ offset: Int, _ name: FilePath, _ table: inout ItemTable
  ) -> Step {
    var offset = offset
    switch list.read(from: &offset) {
    case .path(let bytes):
      stack.append(.list(list, offset: offset, name: name))
      open(FilePath(bytes: bytes), pinned: nil, &table)
    case .waiting:
      stack.append(.list(list, offset: offset, name: name))
      return .waiting(list)
    case .end: break
    case .malformed:
      nextSection += 1
      report(.notPaths, name, section: nextSection, &table)
    case .failed(let number):
      nextSection += 1
      report(.unreadable(number), name, section: nextSection, &table)
    }
    return .working
  }

  private mutating func read(
    _ path: FilePath, size: Int, section: Int, _ table: inout ItemTable
  ) {
    guard size <= Self.largestList else {
      return report(.tooLarge, path, section: section, &table)
    }
    guard let bytes = PlaylistFile.read(path, limit: Self.largestList) else {
      return report(.unreadable(errno), path, section: section, &table)
    }
    do {
      let entries = try Playlist(bytes, folder: path.parent).entries
      stack.append(
        .entries(options.isReversed ? entries.reversed() : entries, next: 0, section: section))
    } catch {
      report(.stream, path, section: section, &table)
    }
  }

  private mutating func add(
    _ entry: Playlist.Entry, section: Int, _ table: inout ItemTable
  ) {
    switch entry.location {
    case .remote(let address):
      var clip = Clip(remote: address)
      if let title = entry.title { clip.title = title }
      add(FoundItem(kind: .file(clip)), section: section, &table)
    case .file(let path):
      guard let title = entry.title else { return addNamed(path, section: section, &table) }
      let clip = Clip(location: .file(path), title: title)
      add(FoundItem(kind: .file(clip)), section: section, &table)
    case .address(let address):
      let notice = Notice(
        title: entry.title ?? "An address that is not opened",
        detail: "\(address): only http and https addresses are opened")
      add(FoundItem(kind: .notice(notice)), section: section, &table)
    }
  }

  /// Adds a file that was named by its path.
  private mutating func addNamed(
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
    name.withUnsafeBufferPointer { addFile($0, folder, section, &table) }
  }

  private func addFile(
    _ name: UnsafeBufferPointer<UInt8>, _ folder: Int, _ section: Int,
    _ table: inout ItemTable
  ) {
    var rank = OrderRank.last
    switch options.sort {
    case .name: break
    case .shuffle(let seed):
      rank = OrderRank.chance(
        seed: seed, table.letters(ofFolder: folder) + name, isReversed: options.isReversed)
    case .date, .size, .duration:
      rank = self.rank(table.path(ofFolder: folder).appending(FilePath(bytes: name)))
    }
    table.addFile(name, in: folder, section: section, rank: rank)
  }

  private func add(_ item: FoundItem, section: Int, _ table: inout ItemTable) {
    let reversed = options.isReversed
    let value: Double? =
      switch options.sort {
      case .name: nil
      case .shuffle: nil
      case .date: item.facts?.date
      case .size: item.facts?.size.map(Double.init)
      case .duration: item.facts?.duration
      }
    var rank = value.map { OrderRank.most($0, isReversed: reversed) }
    if case .shuffle(let seed) = options.sort {
      rank = OrderRank.chance(
        seed: seed, FeedItem(id: ItemID(rawValue: 0), kind: item.kind).title.string.utf8,
        isReversed: reversed)
    } else if rank == nil, options.sort != .name, let path = item.kind.filePath {
      rank = self.rank(path)
    }
    table.addItem(item, section: section, rank: rank ?? OrderRank.last)
  }

  /// By what a file is sorted if that is something of the file itself.
  private func rank(_ path: FilePath) -> UInt64 {
    let value: Double?
    if options.sort == .duration {
      value = options.duration?(path)
    } else {
      var status = stat()
      guard path.withCString({ stat($0, &status) }) == 0 else { return OrderRank.last }
      value =
        options.sort == .size
        ? Double(status.st_size)
        : Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) * 1e-9
    }
    guard let value, value.isFinite else { return OrderRank.last }
    return OrderRank.most(value, isReversed: options.isReversed)
  }

  private mutating func report(
    _ reason: FeedProblem.Reason, _ path: FilePath, section: Int, _ table: inout ItemTable
  ) {
    let problem = FeedProblem(path: path, reason: reason)
    problems.append(problem)
    add(FoundItem(kind: .notice(problem.notice)), section: section, &table)
  }
}

extension FeedWalker {
  /// Reads a folder that has come to be in another one, with all that is in it.
  mutating func readAdded(
    _ path: FilePath, in parent: Int, section: Int, _ table: inout ItemTable
  ) {
    let rest = stack
    stack = [.folder(path, parent: parent, section: section)]
    while case .working = step(&table) {}
    stack = rest
  }

  /// Forgets folders that have gone, which may come again elsewhere.
  mutating func forget(_ folders: Set<Int>) {
    for (watch, place) in watches where folders.contains(place.folder) {
      self.watch.remove(watch)
      watches[watch] = nil
    }
    for folder in folders {
      guard let identity = identities.removeValue(forKey: folder) else { continue }
      for section in visited.keys { visited[section]?.remove(identity) }
    }
  }

  /// Adds a file that has come to be in a folder.
  mutating func addAdded(
    _ name: [UInt8], in folder: Int, section: Int, _ table: inout ItemTable
  ) {
    name.withUnsafeBufferPointer { addFile($0, folder, section, &table) }
  }
}

extension FoundItem {
  /// A number that tells items of a section apart.
  fileprivate func identityHash(in section: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(section)
    let item = FeedItem(id: ItemID(rawValue: 0), kind: kind, entry: entry, facts: facts)
    if let key = item.key { hasher.combine(key) } else { hasher.combine(kind) }
    return hasher.finalize()
  }
}

extension FeedError {
  /// What happened, in a few words.
  var summary: String {
    if !detail.isEmpty { return detail.string }
    return switch reason {
    case .notFound: "not found"
    case .noPermission: "no permission"
    case .unreachable: "the server cannot be reached"
    case .timedOut: "no answer in time"
    case .server(let status): "the server answers with status \(status)"
    case .notAFeed: "no feed, list or clip"
    case .damaged: "damaged"
    case .tooLarge: "too large"
    case .refused: "not opened"
    case .cancelled: "cancelled"
    case .system(let number): String(cString: strerror(number))
    }
  }
}
