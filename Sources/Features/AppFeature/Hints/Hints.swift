import Clients
import Composable
import Models

/// Tells the keys of a mode to users who are new to it: once in a run, in the first three runs
/// (docs/decisions/screen-toasts.md).
package struct Hints: Reducer {
  /// What is told.
  package enum Hint: String, CaseIterable, Hashable, Sendable {
    case triage
    case overview
    /// The overview of a feed with sections.
    case sections
    case excerpts
    case filter
    /// The clip on screen is long enough for excerpts.
    case longClip

    /// In how many runs it is told.
    var limit: Int { self == .longClip ? 1 : 3 }
  }

  package struct State: Hashable, Sendable {
    /// How often each was told; `nil` if that is not known: then none is.
    var counts: [Hint: Int]?
    /// What this run has told.
    var told: Set<Hint> = []
    /// What is told as soon as the counts are known.
    var awaited: Hint?
  }

  package enum Action: Hashable, Sendable {
    case found([Hint: Int])
    /// The clip of a page stays on screen, and is so many seconds long.
    case stayed(PageID, duration: Double)
    /// The feed shows it.
    case delegate(Hint)
  }

  enum CancelID: Hashable, Sendable {
    case stay
  }

  /// How long a clip stays on screen before its excerpts are offered.
  package static let stay = Duration.seconds(3)

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard case .found(let counts) = action else { return .none }
    state.counts = counts
    return state.awaited.take().map { state.tell($0) } ?? .none
  }
}

extension Hints.State {
  /// Whether something may still be told.
  func isNew(_ hint: Hints.Hint) -> Bool {
    guard let counts, !told.contains(hint) else { return false }
    return counts[hint, default: 0] < hint.limit
  }

  func load() -> Effect<Hints.Action> {
    @Dependency(\.recordClient) var recordClient
    return .run { [recordClient] send in
      guard let counts = await recordClient.hints() else { return }
      let known = Hints.Hint.allCases.map { ($0, counts[$0.rawValue] ?? 0) }
      await send(.found(Dictionary(known) { $1 }))
    }
  }

  /// Tells it, unless the user knows it by now.
  mutating func tell(_ hint: Hints.Hint) -> Effect<Hints.Action> {
    @Dependency(\.recordClient) var recordClient
    guard counts != nil else {
      awaited = hint
      return .none
    }
    guard isNew(hint) else { return .none }
    told.insert(hint)
    return .merge(
      .send(.delegate(hint)),
      .run { [recordClient] _ in await recordClient.noteHint(hint.rawValue) })
  }

  /// Waits whether the user stays at a page.
  func wait(at page: PageID, _ player: PlayerID) -> Effect<Hints.Action> {
    @Dependency(\.clock) var clock
    @Dependency(\.playerClient) var playerClient
    guard isNew(.longClip) else { return .none }
    return .run { [clock, playerClient] send in
      try await clock.sleep(for: Hints.stay)
      await send(.stayed(page, duration: playerClient.nowPlaying(player).time.duration ?? 0))
    }
    .cancellable(id: Hints.CancelID.stay, cancelInFlight: true)
  }
}
