import FeedCore
import Glibc
import Models
import Network

/// Walks through the given paths and everything in them, in small steps, and writes what it finds
/// to a table, in feed order.
///
/// In each folder, clips come before folders, both in natural order: the first clip is found
/// without reading any subfolder.
struct FeedWalker: Sendable {
  /// The result of a step.
  enum Step {
    /// Possibly some rows of the table.
    case working
    /// A list of paths has nothing more to read at the moment.
    case waiting(PathList)
    /// A paged source must be asked for its next batch.
    case asking(any PagedSource)
    case finished
  }

  enum Pending: Sendable {
    /// A path from the command line; `pinned` names a file in it that always counts as a clip.
    case argument(FilePath, pinned: [UInt8]?)
    /// A file that lists paths, or `-`.
    case pathList(FilePath)
    /// Items given in place of paths.
    case items
    case folder(FilePath, parent: Int?, section: Int)
    case listing(FolderListing, folder: Int, section: Int, hasFirst: Bool)
    case clips(SortedNames, folder: Int, section: Int)
    case folders(SortedNames, folder: Int, section: Int)
    /// The rest of a playlist or feed.
    case members(any ListMembers, section: Int, ListPlace)
    /// A further page of a feed on disk, or a playlist named by another.
    case document(FilePath, section: Int, ListPlace)
    case list(PathList, offset: Int, name: FilePath)
    case pages(any PagedSource, RemoteAddress, section: Int, ListPlace)
    case far(FarListing)
  }

  /// The paths that failed, in the order they were read.
  var problems: [FeedProblem] = []
  /// The watched folders, by the kernel's number.
  var watches: [Int32: (folder: Int, section: Int)] = [:]
  /// Whether a folder changed before it was watched.
  var hasMissedChanges = false
  var stack: [Pending] = []
  /// What was reached: a link back to a folder ends there, and so does a second path to it.
  var reached = ReachedFiles()
  /// By folder, the names that are elsewhere in the feed, because an argument has named them
  /// before.
  var leftOut: [Int: Set<[UInt8]>] = [:]
  var identities: [Int: FileIdentity] = [:]
  /// What paged sources have returned: batches overlap when something new is inserted before them.
  var seen: Set<Int> = []
  /// The paged sources that were opened, to be reread.
  var sources: [RemoteAddress: any PagedSource]
  /// The feeds and playlists on disk that were read: pages may refer back to one of them.
  var documents: Set<FileIdentity> = []
  /// The web playlists that were opened: playlists may form a cycle.
  var webLists: Set<RemoteAddress> = []
  /// The folders on other machines that were read, and how many names they had.
  var farFolders: Set<RemoteAddress> = []
  var farNames = 0
  /// Those that are asked for before their turn.
  var farAhead: [RemoteAddress: any PagedSource] = [:]
  var nextSection = 0
  /// Folders of playlist items, by path.
  var namedFolders: [FilePath: Int] = [:]
  let options: FeedOptions
  /// Reads addresses in lists: of `sftp`, only those of hosts that the command line names.
  let addresses: AddressReader
  /// See `FeedRequest`.
  let farTarget: RemoteAddress?
  let watch: FolderWatch
  let standardInput: PathList?

  static let largestList = 64 << 20
  /// How many names are taken at once, so that a step stays short.
  static let batch = 256
  /// The system's limit per user is higher, but other programs need some, too.
  static let maxWatches = 8_192

  /// Starts a search.
  ///
  /// - Parameters:
  ///   - request: What to find.
  ///   - sources: Sources opened by the previous search.
  init(_ request: FeedRequest, reusing sources: [RemoteAddress: any PagedSource] = [:]) {
    self.sources = sources
    options = request.options
    farTarget = request.farTarget?.withoutSecrets
    addresses = .libcurl.readingSFTP(of: request.hosts)
    watch = request.watch
    standardInput = request.standardInput
    var paths = request.paths.map { Pending.argument($0, pinned: nil) }
    if let file = request.singleFile {
      let exists = (try? FileStatus(file, followsLinks: false)) != nil
      paths = [.argument(file.parent, pinned: exists ? file.lastComponent : nil)]
    }
    let arguments =
      (options.items == nil ? [] : [Pending.items])
      + paths + options.pathLists.map { .pathList($0) }
    stack = options.isReversed ? arguments : arguments.reversed()
  }

