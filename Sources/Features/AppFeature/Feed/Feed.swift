import Clients
import Composable
import Models

/// The feed: pages in order, one of them on screen.
package struct Feed: Reducer {
  /// The pages, and which of them is shown.
  package struct State: Hashable, Sendable {
    /// The pages, and what is on its way.
    package var window: FeedWindow
    package var loopMode: LoopMode
    /// Shows that the user waits for items.
    package var spinner = Spinner.hidden
    /// Whether the source is being looked at anew.
    package var isRefreshing = false
    /// What that has found to be different so far.
    package var refreshFound = ChangeCount()
    /// Whether the program is stopped by the shell.
    package var isSuspended = false
    /// Items that the user likes, as far as it is known.
    package var likedIDs: Set<ItemID> = []
    /// The stay of the page on screen.
    package var visit: Visit?
    /// When the reader's place was written down, or will be; in seconds since 1970.
    package var placeSaved = -Double.infinity
    /// What the engine was last told to have ready: exactly these players exist.
    package var prepared = PreloadWindow(current: nil, neighbours: [])
    /// The line in which a filter is typed, while it is open.
    package var filterLine: Filter?
    /// Everything known of the item on screen, while that is shown.
    package var details: Details?

    /// Creates a feed.
    ///
    /// - Parameters:
    ///   - first: The item to begin with, if it is known.
    ///   - filter: What is shown of the index.
    ///   - loopMode: What happens at the end of a clip.
    package init(
      first: FeedItem? = nil, filter: FeedFilter = .none, loopMode: LoopMode = .one
    ) {
      window = FeedWindow(first: first, filter: filter)
      self.loopMode = loopMode
    }
  }

  /// What happened to the feed.
  package enum Action: Hashable, Sendable {
    /// The feed has come onto the screen and starts to grow.
    case appeared
    /// A page of the index has come, with what the user likes of it.
    case found(Result<FeedBatch, FeedError>, Set<ItemID>, for: FeedWindow.Slot)
    /// The items beyond an end are ready to be seen, as far as they will ever be, with what their
    /// players have come to.
    case settled(FeedDirection, [ItemID: PlayerStatus])
    /// The filter lets items through that have come into the index.
    case windowOutdated(FeedFilter)
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
    /// What lies over the page is to go, or if nothing does, what a filter leaves out comes back.
    case escapeTapped
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
    case likesFound(Set<ItemID>)
    /// Something else has come over the page, or has gone.
    case covered
    case uncovered
    /// The program is stopped by the shell, or goes on.
    case suspended
    case resumed
    /// The program is about to end.
    case left
    case spinner(Spinner.Event)
    case item(ItemID, Item.Action)
    case filterLine(Filter.Action)
    case details(Details.Action)
  }

  enum CancelID: Hashable, Sendable {
    case changes
    case page
    case slot(FeedWindow.Slot)
    case refresh
    case place
    case spinner
  }

  package init() {}

  package var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .appeared: return state.begin()
      case .found(let answer, let likedIDs, for: let slot):
        state.likedIDs.formUnion(likedIDs)
        return state.change { window in
          switch slot {
          case .end(let direction): window.take(answer, beyond: direction)
          case .opening: window.take(answer)
          }
        }

      case .settled(let direction, let statuses):
        return state.change { $0.append(direction, statuses: statuses) }
      case .windowOutdated(state.filter): return state.change { $0.readAgain() }
      case .windowOutdated: return .none

      case .changed(let changes):
        if state.isRefreshing { state.refreshFound.add(changes) }
        return state.change { $0.take(changes) }

      case .swiped(by: let swipes): return state.change { $0.swipe(swipes) }
      case .firstTapped: return state.change { $0.goToFirst() }
      case .lastTapped: return state.change { $0.goToLast() }

      case .loopModeTapped:
        state.loopMode = state.loopMode.next
        return state.loopModeChanged()

      case .refreshTapped: return state.refresh()
      case .refreshed(let error): return state.refreshEnded(error)

      case .findTapped:
        state.openFilterLine()
        return .none

      case .escapeTapped: return state.closeTopmost()
      case .detailsTapped: return state.toggleDetails()
      case .openTapped: return state.openOutside()
      case .copyTapped: return state.copyLocation()
      case .likeTapped: return state.toggleLike()

      case .likeFailed(let id, let isLiked, _):
        state.undoLike(id, isLiked: isLiked)
        return .none

      case .likesFound(let ids):
        state.likedIDs.formUnion(ids)
        return .none

      case .opened, .copied:
        // Whatever is shown on all pages tells of it.
        return .none

      case .covered:
        return state.details == nil ? state.adoptCurrent { $0.pageCovered() } : .none
      case .uncovered:
        return state.details == nil ? state.adoptCurrent { $0.pageUncovered() } : .none

      case .suspended:
        state.isSuspended = true
        return state.adoptCurrent { $0.adoptClip { $0.suspend() } }
      case .resumed:
        state.isSuspended = false
        return state.adoptCurrent { $0.adoptClip { $0.resume() } }
      case .left: return state.leave()

      case .spinner(let event): return state.updateSpinner(event)

      case .item(state.currentID, .clip(.didPlayToEnd)): return state.clipEnded()
      case .item(state.currentID, .clip(.wasSeen)): return state.pageWasSeen()
      case .item(state.details?.id, .clip(.statusChanged(let status))):
        return status.isWaiting ? .none : state.findFacts()
      case .item: return .none

      case .filterLine(.returnTapped):
        // The line closes, its filter stays.
        state.filterLine = nil
        return .none
      case .filterLine(.escapeTapped): return state.restoreFilter()
      case .filterLine(let action):
        state.filterLine?.take(action)
        return state.followFilterLine()

      case .details(let action):
        state.details?.take(action)
        return .none
      }
    }
    .forEach(\.window.pages, action: Action.itemCase) { Item() }
    .onChange(of: { $0.running }) { _, _ in
      Reduce { state, _ in
        state.runningChanged()
        return .none
      }
    }
    .onChange(of: { $0.window.isWaiting }) { _, isWaiting in
      Reduce { state, _ in state.updateSpinner(isWaiting ? .waitingBegan : .waitingEnded) }
    }
  }
}

extension Feed.State {
  /// The pages of the window.
  package var items: IdentifiedArray<Item.State> { window.pages }

  package var currentID: ItemID? { window.currentID }

  /// The page on screen.
  package var current: Item.State? { window.current }

  /// Which items of the index are shown.
  package var filter: FeedFilter { window.filter }

  /// Whether the index was searched to its end, and holds nothing that the filter lets through.
  package var isEmpty: Bool {
    items.isEmpty && window.opening == nil && !window.isGrowing
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
