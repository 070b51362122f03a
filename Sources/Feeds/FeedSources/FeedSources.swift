import Clients
import FeedCore
import Glibc
import Models
import Platform

/// Makes feeds of folders, files, lists and addresses.
package enum FeedSources {
  /// Looks just far enough to know that there is a feed, and where it begins.
  ///
  /// A folder is a feed of the clips in it and in its sub-folders. A single file opens its
  /// folder's feed at that file, which costs no search at all. A list in the M3U format is a feed
  /// of its entries; `-` is a list of paths from standard input. Several paths make one feed, in
  /// the order given.
  ///
  /// What only the web, or a long search, can tell is not waited for: the feed then opens at a
  /// notice, which is deleted when the first item is inserted in its place.
  ///
  /// Reads folders and standard input on the calling thread: to be called before the terminal is
  /// taken.
  ///
  /// - Parameters:
  ///   - paths: As given on the command line; none stands for the current folder, unless there are
  ///     lists of paths.
  ///   - options: What to find and where to open.
  /// - Returns: The feed, or what was looked for in vain (exit status 66).
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
      switch search.state {
      case .finished:
        guard search.first == nil else { break }
        return .failure(
          request.failure(
            problems: search.walker.problems, start: search.startProblem))
      case .waiting(let list):
        search.chooseFirstOfSome()
        if search.first != nil { break }
        // Nothing can be shown before the first path; an order has to wait for the last one.
        let canShow = search.isDeferred && search.index.count > 0
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
    guard let first = (search.first ?? placeholder).flatMap({ search.index.item($0) }) else {
      return .failure(request.failure(problems: search.walker.problems, start: nil))
    }
    let mailbox = FeedMailbox()
    mailbox.provide(FeedLoop(search: search, placeholder: placeholder))
    return .success(FeedOpening(first, placeholder: first, .live(mailbox)))
  }

  /// Opens a feed that has a clip for certain, and goes on looking for the first one.
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

  /// How many items are found before the first of a feed in random order is chosen among them.
  private static let largestSample = 4_096
}

extension FeedSearch {
  /// Whether all that is left to do is to find the first of the many clips of a folder.
  fileprivate var isAtLargeFolder: Bool {
    guard case .listing(let listing, _, _, hasFirst: false) = walker.stack.last else {
      return false
    }
    return opensAtBeginning && listing.isLargeWithClip
  }

  /// Chooses the item to open at in an order of chance, where any will do.
  fileprivate mutating func chooseFirstOfSome() {
    if case .shuffle = request.options.sort { chooseFirst() }
  }

  /// Adds a notice to be shown as long as the item to open at is not known.
  fileprivate mutating func addPlaceholder() -> ItemID {
    let notice: Notice =
      if let address = walker.pages?.address {
        Notice(title: .localized("Opening a feed"), detail: CleanText("\(address)"))
      } else {
        Notice(
          title: .localized("Sorting the feed"),
          detail: .localized("Starts when all clips are read."))
      }
    return addPlaceholder(notice)
  }
}
