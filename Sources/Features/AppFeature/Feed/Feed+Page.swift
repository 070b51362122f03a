import Clients
import Composable
import Models

// The page on screen.
extension Feed.State {
  /// The feed is now on screen. The first item is shown without waiting.
  mutating func begin() -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.machineClient) var machineClient
    @Dependency(\.date) var date
    window.begin(at: date.seconds)
    // Before the first clip plays, because it may not.
    let opened = adoptOverview { $0.begin() }
    let first: Effect<Feed.Action>
    if currentID == nil {
      first = change { $0.open(Opening(cursor: .start, filter: $0.filter)) }
    } else {
      first = .merge(enter(after: prepare()), change { $0.grow() })
      beginVisit()
    }
    return .merge(
      tellLoopMode(),
      opened,
      first,
      .run { [feedClient] send in
        for await changes in feedClient.changes() { await send(.changed(changes)) }
      }
      .cancellable(id: Feed.CancelID.changes, cancelInFlight: true),
      .run { [machineClient] send in
        for await machines in machineClient.lost() { await send(.machinesLost(machines)) }
      }
      .cancellable(id: Feed.CancelID.machines, cancelInFlight: true),
      findMarks(of: items.elements.compactMap(\.item)), withTriage { $0.load() },
      adoptHints { $0.load() }, tellMode())
  }

  /// The clip on screen ended: depending on the loop mode, it has already restarted, the next one
  /// follows, or it stays.
  mutating func clipEnded() -> Effect<Feed.Action> {
    visit?.loops += 1
    guard loopMode != .one, overview == nil else { return .none }
    let before = currentID
    // The next clip follows as soon as it is found.
    let turned = pageWasSeen()
    if let before, currentID == before { window.pages[id: before]?.clip?.end() }
    return turned
  }

  /// The page was fully shown: with automatic paging, the next one follows.
  mutating func pageWasSeen() -> Effect<Feed.Action> {
    // A user who is on the way to another page goes there.
    guard loopMode == .feed, overview == nil, !window.isTurning else { return .none }
    return change(leaving: .end) { $0.swipe(1, isAutomatic: true) }
  }

  /// Tells the engine what happens at the end of a clip: in the overview, it repeats.
  func tellLoopMode() -> Effect<Feed.Action> {
    let mode = overview == nil ? loopMode : .one
    return .player { $0.setLoopMode(mode) }
  }

  /// The loop mode changed: a clip that stays at its end restarts in mode one; a page that advances
  /// by time in mode feed starts its timer.
  mutating func loopModeChanged() -> Effect<Feed.Action> {
    let tell = tellLoopMode()
    switch loopMode {
    case .one:
      // The engine starts it again.
      if let currentID { window.pages[id: currentID]?.clip?.leaveEnd() }
      return tell
    case .feed: return .merge(tell, adoptCurrent { $0.adoptClip { $0.stay() } })
    case .off: return tell
    }
  }

  /// Refreshes the source, and retries what failed on screen: on a notice at an end, and where the user
  /// has to log in, only that.
  mutating func refresh() -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    if case .notice(let direction) = currentID { return change { $0.retry(direction) } }
    if let login = logIn() { return login }
    guard refreshing == nil else { return retryClip() }
    refreshing = ChangeCount()
    return .merge(
      retryClip(),
      .run { [feedClient] send in await send(.refreshed(feedClient.refresh().error)) }
        .cancellable(id: Feed.CancelID.refresh, cancelInFlight: true))
  }

  /// The refresh ended: a batch that could not be read then may be available now.
  mutating func refreshEnded(_ error: FeedError?) -> Effect<Feed.Action> {
    let found = refreshing.take() ?? ChangeCount()
    if let error { return error.reason == .cancelled ? .none : show(.failed(.refresh, error)) }
    return .merge(
      show(.refreshed(found)), change { $0.retry(.forwards) + $0.retry(.backwards) })
  }

  mutating func take(_ changes: [FeedChange]) -> Effect<Feed.Action> {
    @Dependency(\.date) var date
    if overlay != nil { window.stay() }
    return change { $0.take(changes, at: date.seconds) }
  }

  /// Tells what changes mean to the user: the item on screen is about to go, or a refresh found more
  /// just after its end.
  mutating func announce(_ changes: [FeedChange]) -> Effect<Feed.Action> {
    // A notice only stands for what is to come.
    if let item = current?.item, item.key != nil, changes.contains(.delete(item.id)) {
      return show(.removed(item.title))
    }
    return .adopt(&self, \.toast, action: Feed.Action.toastCase) { $0.add(changes) }
  }

  /// Tells that a swipe is about to hit an end of the feed, once per visit of a page.
  mutating func announceEnd(_ swipes: Swipes) -> Effect<Feed.Action> {
    guard let end = window.end(against: swipes), end != visit?.reportedEnd else { return .none }
    visit?.reportedEnd = end
    let isFirstOfOthers =
      end == .backwards && triage.isOn && Triage.hidesJudged(filter)
      && review(of: currentItem).verdict == nil
    return show(isFirstOfOthers ? .firstUnreviewed : .end(end))
  }

  mutating func show(_ message: Toast.Message) -> Effect<Feed.Action> {
    .adopt(&self, \.toast, action: Feed.Action.toastCase) { $0.show(message) }
  }

  mutating func clearToast() -> Effect<Feed.Action> {
    .adopt(&self, \.toast, action: Feed.Action.toastCase) { $0.clear() }
  }

  /// Advances the spinner. During a long wait, shows the last available page.
  mutating func updateSpinner(_ event: Spinner.Event) -> Effect<Feed.Action> {
    let wait = spinner.reduce(
      event, id: Feed.CancelID.spinner, as: { Feed.Action.spinner($0) })
    return event == .delayElapsed ? .merge(wait, change { $0.turnToEdge() }) : wait
  }

  /// The program is about to end: leaves the page on screen and cancels all waits.
  mutating func leave() -> Effect<Feed.Action> {
    let ids: [Feed.CancelID] = [
      .changes, .machines, .page, .slot(.end(.forwards)), .slot(.end(.backwards)),
      .slot(.opening),
      .refresh,
      .place, .spinner,
    ]
    overview = nil
    (refreshing, spinner) = (nil, .hidden)
    window.stopWaiting()
    let recorded = endVisit(.quit)
    return .merge(
      .merge(ids.map { .cancel(id: $0) }), adoptExcerpts { $0.leave() },
      .cancel(id: Hints.CancelID.stay),
      .cancel(id: Sections.CancelID.reading), recorded, savePlace(),
      adoptCurrent { $0.pageLeft() }, clearToast())
  }
}
