import FeedCore
import Glibc
import Models

/// Walks through the paths given and all they hold, one small step at a time, in feed order.
///
/// In each folder its clips come first, then its folders, both in natural order: the first clip is
/// found without looking into any sub-folder.
struct FeedWalker {
  /// What a step has brought.
  enum Step: Hashable {
    case item(FeedItem.Kind)
    /// Nothing yet: a folder or list was opened.
    case working
    case finished
  }

  /// What is still to do.
  private enum Pending {
    /// A path from the command line; `pinned` names a file in it that always counts as a clip.
    case argument(FilePath, pinned: [UInt8]?)
    case folder(FilePath)
    case clips(in: FilePath, SortedNames)
    case folders(in: FilePath, SortedNames)
    case entries([Playlist.Entry], next: Int)
  }

  /// The paths that brought an error, in the order they were looked at.
  private(set) var problems: [FeedProblem] = []
  private var stack: [Pending] = []
  /// The folders read for the current argument: a link back to one of them ends there.
  private var visited: Set<FileIdentity> = []
  private let filter: NameFilter
  private let isReversed: Bool

  private static let largestList = 64 << 20

  /// Creates a walker over paths.
  ///
  /// - Parameters:
  ///   - paths: As given.
  ///   - pinned: A file's name in the folder that is the only path.
  ///   - options: What to find.
  init(paths: [FilePath], pinned: [UInt8]? = nil, options: FeedOptions) {
    filter = NameFilter(includesHidden: options.includesHidden, match: options.match)
    isReversed = options.isReversed
    let arguments = paths.map { Pending.argument($0, pinned: pinned) }
    stack = isReversed ? arguments : arguments.reversed()
  }

  /// Does the next piece of work: at most one folder or list is read.
  mutating func step() -> Step {
    switch stack.popLast() {
    case nil: return .finished
    case .argument(let path, let pinned): return open(path, pinned: pinned)
    case .folder(let path):
      // Sub-folders that cannot be read are left out: nobody asked for them by name.
      _ = list(path, pinned: nil)
      return .working
    case .clips(let folder, var names):
      guard let name = names.popFirst() else { return .working }
      stack.append(.clips(in: folder, names))
      return .item(.clip(Clip(file: folder.appending(FilePath(bytes: name)))))
    case .folders(let folder, var names):
      guard let name = names.popFirst() else { return .working }
      stack.append(.folders(in: folder, names))
      stack.append(.folder(folder.appending(FilePath(bytes: name))))
      return .working
    case .entries(let entries, let next):
      guard next < entries.count else { return .working }
      stack.append(.entries(entries, next: next + 1))
      return item(of: entries[next])
    }
  }

  private mutating func open(_ path: FilePath, pinned: [UInt8]?) -> Step {
    visited = []
    let place = NamedPlace(path.bytes)
    if case .remote(let address) = place { return item(of: Clip(remote: address)) }
    var path = path
    var status = stat()
    if path.withCString({ stat($0, &status) }) != 0 {
      let failure = errno
      switch place {
      // Not the file of this name, then, but the one its address stands for.
      case .path(let bytes) where bytes != path.bytes: path = FilePath(bytes: bytes)
      case .malformed: return report(.malformedAddress, path)
      case .other: return report(.address, path)
      default: return report(.unreadable(failure), path)
      }
      guard path.withCString({ stat($0, &status) }) == 0 else {
        return report(.unreadable(errno), path)
      }
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      if list(path, pinned: pinned) { return .working }
      let failure = errno
      guard let pinned else { return report(.unreadable(failure), path) }
      return .item(.clip(Clip(file: path.appending(FilePath(bytes: pinned)))))
    case S_IFREG where PlaylistFile.isList(path):
      return read(path, size: status.st_size)
    default:
      // Whatever was asked for by name is a clip; what cannot be played says so on its page.
      let isWanted = path.lastComponent.withUnsafeBufferPointer(filter.matches)
      return isWanted ? .item(.clip(Clip(file: path))) : .working
    }
  }

  private mutating func list(_ path: FilePath, pinned: [UInt8]?) -> Bool {
    guard
      let listing = FolderListing(
        path, filter: filter, isReversed: isReversed, pinned: pinned, visited: &visited)
    else { return false }
    let parts: [Pending] = [
      .folders(in: path, listing.folders), .clips(in: path, listing.clips),
    ]
    stack += isReversed ? parts.reversed() : parts
    return true
  }

  private mutating func read(_ path: FilePath, size: Int) -> Step {
    guard size <= Self.largestList else { return report(.tooLarge, path) }
    guard let bytes = PlaylistFile.read(path, limit: Self.largestList) else {
      return report(.unreadable(errno), path)
    }
    do {
      let entries = try Playlist(bytes, folder: path.parent).entries
      stack.append(.entries(isReversed ? entries.reversed() : entries, next: 0))
      return .working
    } catch {
      return report(.stream, path)
    }
  }

  private func item(of clip: Clip) -> Step {
    let isWanted = Array(clip.title.string.utf8).withUnsafeBufferPointer(filter.matches)
    return isWanted ? .item(.clip(clip)) : .working
  }

  private func item(of entry: Playlist.Entry) -> Step {
    switch entry.location {
    case .remote(let address):
      var clip = Clip(remote: address)
      if let title = entry.title { clip.title = title }
      return item(of: clip)
    case .file(let path):
      var clip = Clip(file: path)
      if let title = entry.title { clip.title = title }
      let isWanted =
        path.lastComponent.withUnsafeBufferPointer(filter.matches)
        || Array(clip.title.string.utf8).withUnsafeBufferPointer(filter.matches)
      return isWanted ? .item(.clip(clip)) : .working
    case .address(let address):
      return .item(
        .notice(
          Notice(
            title: entry.title ?? "An address that is not opened",
            detail: "\(address): only http and https addresses are opened")))
    }
  }

  private mutating func report(_ reason: FeedProblem.Reason, _ path: FilePath) -> Step {
    let problem = FeedProblem(path: path, reason: reason)
    problems.append(problem)
    return .item(.notice(problem.notice))
  }
}
