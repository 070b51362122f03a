import Clients
import Composable
import Models

/// The feed: pages in order, one of them on screen.
package struct Feed: Reducer {
  /// The pages, and which of them is shown.
  package struct State: Hashable, Sendable {
    /// A window of the index: items that stand next to each other there and are ready to be seen.
    package var items: IdentifiedArray<Item.State> = []
    package var currentID: ItemID?
    /// The page on screen, or if there is none, the one that was there last.
    package var lastID: ItemID?
    /// Which items of the index the window shows.
    package var filter: FeedFilter
    package var loopMode: LoopMode
    /// The way of the last swipe, which is probably the way of the next.
    package var direction = FeedDirection.forwards
    /// How far the window has come on both sides.
    package var ahead = FeedEnd()
    package var behind = FeedEnd()
    /// Pages from the one on screen that the user has swiped beyond the window, backwards if
    /// negative: they are turned at once when they come.
    package var owedSwipes = 0
    /// The window that takes the place of this one as soon as its items are there.
    package var opening: Opening?
    /// Whether the window lacks items that came into the index, and is being read again.
    package var isStale = false
    /// Shows that the user waits for items.
    package var spinner = Spinner.hidden
    /// Grows when items come, go or have other content, though the page on screen may be the same.
    package var revision = 0
    /// Whether the source is being looked at anew.
    package var isRefreshing = false
    /// What that has found to be different so far.
    package var refreshFound = ChangeCount()
    /// Whether the program is stopped by the shell.
    package var isSuspended = false
    /// Those of the items that the user likes.
    package var likedIDs: Set<ItemID> = []
    /// The stay of the page on screen.
    package var visit: Visit?
    /// When the reader's place was written down, or will be; in seconds since 1970.
    package var placeSaved = -Double.infinity
    /// What the engine was last told to have ready: exactly these players exist.
    package var window = PreloadWindow(current: nil, neighbours: [])
    /// The line in which a filter is typed, while it is open.
    package var filterLine: Filter.State?
    /// Everything known of the item on screen, while that is shown.
    package var details: Details.State?

    /// Creates a feed.
    ///
    /// - Parameters:
    ///   - first: The item to begin with, if it is known.
    ///   - filter: What is shown of the index.
    ///   - loopMode: What happens at the end of a clip.
    package init(
      first: FeedItem? = nil, filter: FeedFilter = .none, loopMode: LoopMode = .one
    ) {
      self.filter = filter
      self.loopMode = loopMode
      guard let first else { return }
      items = [Item.State(first)]
      currentID = first.id
      lastID = first.id
    }
  }

  /// What happened to the feed.
  package enum Action: Hashable, Sendable {
    /// The feed has come onto the screen and starts to grow.
    case appeared
    /// A page of the index has come, for one end of the window.
    case batchFound(FeedDirection, FoundItems)
    /// The items of a batch are ready to be seen, as far as they will ever be, with what their
    /// players have come to.
    case batchSettled(FeedDirection, [ItemID: PlayerStatus])
    /// The items of another window have come.
    case windowFound(FoundItems)
    /// The source has changed.
    case changed([FeedChange])
    /// The user swiped, perhaps more than once in the same moment.
    case swiped(by: Swipes)
    case firstTapped
    case lastTapped
    case loopModeTapped
    case refreshTapped
    /// The source has been looked at anew, or why that failed.
    case refreshed(FeedError?)
    /// The line in which a filter is typed is to be opened.
    case findTapped
    /// Everything is to be shown again.
    case filterCleared
    /// The details are to be shown, or no longer.
    case detailsTapped
    /// The item is to be opened outside of Flick.
    case openTapped
    /// It was, or why that failed.
    case opened(FeedError?)
    /// Where the item is shall go to the clipboard.
    case copyTapped
    /// This has been sent there.
    case copied(CleanText)
    case likeTapped
    /// What the user likes could not be kept: the item is as liked as before.
    case likeFailed(ItemID, isLiked: Bool, FeedError)
    /// Those of some items that the user likes.
    case likesFound([ItemID])
    case spinner(Spinner.Event)
    case item(ItemID, Item.Action)
    case filterLine(Filter.Action)
    case details(Details.Action)
  }

  /// What an index answered, and what the user likes of it.
  package struct FoundItems: Hashable, Sendable {
    package var page: Result<FeedPage, FeedError>
    package var likedIDs: Set<ItemID>

    /// Creates an answer.
    package init(_ page: Result<FeedPage, FeedError>, likedIDs: Set<ItemID> = []) {
      self.page = page
      self.likedIDs = likedIDs
    }
  }

  enum CancelID: Hashable, Sendable {
    case changes
    case page
    case batch(FeedDirection)
    case opening
    case refresh
    case place
    case spinner
  }

  package init() {}

  package var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .appeared: return state.begin()
      case .batchFound(let direction, let found): return state.take(found, direction)
      case .batchSettled(let direction, let statuses):
        return state.append(direction, statuses: statuses)
      case .windowFound(let found): return state.takeWindow(found)
      case .changed(let changes): return state.take(changes)

      case .swiped(by: let swipes): return state.turn(by: swipes)
      case .firstTapped: return state.goToFirst()
      case .lastTapped: return state.goToLast()

      case .loopModeTapped:
        state.loopMode = state.loopMode.next
        return state.loopModeChanged()

      case .refreshTapped: return state.refresh()
      case .refreshed(let error): return state.refreshEnded(error)

      case .findTapped:
        state.openFilterLine()
        return .none

      case .filterCleared: return state.clearFilter()
      case .detailsTapped: return state.toggleDetails()
      case .openTapped: return state.openOutside()
      case .copyTapped: return state.copyLocation()
      case .likeTapped: return state.toggleLike()

      case .likeFailed(let id, let isLiked, _):
        state.undoLike(id, isLiked: isLiked)
        return .none

      case .likesFound(let ids):
        state.likedIDs.formUnion(ids.filter { state.items.contains(id: $0) })
        return .none

      case .opened, .copied:
        // Whatever is shown on all pages tells of it.
        return .none

      case .spinner(let event): return state.updateSpinner(event)

      case .item(state.currentID, .clip(.didPlayToEnd)): return state.clipEnded()
      case .item(state.currentID, .clip(.wasSeen)): return state.pageWasSeen()
      case .item(state.details?.id, .clip(.statusChanged(let status))):
        return status.isWaiting ? .none : state.findFacts()
      case .item: return .none

      case .filterLine(.typed), .filterLine(.backspaceTapped), .filterLine(.wordBackspaceTapped),
        .filterLine(.clearTapped):
        return state.followFilterLine()
      case .filterLine(.returnTapped): return state.keepFilter()
      case .filterLine(.escapeTapped): return state.restoreFilter()
      case .details: return .none
      }
    }
    .forEach(\.items, action: Action.itemCase) { Item() }
    .ifLet(\.filterLine, action: Action.filterLineCase) { Filter() }
    .ifLet(\.details, action: Action.detailsCase) { Details() }
    .onChange(of: { $0.running }) { _, _ in
      Reduce { state, _ in
        state.runningChanged()
        return .none
      }
    }
    .onChange(of: { $0.isWaiting }) { _, isWaiting in
      Reduce { state, _ in state.updateSpinner(isWaiting ? .waitingBegan : .waitingEnded) }
    }
  }
}

extension Feed.State {
  /// The page on screen.
  package var current: Item.State? {
    currentID.flatMap { items[id: $0] }
  }

  /// Whether the window may still grow.
  package var isGrowing: Bool { ahead.canGrow || behind.canGrow }

  /// Whether the index was searched to its end, and holds nothing that the filter lets through.
  package var isEmpty: Bool { items.isEmpty && opening == nil && !isGrowing }
}

extension Feed.Action {
  /// The actions of one page.
  package static let itemCase = CasePath<Feed.Action, (ItemID, Item.Action)>(
    embed: { .item($0.0, $0.1) },
    extract: { if case .item(let id, let action) = $0 { (id, action) } else { nil } })

  /// The actions of the line in which a filter is typed.
  package static let filterLineCase = CasePath<Feed.Action, Filter.Action>(
    embed: Feed.Action.filterLine,
    extract: { if case .filterLine(let action) = $0 { action } else { nil } })

  /// The actions of the details.
  package static let detailsCase = CasePath<Feed.Action, Details.Action>(
    embed: Feed.Action.details,
    extract: { if case .details(let action) = $0 { action } else { nil } })
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
