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
    /// What is left of a list or feed.
    case members(any ListMembers, section: Int, ListPlace)
    /// A further page of a feed on disk, or a list that another one names.
    case document(FilePath, section: Int, ListPlace)
    case list(PathList, offset: Int, name: FilePath)
    case pages(any PagedSource, RemoteAddress, section: Int, ListPlace)
  }

  /// The paths that brought an error, in the order they were looked at.
  var problems: [FeedProblem] = []
  /// The folders that are watched, by the kernel's number.
  var watches: [Int32: (folder: Int, section: Int)] = [:]
  /// Whether a folder has changed before it was watched.
  var hasMissedChanges = false
  var stack: [Pending] = []
  /// What has been reached: a link back to a folder ends there, and so does a second way to it.
  var reached = ReachedFiles()
  /// By folder, the names that stand elsewhere in the feed, since an argument has named them before.
  var leftOut: [Int: Set<[UInt8]>] = [:]
  var identities: [Int: FileIdentity] = [:]
  /// What sources in pages have brought: pages overlap when something new comes before them.
  var seen: Set<Int> = []
  /// The sources in pages that were opened, to be read anew.
  var sources: [RemoteAddress: any PagedSource]
  /// The feeds and lists on disk that were read: pages may lead back to one of them.
  var documents: Set<FileIdentity> = []
  /// The lists of the web that were opened: lists may name each other in a circle.
  var webLists: Set<RemoteAddress> = []
  var nextSection = 0
  /// Folders that hold items of lists, by their path.
  var namedFolders: [FilePath: Int] = [:]
  let options: FeedOptions
  let watch: FolderWatch
  let standardInput: PathList?

  static let largestList = 64 << 20
  /// Names taken at once, so that a step stays short.
  static let batch = 256
  /// What the system grants a user is more than that, and other programs want some, too.
  static let maxWatches = 8_192

  /// Begins a search.
  ///
  /// - Parameters:
  ///   - request: What to find.
  ///   - sources: Sources that were opened by the search before.
  init(_ request: FeedRequest, reusing sources: [RemoteAddress: any PagedSource] = [:]) {
    self.sources = sources
    options = request.options
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

  /// Whether all folders there are at the moment have been read.
  var hasReadFolders: Bool {
    switch stack.last {
    case nil, .list, .pages: true
    case .argument, .pathList, .items, .folder, .listing, .clips, .folders, .members, .document:
      false
    }
  }

  /// The source in pages that is being read: its address, and whether a list has named it.
  var pages: (address: RemoteAddress, section: Int, isNested: Bool)? {
    guard case .pages(_, let address, let section, let place) = stack.last else { return nil }
    return (address, section, place.depth > 0)
  }

  /// Does the next piece of work: at most one folder or list is read.
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
      // Sub-folders that cannot be read are left out: nobody asked for them by name.
      try? list(path, pinned: nil, parent: parent, section: section, &table)
    case .listing(let listing, let folder, let section, let hasFirst):
      read(listing, folder, section, hasFirst: hasFirst, &table)
    case .clips(var names, let folder, let section):
      names.take(Self.batch) { addListed($0, folder, section, &table) }
      if names.count > 0 { stack.append(.clips(names, folder: folder, section: section)) }
    case .folders(var names, let folder, let section):
      var path: FilePath?
      names.take(1) { path = table.folders[folder].path.appending(FilePath(bytes: $0)) }
      guard let path else { break }
      stack.append(.folders(names, folder: folder, section: section))
      stack.append(.folder(path, parent: folder, section: section))
    case .members(let members, let section, let place):
      addSome(of: members, section: section, place, &table)
    case .document(let path, let section, let place):
      read(path, section: section, place, &table)
    case .list(let list, let offset, let name): return read(list, offset, name, &table)
    case .pages(let source, let address, let section, let place):
      stack.append(.pages(source, address, section: section, place))
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
      // What else was named is not kept waiting.
      stack.removeLast()
      add(FoundItem(kind: .notice(Notice(error, canRetry: true))), section: section, &table)
      return nil
    }
  }

  /// Adds what a source held the last time in place of what it cannot give now.
  mutating func takeAgain(_ items: [FoundItem], _ table: inout ItemTable) {
    guard case .pages(_, _, let section, _) = stack.popLast() else { return }
    for item in items where seen.insert(item.identityHash(in: section)).inserted {
      add(item, section: section, &table)
    }
  }
}

extension FoundItem {
  /// A number that tells items of a section apart.
  fileprivate func identityHash(in section: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(section)
    hasher.combine(identity)
    return hasher.finalize()
  }
}
