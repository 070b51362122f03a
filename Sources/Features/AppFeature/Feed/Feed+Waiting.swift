import Clients
import Composable
import Models

extension Feed.State {
  /// Whether the user waits for items: beyond the window, of another window, or in place of a
  /// notice.
  var isWaiting: Bool {
    owedSwipes != 0 || opening != nil || (current?.notice?.isRetrying ?? false)
  }

  /// Makes a change from outside of the feed's own reducer, and what follows from any change.
  mutating func noting(
    _ change: (inout Self) -> Effect<Feed.Action>
  ) -> Effect<Feed.Action> {
    let (running, isWaiting) = (running, isWaiting)
    let effect = change(&self)
    if self.running != running { runningChanged() }
    guard self.isWaiting != isWaiting else { return effect }
    return effect.merge(with: updateSpinner(isWaiting ? .waitingEnded : .waitingBegan))
  }

  /// The feed has come onto the screen. The first item waits for nobody.
  mutating func begin() -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    let first = currentID.map { enter($0) } ?? open(Opening(.start, filter: filter))
    return .merge(
      .player { [loopMode] in $0.setLoopMode(loopMode) },
      first,
      .run { [feedClient] send in
        for await changes in feedClient.changes() { await send(.changed(changes)) }
      }
      .cancellable(id: Feed.CancelID.changes, cancelInFlight: true),
      findLikes())
  }

  /// Looks at the source anew; on a notice at an end, tries again what that stands for.
  mutating func refresh() -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    if currentID?.isNotice == true { return retryCurrent() }
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
    return .merge(retry(.forwards), retry(.backwards))
  }

  /// Moves the spinner on. Who waits for long sees the last page there is meanwhile.
  mutating func updateSpinner(_ event: Spinner.Event) -> Effect<Feed.Action> {
    let wait = spinner.receive(event).effect(
      id: Feed.CancelID.spinner, as: { Feed.Action.spinner($0) })
    return event == .delayElapsed ? .merge(wait, turnToEdge()) : wait
  }
}
