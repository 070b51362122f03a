import Clients
import FeedCore
import Glibc
import Models
import Platform

/// The body of the feed's thread: searches, answers requests, and follows changes.
///
/// Nothing is shared; it lives on the thread's stack.
struct FeedLoop: Sendable {
  /// A request that cannot be answered yet.
  private struct Waiting {
    let question: FeedQuestion<FeedBatch>
    let request: FeedBatchRequest
    let since: Double
  }

  var search: FeedSearch
  /// The notice shown until the item to open at is known.
  private var placeholder: ItemID?
  /// The notice that was replaced with a clip whose place is not known yet.
  private var replaced: ItemID?
  /// When the feed opens although names are arriving, in host time.
  private var earlyTime: Double?
  /// When it opens although its order is not known, in host time.
  private var sortTime: Double?
  private var waiting: [Waiting] = []
  private var streams: [AsyncStream<[FeedChange]>.Continuation] = []
  /// Whether anybody has looked at changes.
  private var isObserved = false
  /// How many changes are kept until somebody looks at them.
  private static let mostKept = 1_000
  /// Differences that were not reported yet.
  var changes: [FeedChange] = []
  private var refreshes: [FeedQuestion<Void>] = []
  private var rescan: FeedRescan?
  /// The pending request to a paged source.
  private var asking: (number: Int, task: Task<Void, Never>)?
  private var questionCount = 0
  private var factThread: FactThread?
  private var isReadingFacts = false
  /// Whether names have come from another machine since a list of them failed.
  private var hasLine = false
  /// Lists that broke off since one was complete.
  private var brokenLists = 0
  /// The source failed, and has not been asked since.
  private var hasFailed = false
  var touched = TouchedEntries()
  var versions = FileVersions()

  /// How long a search runs before it checks its messages, in seconds.
  private static let slice = 0.02
  private static let shortSlice = 0.002

  init(search: FeedSearch, placeholder: ItemID?) {
    self.search = search
    self.placeholder = placeholder
  }

  var places: IndexPlaces {
    var places = search.index.places
    places.total += max(search.walker.listedFar - (search.pinned == nil ? 0 : 1), 0)
    return places
  }

  private var patience: Double { search.request.options.patience }

  mutating func run(_ mailbox: FeedMailbox) {
    while let mail = mailbox.take() {
      read(mail)
      work(until: HostTime.now + (waiting.isEmpty ? Self.slice : Self.shortSlice))
      openEarly()
      takePlace()
      followChanges()
      // First, so that observers of a change see the current positions.
      mailbox.publish(places)
      notify()
      answer()
      ask(mailbox)
      readFacts(mailbox)
      wait(mailbox)
    }
    asking?.task.cancel()
    let cancelled = FeedError(.cancelled, place: "")
    for waiting in waiting { waiting.question.keep(.failure(cancelled)) }
    for refresh in refreshes { refresh.keep(.failure(cancelled)) }
    for stream in streams { stream.finish() }
  }

  private mutating func read(_ mail: [FeedMailbox.Mail]) {
    for mail in mail {
      switch mail {
      case .page(let question, let request):
        hasFailed = false
        // Before the positions are published: the items of a batch can be looked up at once.
        select(for: request)
        waiting.append(Waiting(question: question, request: request, since: HostTime.now))
      case .sections(let question, let filter):
        search.index.select(filter)
        question.keep(
          .success(
            search.index.sections(
              filter, by: search.request.options.group, timeZone: WallClock.timeZone)))
      case .refresh(let question): refreshes.append(question)
      case .subscribe(let stream):
        streams.append(stream)
        isObserved = true
      case .found(let result, let number):
        guard asking?.number == number else { continue }
        asking = nil
        take(result)
      case .reconsider(let reviews, let isOnScreen):
        changes += search.index.reconsider(reviews, isOnScreen: isOnScreen)
      case .countVerdicts: search.index.countVerdicts()
      case .known(let facts, let request):
        isReadingFacts = false
        changes += search.take(facts, for: request)
      }
    }
  }

  // MARK: - Searching