  /// Whether all current folders were read.
  var hasReadFolders: Bool {
    switch stack.last {
    case nil, .list, .pages: true
    case .argument, .pathList, .items, .folder, .listing, .clips, .folders, .members, .document,
      .far:
      false
    }
  }

  /// The paged source that is being read: its address, and whether a playlist named it.
  var pages: (address: RemoteAddress, section: Int, isNested: Bool)? {
    guard case .pages(_, let address, let section, let place) = stack.last else { return nil }
    return (address, section, place.depth > 0)
  }

  /// Takes the next step: reads at most one folder or playlist.
  mutating func step(_ table: inout ItemTable) -> Step {
    switch stack.popLast() {
    case nil: return .finished
    case .argument(let path, let pinned): open(path, pinned: pinned, isArgument: true, &table)
    case .pathList(let path): openList(path, &table)
    case .items:
      nextSection += 1
      let items = options.items?() ?? []
      for item in options.isReversed ? items.reversed() : items {
        add(item, section: nextSection, &table)
      }
    case .folder(let path, let parent, let section):
      // Unreadable subfolders are skipped: the user did not name them.
      try? list(path, pinned: nil, parent: parent, section: section, &table)
    case .listing(let listing, let folder, let section, let hasFirst):
      read(listing, folder, section, hasFirst: hasFirst, &table)
    case .clips(var names, let folder, let section):
      names.take(Self.batch) { addListed($0, folder, section, $1, &table) }
      if names.count > 0 { stack.append(.clips(names, folder: folder, section: section)) }
    case .folders(var names, let folder, let section):
      var name: [UInt8]?
      names.take(1) { found, _ in name = Array(found) }
      guard let name else { break }
      stack.append(.folders(names, folder: folder, section: section))
      if let address = table.folders[folder].address {
        listFar(address.appending(name), in: (folder, name), section: section, &table)
        askAhead(names, in: folder, table)
      } else {
        let path = table.folders[folder].path.appending(FilePath(bytes: name))
        stack.append(.folder(path, parent: folder, section: section))
      }
    case .members(let members, let section, let place):
      addSome(of: members, section: section, place, &table)
    case .document(let path, let section, let place):
      read(path, section: section, place, &table)
    case .list(let list, let offset, let name): return read(list, offset, name, &table)
    case .pages(let source, let address, let section, let place):
      stack.append(.pages(source, address, section: section, place))
      return .asking(source)
    case .far(let listing):
      stack.append(.far(listing))
      return .asking(listing.source)
    }
    return .working
  }

  /// Adds the response of a paged source, after `asking`.
  ///
  /// - Returns: The error, if the walk stays there: the source may be asked again.
  mutating func take(
    _ result: Result<FoundPage, FeedError>, _ table: inout ItemTable
  ) -> FeedError? {
    // Taken off, so that its names are not copied with each batch.
    if isListingFar, case .far(var listing) = stack.popLast() {
      return take(result, of: &listing, &table)
    }
    guard case .pages(_, _, let section, var place) = stack.last else { return nil }
    switch result {
    case .success(let page):
      let items = page.items.filter { seen.insert($0.identityHash(in: section)).inserted }
      if !page.hasMore { stack.removeLast() }
      place.isPublic = page.isPublic
      addSome(of: items[...], section: section, place, &table)
      return nil
    case .failure(let error):
      guard stack.count > 1, error.reason != .cancelled else { return error }
      // Other arguments do not wait for it.
      stack.removeLast()
      add(FoundItem(kind: .notice(Notice(error, canRetry: true))), section: section, &table)
      return nil
    }
  }

  /// Adds what a source had the last time, because it cannot be read now.
  mutating func takeAgain(_ items: [FoundItem], _ table: inout ItemTable) {
    guard case .pages(_, _, let section, _) = stack.popLast() else { return }
    for item in items where seen.insert(item.identityHash(in: section)).inserted {
      add(item, section: section, &table)
    }
  }
}

extension FoundItem {
  /// A number that identifies an item within a section.
  fileprivate func identityHash(in section: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(section)
    hasher.combine(identity)
    return hasher.finalize()
  }
}
