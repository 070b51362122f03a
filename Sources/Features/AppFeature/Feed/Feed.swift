import Clients
import Composable
import Models

/// The feed: pages in order, one of them on screen.
package struct Feed: Reducer {
  /// The pages, and which of them is shown.
  package struct State: Hashable, Sendable {
    package var items: IdentifiedArrayOf<Item.State> = []
    package var currentID: ItemID?
    /// Whether the source may still find more.
    package var isGrowing = true
    package var loopMode: LoopMode
    /// The way of the last swipe, which is probably the way of the next.
    package var direction = SwipeDirection.forwards
    /// Pages that the user has swiped beyond the end of what the source has found so far.
    package var owedSwipes = 0
    /// What the engine was last told to have ready: exactly these players exist.
    package var window = PreloadWindow(current: nil, neighbours: [])

    /// Creates an empty feed.
    package init(loopMode: LoopMode = .one) {
      self.loopMode = loopMode
    }
  }

  /// What happened to the feed.
  package enum Action: Hashable, Sendable {
    /// The feed has come onto the screen and starts to grow.
    case appeared
    case updated(FeedUpdate)
    /// The user swiped, perhaps more than once in the same moment.
    case swiped(by: Swipes)
    case firstTapped
    case lastTapped
    case loopModeTapped
    case item(ItemID, Item.Action)
  }

  /// The way of a swipe.
  package enum SwipeDirection: Int, Hashable, Sendable {
    case forwards = 1
    case backwards = -1
  }

  enum CancelID: Hashable, Sendable {
    case updates
  }

  @Dependency(\.feedClient) var feedClient
  @Dependency(\.playerClient) var playerClient

  package init() {}

  package var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .appeared:
        return .run { [feedClient, playerClient, mode = state.loopMode] send in
          playerClient.setLoopMode(mode)
          for await update in feedClient.updates() { await send(.updated(update)) }
        }
        .cancellable(id: CancelID.updates, cancelInFlight: true)

      case .updated(.insert(let items, before: let successor)):
        return state.insert(items, before: successor)

      case .updated(.finished):
        state.isGrowing = false
        state.owedSwipes = 0
        return .none

      case .swiped(by: let swipes):
        return state.turn(by: swipes)

      case .firstTapped:
        state.direction = .forwards
        state.owedSwipes = 0
        return state.turn(to: state.items.ids.first)

      case .lastTapped:
        state.direction = .backwards
        state.owedSwipes = 0
        return state.turn(to: state.items.ids.last)

      case .loopModeTapped:
        state.loopMode = state.loopMode.next
        return state.loopModeChanged()

      case .item(state.currentID, .clip(.didPlayToEnd)):
        return state.clipEnded()

      case .item(state.currentID, .clip(.cardWasRead)) where state.loopMode == .feed:
        return state.turn(by: 1)

      case .item:
        return .none
      }
    }
    .forEach(\.items, action: Action.itemCase) { Item() }
  }
}

extension Feed.Action {
  /// The actions of one page.
  package static let itemCase = CasePath<Feed.Action, (ItemID, Item.Action)>(
    embed: { .item($0.0, $0.1) },
    extract: { if case .item(let id, let action) = $0 { (id, action) } else { nil } })
}

extension LoopMode {
  /// The mode after this one, round and round.
  fileprivate var next: LoopMode {
    switch self {
    case .one: .feed
    case .feed: .off
    case .off: .one
    }
  }
}
