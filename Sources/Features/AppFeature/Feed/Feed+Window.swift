import Clients
import Composable
import Models

/// How long a batch may wait for its pages to be ready: opening a file takes a tenth of a second, a
/// server some seconds.
private let timeout = Duration.seconds(5)
private let remoteTimeout = Duration.seconds(20)

// The consequences of a change of the window.
extension Feed.State {
  /// Changes the window: leaves the page on screen and enters another, creates and closes players,
  /// and asks the source for missing items.
  ///
  /// - Parameter leaving: How the visit ends, if not as the window says.
  mutating func change(
    leaving: Impression.Leaving? = nil, _ change: (inout FeedWindow) -> FeedWindow.Step
  ) -> Effect<Feed.Action> {
    var next = window
    let step = change(&next)
    let last = currentID
    let isTurned = next.currentID != last
    let isRenewed = last?.item.map(step.reloaded.contains) ?? false
    var left = Effect<Feed.Action>.none
    if isTurned {
      left = endVisit(leaving ?? step.leaving)
      if next.currentItem != last?.item { excerpts.left(current?.item) }
    }
    if (isTurned && last != nil) || isRenewed { leaveOverlay(isTurned: isTurned) }
    if let last, isRenewed || (isTurned && next.pages.contains(id: last)) {
      left = left.merge(with: adoptCurrent { $0.pageLeft() })
      if !isRenewed, let current { next.pages[id: last] = current }
    }
    window = next
    var changed = prepare(reloading: step.reloaded)
    if isTurned || isRenewed { changed = enter(after: changed) }
    if isTurned { beginVisit() }
    let remembered = isTurned ? rememberPlace() : .none
    return .merge([left, changed, remembered, findAllExcerpts()] + step.requests.map(ask))
  }

  /// Starts the page on screen, once its player exists.
  ///
  /// The next turn cancels what has not started by then: otherwise a page already left would be
  /// watched for ever.
  mutating func enter(after prepared: Effect<Feed.Action>) -> Effect<Feed.Action> {
    let isSuspended = isSuspended || isTileStill || isCovered
    let entered = adoptCurrent { [isCovered] page in
      let entered = page.pageEntered(isSuspended: isSuspended)
      return isCovered ? .merge(entered, page.pageCovered()) : entered
    }
    return .concatenate(prepared, entered)
      .cancellable(id: Feed.CancelID.page, cancelInFlight: true)
  }

  /// Changes the page on screen through its own method.
  mutating func adoptCurrent(
    _ change: (inout Item.State) -> Effect<Item.Action>
  ) -> Effect<Feed.Action> {
    guard let currentID else { return .none }
    return .adopt(&self, \.window.pages, id: currentID, action: Feed.Action.itemCase, change)
  }

  /// Creates players for the page on screen, its neighbours and incoming items, and closes all
  /// others.
  ///
  /// - Parameter reloaded: Items whose clips changed: their players are recreated.
  /// - Returns: The effect that tells the engine.
  mutating func prepare(reloading reloaded: Set<ItemID> = []) -> Effect<Feed.Action> {
    let wanted = window.preload
    guard wanted != prepared || !reloaded.isEmpty else { return .none }
    let (before, after) = (prepared.players, wanted.players)
    prepared = wanted
    let isReloaded = { (id: PlayerID) in id.page.item.map(reloaded.contains) ?? false }
    let stale = before.filter(isReloaded)
    let created = after.filter { !before.contains($0) || isReloaded($0) }
      .compactMap(window.playerRequest)
    // From now on, it starts where it was left.
    for (id, _) in created { window.filmOpened(id.page) }
    let rotated = created.compactMap { id, _ in rotation(of: id).map { (id, $0) } }
    let deleted = before.filter { !after.contains($0) && !isReloaded($0) }
    for id in deleted {
      window.pages[id: id.page]?.clip?.opened(as: .unknown)
    }
    return .player { client in
      if !stale.isEmpty { client.delete(stale) }
      for (id, source) in created { client.create(id, source) }
      for (id, rotation) in rotated { client.setRotation(id, rotation) }
      client.setWindow(wanted)
      if !deleted.isEmpty { client.delete(deleted) }
    }
  }

  private func ask(_ request: FeedWindow.Request) -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.recordClient) var recordClient
    @Dependency(\.playerClient) var playerClient
    @Dependency(\.clock) var clock
    switch request {
    case .page(let request, let slot):
      return .run { [feedClient, recordClient] send in
        let answer = await feedClient.page(request)
        var marks: [ItemID: ItemMarks] = [:]
        if case .success(let page) = answer { marks = await recordClient.marks(of: page.items) }
        await send(.found(answer, marks, for: slot))
      }
      .cancellable(id: Feed.CancelID.slot(slot), cancelInFlight: true)

    case .readiness(let items, let direction):
      let isRemote = items.contains { $0.playable?.location.isRemote == true }
      return .run { [playerClient, clock] send in
        let statuses = await playerClient.settledStatuses(
          of: items.map(\.id), within: isRemote ? remoteTimeout : timeout, on: clock)
        await send(.settled(direction, statuses))
      }
      .cancellable(id: Feed.CancelID.slot(.end(direction)), cancelInFlight: true)

    case .match(let ids):
      return .run { [feedClient, filter] send in
        if ids.contains(where: { feedClient.place($0, filter).number != nil }) {
          await send(.windowOutdated(filter))
        }
      }

    case .drop(let slot):
      return .cancel(id: Feed.CancelID.slot(slot))
    }
  }
}

extension PreloadWindow {
  /// All players of the window, the one on screen first.
  var players: [PlayerID] {
    [current].compactMap(\.self) + neighbours
  }
}
