import Clients
import FeedCore
import Glibc
import Models
import Platform

/// What the feed's thread does: searches, answers questions for pages, and follows changes.
///
/// Nothing of it is shared; it lives on the thread's stack.
struct FeedLoop: Sendable {
  /// A question for a page that could not be answered yet.
  private struct Waiting {
    let question: FeedQuestion<FeedBatch>
    let request: FeedBatchRequest
    let since: Double
  }

  var search: FeedSearch
  /// The notice shown as long as the item to open at is not known.
  private var placeholder: ItemID?
  private var waiting: [Waiting] = []
  private var streams: [AsyncStream<[FeedChange]>.Continuation] = []
  /// What is different, and nobody has been told.
  var changes: [FeedChange] = []
  private var refreshes: [FeedQuestion<Void>] = []
  private var rescan: FeedRescan?
  /// The question that a source in pages is thinking about.
  private var asking: (number: Int, task: Task<Void, Never>)?
  private var questionCount = 0
  /// The source failed, and has not been asked for since.
  private var hasFailed = false
  var touched = TouchedEntries()
  var versions = FileVersions()

  /// How long a search goes on before it looks at its mail, in seconds.
  private static let slice = 0.02
  private static let shortSlice = 0.002

  init(search: FeedSearch, placeholder: ItemID?) {
    self.search = search
    self.placeholder = placeholder
  }

  var places: IndexPlaces { search.index.places }

  private var patience: Double { search.request.options.patience }

  /// The body of the thread.
  mutating func run(_ mailbox: FeedMailbox) {
    while let mail = mailbox.take() {
      read(mail)
      work(until: HostTime.now + (waiting.isEmpty ? Self.slice : Self.shortSlice))
      takePlace()
      followChanges()
      // First: whoever hears of a change finds things where they are by then.
      mailbox.publish(places)
      notify()
      answer()
      ask(mailbox)
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
        // Before the places are published: whoever has a page knows where its items stand.
        search.index.select(request.filter)
        waiting.append(Waiting(question: question, request: request, since: HostTime.now))
      case .refresh(let question): refreshes.append(question)
      case .subscribe(let stream): streams.append(stream)
      case .found(let result, let number):
        guard asking?.number == number else { continue }
        asking = nil
        take(result)
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
        case .working: search.step()
        case .waiting(let list) where list.isReadable: search.step()
        case .waiting, .asking, .finished: return
        }
      }
    } while HostTime.now < deadline
  }

  /// Whether somebody wants to know what is different, and enough is known for that.
  private var canRescan: Bool {
    guard rescan == nil,
      touched.isOverflow || !refreshes.isEmpty || search.walker.hasMissedChanges
    else { return false }
    if case .working = search.state { return false }
    return search.index.isComplete || !search.isDeferred
  }

  /// Whether what happens to files can be told from what the search has still to find.
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

  /// What a source in pages has brought.
  private mutating func take(_ result: Result<FoundPage, FeedError>) {
    if rescan != nil {
      guard let error = rescan?.take(result, in: search.index) else { return }
      rescan = nil
      for refresh in refreshes { refresh.keep(.failure(error)) }
      refreshes = []
      return
    }
    guard let error = search.take(result) else { return }
    hasFailed = true
    answer(error)
    if let placeholder {
      changes.append(.reload(FeedItem(id: placeholder, kind: .notice(Notice(error)))))
    }
  }

  /// Puts the first item in place of the notice, as soon as it is known.
  private mutating func takePlace() {
    guard let placeholder else { return }
    if let first = search.first ?? (search.index.isComplete ? search.index.liveItems.first : nil),
      let item = search.index.item(first), places.position(of: first) != nil
    {
      self.placeholder = nil
      search.index.retire(placeholder, before: first)
      changes += [.insert(item, after: placeholder), .delete(placeholder)]
    } else if search.index.isComplete {
      self.placeholder = nil
      search.index.retire(placeholder, before: nil)
      let notice = Notice(
        title: .localized("No clips found"), detail: .localized("Nothing to play."))
      changes.append(.reload(FeedItem(id: placeholder, kind: .notice(notice))))
    }
  }

  // MARK: - Answering

  /// - Parameter error: Why no more is found.
  private mutating func answer(_ error: FeedError? = nil) {
    guard !waiting.isEmpty else { return }
    var rest: [Waiting] = []
    for entry in waiting where !entry.question.isKept {
      search.index.select(entry.request.filter)
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

  private mutating func resolve(_ question: FeedQuestion<FeedBatch>, _ page: FeedBatch) {
    question.keep(.success(page))
    for item in page.items { versions.note(item) }
  }

  /// Asks a source in pages for the next one, if somebody waits for it.
  private mutating func ask(_ mailbox: FeedMailbox) {
    guard asking == nil else { return }
    let source: any PagedSource
    var isNew = false
    if let wanted = rescan?.source {
      source = wanted
      isNew = rescan?.beginsAnew() ?? false
    } else if case .asking(let next) = search.state, rescan == nil, !hasFailed,
      !waiting.isEmpty || search.isDeferred || placeholder != nil
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

  /// Tells those who listen what is different.
  private mutating func notify() {
    guard !changes.isEmpty else { return }
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
      // A question whose answer is not whole yet is looked at again when its patience ends.
      let rest = since + patience - HostTime.now
      if rest > 0 { timeout = min(timeout ?? rest, rest) }
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
