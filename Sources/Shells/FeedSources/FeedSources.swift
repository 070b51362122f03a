import Clients
import Glibc
import Models

/// A feed of which the first item is known.
package struct FeedOpening: Sendable {
  /// The update the client's stream begins with: the feed opens at its first item.
  package let first: FeedUpdate
  /// Delivers the whole feed.
  package let client: FeedClient
}

/// Makes feeds of folders, files and lists.
package enum FeedSources {
  /// Looks just far enough to know that there is a feed, and where it begins.
  ///
  /// A folder is a feed of the clips in it and in its sub-folders. A single file opens its
  /// folder's feed at that file, which costs no search at all. A list in the M3U format is a feed
  /// of its entries. Several paths make one feed, in the order given.
  ///
  /// Reads folders on the calling thread: to be called before the terminal is taken.
  ///
  /// - Parameters:
  ///   - paths: As given on the command line; none stands for the current folder.
  ///   - options: What to find and where to open.
  /// - Returns: The feed, or what was looked for in vain (exit status 66).
  package static func open(
    paths: [FilePath], options: FeedOptions = FeedOptions()
  ) -> Result<FeedOpening, FeedFailure> {
    let request = FeedRequest(
      paths: paths.isEmpty ? [FilePath(".")] : paths, options: options)
    var scanner = request.scanner(generation: 0)
    var hasClip = false
    var updates: [FeedUpdate] = []
    // Notices alone are no feed; a bad path among good ones is a page of it.
    while !hasClip {
      switch scanner.advance() {
      case .working: continue
      case .update(let update):
        hasClip = update.hasClip
        updates.append(update)
      case .done:
        return .failure(
          request.failure(
            problems: scanner.problems, isStartMissing: scanner.isStartMissing))
      }
    }
    guard let first = updates.first else {
      return .failure(
        request.failure(
          problems: scanner.problems, isStartMissing: scanner.isStartMissing))
    }
    return .success(
      FeedOpening(
        first: first, client: .live(request: request, opened: (updates, scanner))))
  }
}

/// What a feed is made of.
struct FeedRequest: Sendable {
  let paths: [FilePath]
  let options: FeedOptions

  /// Begins a search.
  ///
  /// - Parameter generation: How many searches there were before: each numbers its items in a range
  ///   of its own, so that no number is ever used twice.
  /// - Returns: The search, at its beginning.
  func scanner(generation: Int) -> FeedScanner {
    let firstID = generation << 40
    guard let file = singleFile else {
      return FeedScanner(
        walker: FeedWalker(paths: paths, options: options),
        start: options.start.map(FeedScanner.Start.option) ?? .beginning, firstID: firstID)
    }
    let name = file.lastComponent
    let folder = file.parent
    return FeedScanner(
      walker: FeedWalker(paths: [folder], pinned: name, options: options),
      start: options.start.map(FeedScanner.Start.option)
        ?? .clip(folder.appending(FilePath(bytes: name))),
      firstID: firstID)
  }

  /// What to say when nothing was found.
  ///
  /// - Parameters:
  ///   - problems: The paths that could not be read.
  ///   - isStartMissing: Whether there are items, but not the one to open at.
  /// - Returns: A problem for each path.
  func failure(problems: [FeedProblem], isStartMissing: Bool) -> FeedFailure {
    let reason: FeedProblem.Reason =
      if isStartMissing {
        .noStart
      } else if options.match.isEmpty {
        .noClip
      } else {
        .noMatch(CleanText(String(decoding: options.match, as: UTF8.self)))
      }
    return FeedFailure(
      problems: paths.map { path in
        problems.first { $0.path == path }
          ?? FeedProblem(path: path, reason: namedOnly(in: path, unless: reason))
      })
  }

  /// Why there is no clip in a folder, told more precisely where it has something else to play.
  private func namedOnly(
    in path: FilePath, unless reason: FeedProblem.Reason
  ) -> FeedProblem.Reason {
    guard reason == .noClip else { return reason }
    let filter = NameFilter(includesHidden: options.includesHidden, match: [])
    return NamedFiles(in: path, filter: filter).map { .namedOnly($0) } ?? reason
  }

  /// The only path, if it is a file whose folder makes the feed.
  private var singleFile: FilePath? {
    guard paths.count == 1, let path = paths.first, !options.isOnly else { return nil }
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT != S_IFDIR,
      status.st_mode & S_IFMT != S_IFREG || !PlaylistFile.isList(path)
    else { return nil }
    return path
  }
}

extension FeedUpdate {
  /// Whether it brings something to play.
  fileprivate var hasClip: Bool {
    switch self {
    case .finished: false
    case .insert(let items, _):
      items.contains { item in
        if case .clip = item.kind { true } else { false }
      }
    }
  }
}
