import Clients
import Composable
import Models

// The page on screen.
extension Feed.State {
  /// The feed has come onto the screen. The first item waits for nobody.
  mutating func begin() -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    let first: Effect<Feed.Action>
    if currentID == nil {
      first = change { $0.open(Opening(cursor: .start, filter: $0.filter)) }
    } else {
      first = .merge(enter(after: prepare()), change { $0.grow() })
      beginVisit()
    }
    return .merge(
      .player { [loopMode] in $0.setLoopMode(loopMode) },
      first,
      .run { [feedClient] send in
        for await changes in feedClient.changes() { await send(.changed(changes)) }
      }
      .cancellable(id: Feed.CancelID.changes, cancelInFlight: true),
      findLikes())
  }

  /// The clip on screen has come to its end: it has begun again already, the next one follows, or
  /// it stays, as the loop mode has it.
  mutating func clipEnded() -> Effect<Feed.Action> {
    visit?.loops += 1
    guard loopMode != .one else { return .none }
    let before = currentID
    // The next clip follows as soon as it is found.
    let turned = pageWasSeen()
    if let before, currentID == before { window.pages[id: before]?.clip?.play = .ended }
    return turned
  }

  /// What the page showed has been seen: where pages turn by themselves, the next one follows.
  mutating func pageWasSeen() -> Effect<Feed.Action> {
    loopMode == .feed ? change(leaving: .end) { $0.swipe(1) } : .none
  }

  /// The loop mode has changed: a clip that stays at its end starts again in mode one, and what
  /// stays for a while in mode feed does so from now on.
  mutating func loopModeChanged() -> Effect<Feed.Action> {
    let tell = Effect<Feed.Action>.player { [loopMode] in $0.setLoopMode(loopMode) }
    switch loopMode {
    case .one:
      // The engine starts it again.
      if let currentID { window.pages[id: currentID]?.clip?.leaveEnd() }
      return tell
    case .feed: return .merge(tell, adoptCurrent { $0.adoptClip { $0.stay() } })
    case .off: return tell
    }
  }

  /// Looks at the source anew; on a notice at an end, tries again what that stands for.
  mutating func refresh() -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    switch currentID {
    case ItemID.notice(.forwards): return change { $0.retry(.forwards) }
    case ItemID.notice(.backwards): return change { $0.retry(.backwards) }
    default: break
    }
    guard !isRefreshing else { return .none }
    isRefreshing = true
    refreshFound = ChangeCount()
    return .run { [feedClient] send in
      switch await feedClient.refresh() {
      case .success: await send(.refreshed(nil))
      case .failure(let error): await send(.refreshed(error))
      }
    }
    .cancellable(id: Feed.CancelID.refresh, cancelInFlight: true)
  }

  /// The source has been looked at: a page that could not be read then may be there by now.
  mutating func refreshEnded(_ error: FeedError?) -> Effect<Feed.Action> {
    isRefreshing = false
    guard error == nil else { return .none }
    return change { $0.retry(.forwards) + $0.retry(.backwards) }
  }

  /// Moves the spinner on. Who waits for long sees the last page there is meanwhile.
  mutating func updateSpinner(_ event: Spinner.Event) -> Effect<Feed.Action> {
    let wait = spinner.receive(
      event, id: Feed.CancelID.spinner, as: { Feed.Action.spinner($0) })
    return event == .delayElapsed ? .merge(wait, change { $0.turnToEdge() }) : wait
  }

  /// The program is about to end: the page on screen is left, nothing is waited for any more.
  mutating func leave() -> Effect<Feed.Action> {
    let ids: [Feed.CancelID] = [
      .changes, .page, .slot(.end(.forwards)), .slot(.end(.backwards)), .slot(.opening), .refresh,
      .place, .spinner,
    ]
    (window.opening, window.pending, isRefreshing, spinner) = (nil, 0, false, .hidden)
    window.ahead.drop()
    window.behind.drop()
    let recorded = endVisit(.quit)
    return .merge(
      .merge(ids.map { .cancel(id: $0) }), recorded, savePlace(),
      adoptCurrent { $0.pageLeft() })
  }
}
