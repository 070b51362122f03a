import Clients
import Composable
import Models

/// Finds the excerpts of clips (docs/decisions/excerpts.md); the window shows them.
package struct Excerpts: Reducer {
  package struct State: Hashable, Sendable {
    /// How many excerpts, and how long.
    let request: ExcerptRequest
    /// Whether all clips of the feed are shown so.
    let isForAll: Bool
    /// The clip whose excerpts the user is waiting for.
    var awaited: ItemID?
    /// Clips of the window whose excerpts were looked for because all are shown so.
    var asked: Set<ItemID> = []
    /// Which excerpt of a clip opens first: where an earlier run was left, or a decision was undone.
    var last: LastPlace?

    /// By default, clips are shown whole.
    package init(
      request: ExcerptRequest = ExcerptRequest(), isForAll: Bool = false, last: LastPlace? = nil
    ) {
      self.request = request
      self.isForAll = isForAll
      self.last = last
    }
  }

  package enum Action: Hashable, Sendable {
    /// Shows the excerpts of the clip on screen in its place, or takes them away.
    case tapped
    /// The excerpts of a clip, or why it has none, and where it is, in seconds.
    case found(Result<[TimeSpan], ExcerptError>, of: FeedItem, at: Double)
    /// Plays the film on from an excerpt, or goes back to it.
    case filmTapped
    /// The excerpt, or the film, is at this time of the clip, in seconds.
    case timeFound(of: PageID, Double)
    case delegate(Delegate)
  }

  /// What the feed does for it.
  package enum Delegate: Hashable, Sendable {
    /// Shows what the user has waited for, if that clip is still on screen.
    case answer(Result<[TimeSpan], ExcerptError>, of: FeedItem, at: Double)
    /// Shows a clip of the window by its excerpts, as all are.
    case show([TimeSpan], of: FeedItem, at: Double)
  }

  enum CancelID: Hashable, Sendable {
    case awaited
    /// Finding the excerpts of a clip because all are shown so.
    case survey(ItemID)
  }

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard case .found(let found, of: let item, at: let time) = action else { return .none }
    if state.awaited == item.id {
      state.awaited = nil
      return .send(.delegate(.answer(found, of: item, at: time)))
    }
    guard state.isForAll, case .success(let spans) = found else { return .none }
    return .send(.delegate(.show(spans, of: item, at: time)))
  }
}

extension Excerpts.State {
  /// Finds the excerpts of the clip on screen for a user who waits for them.
  mutating func wait(for item: FeedItem) -> Effect<Excerpts.Action> {
    awaited = item.id
    return find(item).cancellable(id: Excerpts.CancelID.awaited, cancelInFlight: true)
  }

  mutating func stopWaiting() -> Effect<Excerpts.Action> {
    awaited = nil
    return .cancel(id: Excerpts.CancelID.awaited)
  }

  /// Finds the excerpts of the window's clips, if all are shown so, and stops where nobody will see
  /// them any more.
  mutating func findAll(_ items: [FeedItem], inWindow held: Set<ItemID>) -> Effect<Excerpts.Action>
  {
    guard isForAll else { return .none }
    let gone = asked.subtracting(held)
    asked.subtract(gone)
    let fresh = items.filter { asked.insert($0.id).inserted }
    return .merge(
      gone.map { .cancel(id: Excerpts.CancelID.survey($0)) }
        + fresh.map { find($0).cancellable(id: Excerpts.CancelID.survey($0.id)) })
  }

  mutating func open(at place: LastPlace) { last = place }

  /// A page was left: what was to be opened of its clip is not any more.
  mutating func left(_ item: FeedItem?) {
    if let key = item?.key, isLast(key) { last = nil }
  }

  private func isLast(_ key: ContentKey) -> Bool {
    last.map { $0.key == key || $0.key == key.withoutSecrets } ?? false
  }

  /// Where a clip's excerpts open, in seconds: where it is, or where they were left.
  mutating func place(in item: FeedItem, at time: Double) -> Double {
    guard let key = item.key, isLast(key), let start = last?.excerptStart else { return time }
    self.last = nil
    return start
  }

  /// Those of an item are to be found again: its clip has changed, or they could not be shown.
  mutating func forget(_ id: ItemID) { asked.remove(id) }

  mutating func leave() -> Effect<Excerpts.Action> {
    let surveys = asked.map(Excerpts.CancelID.survey)
    asked = []
    return .merge(([.awaited] + surveys).map { .cancel(id: $0) })
  }

  private func find(_ item: FeedItem) -> Effect<Excerpts.Action> {
    @Dependency(\.playerClient) var playerClient
    guard let location = item.playable?.location else { return .none }
    return .run { [playerClient, request] send in
      let found = await playerClient.excerpts(location, request)
      let time = playerClient.nowPlaying(PlayerID(.item(item.id))).time.position
      await send(.found(found, of: item, at: time))
    }
  }
}