  private mutating func work(until deadline: Double) {
    if canRescan {
      touched = TouchedEntries()
      search.walker.hasMissedChanges = false
      rescan = FeedRescan(search)
    }
    repeat {
      // Moved, not copied.
      if var rescan = self.rescan.take() {
        if rescan.step() { return finish(rescan) }
        let isWaiting = rescan.source != nil
        self.rescan = rescan
        if isWaiting { return }
      } else {
        switch search.state {
        case .working: changes += search.step()
        case .waiting(let list) where list.isReadable: changes += search.step()
        case .waiting, .asking, .finished: return
        }
      }
    } while HostTime.now < deadline
  }

  /// Whether differences are awaited, and enough is known to find them.
  private var canRescan: Bool {
    // Names that are on their way belong to the folder that the search is in.
    guard rescan == nil, asking == nil || !search.walker.isListingFar,
      touched.isOverflow || !refreshes.isEmpty || search.walker.hasMissedChanges
    else { return false }
    if case .working = search.state { return false }
    return search.index.isComplete || !search.isDeferred
  }

  /// Whether changes of files can be told apart from what the search has yet to find.
  var canFollowChanges: Bool {
    rescan == nil && search.walker.hasReadFolders
      && (search.index.isComplete || !search.isDeferred)
  }

  private mutating func finish(_ rescan: FeedRescan) {
    changes += search.adopt(rescan.walker, rescan.table, isFinished: rescan.isFinished)
    changes += reloads(of: versions.changed())
    for refresh in refreshes {
      refresh.keep(rescan.failure.map { .failure($0) } ?? .success(()))
    }
    refreshes = []
  }

  /// Adds the response of a paged source.
  private mutating func take(_ result: Result<FoundPage, FeedError>) {
    if rescan != nil {
      guard let error = rescan?.take(result, in: search.index) else { return }
      rescan = nil
      for refresh in refreshes { refresh.keep(.failure(error)) }
      refreshes = []
      return
    }
    let isFar = search.walker.isListingFar
    guard let error = search.take(result) else {
      hasLine = isFar
      // It is complete, or skipped.
      if (try? result.get())?.hasMore != true { brokenLists = 0 }
      return
    }
    // The source waits for the line, but not for ever.
    if isFar, hasLine, error.isOfLine, brokenLists < FeedWalker.maxBrokenLists {
      (hasLine, brokenLists) = (false, brokenLists + 1)
      return
    }
    hasFailed = true
    answer(error)
    if let placeholder {
      changes.append(.reload(FeedItem(id: placeholder, kind: .notice(Notice(error)))))
    }
  }

  /// Opens the feed when the names of a folder on another machine have been arriving for a while.
  private mutating func openEarly() {
    guard search.canOpenEarly else { return }
    let time = earlyTime ?? HostTime.now + search.request.options.namePatience
    earlyTime = time
    guard time <= HostTime.now else { return }
    search.openEarly()
    // Once: waiting for it, the loop would spin.
    earlyTime = .infinity
  }

  /// Replaces the notice with the first item, once that is known.
  private mutating func takePlace() {
    if let replaced, search.pinned == nil {
      self.replaced = nil
      search.index.retire(replaced, before: search.first)
    }
    guard let placeholder else { return }
    if awaitsOrder {
      let time = sortTime ?? HostTime.now + search.request.options.sortPatience
      sortTime = time
      guard time <= HostTime.now else { return }
    }
    search.chooseSorted()
    let isDecided = search.index.isComplete && !search.awaitsFacts
    let isFilteredOut = !search.match.conditions.isEmpty
    if let first = search.first
      ?? (isDecided && !isFilteredOut ? search.index.liveItems.first : nil),
      let item = search.index.item(first),
      places.position(of: first) != nil || search.pinned == first
    {
      self.placeholder = nil
      if search.pinned == first {
        replaced = placeholder
      } else {
        search.index.retire(placeholder, before: first)
      }
      changes += [.insert(item, after: placeholder), .delete(placeholder)]
    } else if isDecided {
      self.placeholder = nil
      search.index.retire(placeholder, before: nil)
      let notice = Notice(
        title: .localized("No clips found"), detail: .localized("Nothing to play."))
      changes.append(.reload(FeedItem(id: placeholder, kind: .notice(notice))))
    }
  }

  /// Whether what is found may be sorted in time to open at what comes first, as on a disk.
  private var awaitsOrder: Bool {
    placeholder != nil && search.first != nil && search.awaitsFarOrder
  }

  // MARK: - Answering

