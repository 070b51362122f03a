import Clients
import FeedCore
import Glibc
import Models
import Platform

/// Makes feeds from folders, files, playlists and addresses.
package enum FeedSources {
  /// Reads just enough to know that there is a feed, and where it starts.
  ///
  /// A folder is a feed of the clips in it and in its subfolders. A single file opens its folder's
  /// feed at that file, without a search. An M3U playlist is a feed of its entries; `-` is a list
  /// of paths from standard input. Several paths make one feed, in the given order.
  ///
  /// It does not wait for the web or for a long search: the feed then opens at a notice, which is
  /// deleted when the first item is inserted in its place.
  ///
  /// Reads folders and standard input on the calling thread: call it before the terminal is taken.
  ///
  /// - Parameters:
  ///   - paths: As given on the command line; none means the current folder, unless there are lists
  ///     of paths.
  ///   - options: What to find and where to open.
  /// - Returns: The feed, or what was not found (exit status 66).
  package static func open(
    paths: [FilePath], options: FeedOptions = FeedOptions()
  ) -> Result<FeedOpening, FeedFailure> {
    let request = FeedRequest(paths: paths, options: options)
    if let list = request.standardInput, isatty(list.descriptor) == 1 {
      return .failure(
        FeedFailure(problems: [FeedProblem(path: FilePath("-"), reason: .terminal)]))
    }
    var search = FeedSearch(request)
    var placeholder: ItemID?
    let deadline = HostTime.now + options.sortPatience
    while search.first == nil, placeholder == nil {
      if search.isAtLargeFolder { return .success(openLater(search)) }
      search.step()
      if search.awaitsFacts, search.index.factRequest != nil {
        let isStuck = HostTime.now > deadline || !search.readFacts()
        if isStuck, search.first == nil { placeholder = search.addPlaceholder() }
        continue
      }
      switch search.state {
      case .finished:
        guard search.first == nil else { break }
        return .failure(
          request.failure(
            problems: search.walker.problems, start: search.startProblem))
      case .waiting(let list):
        search.chooseFirstOfSome()
        if search.first != nil { break }
        // Nothing can be shown before the first path; a sort order needs the last one.
        let canShow = (search.isDeferred || search.awaitsFacts) && search.index.count > 0
        if canShow, HostTime.now > deadline { placeholder = search.addPlaceholder() }
        list.wait(timeout: canShow ? options.sortPatience : nil)
      case .asking:
        search.chooseFirstOfSome()
        if search.first == nil { placeholder = search.addPlaceholder() }
      case .working:
        if search.index.count >= largestSample { search.chooseFirstOfSome() }
        if search.isDeferred, search.first == nil, HostTime.now > deadline {
          placeholder = search.addPlaceholder()
        }
      }
    }
    if placeholder == nil { search.sort(until: deadline) }
    guard let first = (search.first ?? placeholder).flatMap({ search.index.item($0) }) else {
      return .failure(request.failure(problems: search.walker.problems, start: nil))
    }
    let mailbox = FeedMailbox()
    mailbox.provide(FeedLoop(search: search, placeholder: placeholder))
    return .success(
      FeedOpening(first, placeholder: first, .live(mailbox), opensAtFirst: search.opensAtFirst))
  }

  /// Opens a feed that certainly has a clip, and continues to look for the first one.
  private static func openLater(_ search: FeedSearch) -> FeedOpening {
    var search = search
    let notice = Notice(
      title: .localized("Opening a large folder"),
      detail: .localized("Starts when all names are read."))
    let placeholder = search.addPlaceholder(notice)
    let mailbox = FeedMailbox()
    let opening = FeedOpening(
      nil, placeholder: FeedItem(id: placeholder, kind: .notice(notice)), .live(mailbox))
    let start = Lock(Optional(search))
    _ = WorkerThread(name: "feed-open") {
      guard var search = start.withLock({ $0.take() }) else { return }
      while search.first == nil, !search.index.isComplete { search.step() }
      let first = search.first.flatMap { search.index.item($0) }
      let isLate = first.map { opening.find($0) } ?? true
      mailbox.provide(FeedLoop(search: search, placeholder: isLate ? placeholder : nil))
    }
    return opening
  }

  /// How many items are found before the first of a shuffled feed is chosen among them.
  private static let largestSample = 4_096
}

extension FeedSearch {
  /// Whether only the first of a folder's many clips remains to be found.
  fileprivate var isAtLargeFolder: Bool {
    guard case .listing(let listing, _, _, hasFirst: false) = walker.stack.last else {
      return false
    }
    return opensAtBeginning && listing.isLargeWithClip
  }

  /// Chooses the item to open at in a shuffled feed, where any will do.
  fileprivate mutating func chooseFirstOfSome() {
    if case .shuffle = request.options.sort { chooseFirst() }
  }

  /// Adds a notice, shown until the item to open at is known.
  fileprivate mutating func addPlaceholder() -> ItemID {
    let notice: Notice =
      if let address = walker.askedAddress {
        Notice(
          title: walker.isListingFar
            ? .localized("Opening a folder") : .localized("Opening a feed"),
          detail: CleanText("\(address)"))
      } else {
        match.conditions.isEmpty
          ? Notice(
            title: .localized("Sorting the feed"),
            detail: .localized("Starts when all clips are read."))
          : Notice(
            title: .localized("Looking for matches"),
            detail: .localized("Starts at the first clip that matches."))
      }
    return addPlaceholder(notice)
  }
}