  /// - Parameter error: Why no more will be found.
  private mutating func answer(_ error: FeedError? = nil) {
    guard !waiting.isEmpty else { return }
    var rest: [Waiting] = []
    for entry in waiting where !entry.question.isKept {
      select(for: entry.request)
      // What comes after the notice is known when it is replaced.
      if error == nil, let placeholder, entry.request.cursor == .item(placeholder) {
        rest.append(entry)
        continue
      }
      // The clip in its place, whose neighbours are not known yet.
      if let replaced, entry.request.cursor == .item(replaced), entry.request.isInclusive,
        entry.request.filter == .none, let item = search.pinned.flatMap({ search.index.item($0) })
      {
        resolve(entry.question, FeedBatch(items: [item], isLast: false))
        continue
      }
      switch search.index.answer(entry.request) {
      case .page(let page): resolve(entry.question, page)
      case .partial(let page) where error != nil || HostTime.now > entry.since + patience:
        resolve(entry.question, page)
      case .partial, .nothing:
        if let error { entry.question.keep(.failure(error)) } else { rest.append(entry) }
      }
    }
    waiting = rest
  }

  /// Puts the filter of a request in force. Looking up one item changes nothing: what a filter still
  /// has to read goes on.
  private mutating func select(for request: FeedBatchRequest) {
    if case .content = request.cursor, request.filter == .none { return }
    search.index.select(request.filter)
  }

  private mutating func resolve(_ question: FeedQuestion<FeedBatch>, _ page: FeedBatch) {
    question.keep(.success(page))
    for item in page.items { versions.note(item) }
  }

  /// Asks a paged source for its next batch, if one is needed.
  private mutating func ask(_ mailbox: FeedMailbox) {
    guard asking == nil else { return }
    let source: any PagedSource
    var isNew = false
    if let wanted = rescan?.source {
      source = wanted
      isNew = rescan?.beginsAnew() ?? false
    } else if case .asking(let next) = search.state, rescan == nil, !hasFailed,
      !waiting.isEmpty || search.isDeferred || placeholder != nil || search.walker.isListingFar
    {
      source = next
    } else {
      return
    }
    questionCount += 1
    let number = questionCount
    let task = Task { [isNew, weak mailbox] in
      if isNew { await source.rewind() }
      let result = await source.next()
      mailbox?.post(.found(result, question: number))
    }
    asking = (number, task)
  }

  /// Starts reading facts, a few at a time.
  private mutating func readFacts(_ mailbox: FeedMailbox) {
    guard !isReadingFacts, let request = search.index.factRequest else { return }
    let thread = factThread ?? FactThread(search.request.options.facts, mailbox)
    factThread = thread
    isReadingFacts = true
    thread.read(request)
  }

  private mutating func notify() {
    guard !changes.isEmpty else { return }
    // Whoever looks at them first may have asked for a batch before.
    guard isObserved else {
      if changes.count > Self.mostKept { changes = [.rearranged] }
      return
    }
    let changes = changes
    self.changes = []
    streams = streams.filter { stream in
      if case .terminated = stream.yield(changes) { false } else { true }
    }
  }

  // MARK: - Waiting

  private mutating func wait(_ mailbox: FeedMailbox) {
    var descriptors = [mailbox.wakeup.fileDescriptor, search.request.watch.descriptor]
    var timeout = touched.timeout
    if let since = waiting.map(\.since).min() {
      // A request whose batch is not complete yet is checked again when its time is up.
      let rest = since + patience - HostTime.now
      if rest > 0 { timeout = min(timeout ?? rest, rest) }
    }
    if search.canOpenEarly, let earlyTime {
      timeout = min(timeout ?? .infinity, max(earlyTime - HostTime.now, 0))
    }
    if awaitsOrder, let sortTime {
      timeout = min(timeout ?? .infinity, max(sortTime - HostTime.now, 0))
    }
    switch search.state {
    case _ where canRescan: timeout = 0
    case _ where rescan != nil: if rescan?.source == nil { timeout = 0 }
    case .working: timeout = 0
    case .waiting(let list): descriptors.append(list.descriptor)
    case .asking, .finished: break
    }
    if timeout == 0 {
      mailbox.wakeup.clear()
      return
    }
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let milliseconds = timeout.map { Int32(min(max($0, 0) * 1e3 + 1, 1e6)) } ?? -1
    _ = poll(&requests, nfds_t(requests.count), milliseconds)
    mailbox.wakeup.clear()
  }
}
