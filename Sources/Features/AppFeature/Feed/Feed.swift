import Clients
import Composable
import Models

/// The feed: pages in order, one of them on screen.
package struct Feed: Reducer {
  package struct State: Hashable, Sendable {
    /// The pages, and incoming items.
    package var window: FeedWindow
    package var loopMode: LoopMode
    /// Shows that the user is waiting for items.
    package var spinner = Spinner.hidden
    /// The changes that a refresh has found so far; `nil` if none is under way.
    package var refreshing: ChangeCount?
    /// Whether the terminal belongs to another program: the shell, or an editor.
    package var isSuspended = false
    /// The machines to which a lost connection is being made again.
    package var lostMachines: Set<RemoteAddress> = []
    /// What is remembered of items, as far as known.
    package var marks: [ItemID: ItemMarks] = [:]
    /// Of the page on screen; `nil` if there is none, and in the overview.
    package var visit: Visit?
    /// When the user's place was or will be saved, in seconds since 1970.
    package var placeSaved = -Double.infinity
    /// What the engine was last told to preload: exactly these players exist.
    package var prepared = PreloadWindow(current: nil, neighbours: [])
    package var overlay: Overlay.State?
    package var toast = Toast.State()
    package var triage: Triage.State
    package var sections = Sections.State()
    package var excerpts: Excerpts.State
    package var hints = Hints.State()
    /// The sheet of thumbnails, while it takes the place of the page.
    package var overview: Overview.State?
    /// Whether its sections are shelves, and how much larger its tiles are than usual, also the next time.
    var isShelved: Bool
    var zoom = 0
    let tilePlay: TilePlay

    /// Nothing is read before it has appeared.
    ///
    /// - Parameters:
    ///   - first: The item to start with; `nil` if it has yet to be found.
    ///   - opensAtFirst: Whether it is the first of an order that may yet have to be found.
    ///   - view: What it begins with.
    package init(
      first: FeedItem? = nil, opensAtFirst: Bool = false, filter: FeedFilter = .none,
      loopMode: LoopMode = .one,
      triage: Triage.State = Triage.State(), view: FeedView = .page, tilePlay: TilePlay = .silent,
      excerpts: Excerpts.State = Excerpts.State()
    ) {
      self.excerpts = excerpts
      self.tilePlay = tilePlay
      window = FeedWindow(first: first, filter: filter, opensAtFirst: opensAtFirst)
      self.triage = triage
      self.loopMode = loopMode
      isShelved = view == .shelves
      if view != .page {
        overview = Overview.State(page: overviewPage, tilePlay: tilePlay, isShelved: isShelved)
      }
    }
  }

  package enum Action: Hashable, Sendable {
    /// The feed is on screen and starts to grow.
    case appeared
    /// A batch of the index arrived, with what is remembered of its items.
    case found(Result<FeedBatch, FeedError>, [ItemID: ItemMarks], for: FeedWindow.Slot)
    /// The items beyond an end are as ready as they will get, with the status of their players.
    case settled(FeedDirection, [ItemID: PlayerStatus])
    /// Items that match the filter were added to the index.
    case windowOutdated(FeedFilter)
    case changed([FeedChange])
    /// The user swiped, perhaps more than once at the same moment.
    case swiped(by: Swipes)
    case firstTapped
    case lastTapped
    case loopModeTapped
    case refreshTapped
    /// The source was refreshed, or why that failed.
    case refreshed(FeedError?)
    /// The clip of a page is to be opened again, at a part of it from 0 to 1.
    case retried(PageID, at: Double?)
    /// The user has logged in to a machine, or why not; likewise for the clip on screen.
    case loggedIn(RemoteAddress, FeedError?, at: Double?)
    case machinesLost(Set<RemoteAddress>)
    /// Turns between the page and the overview.
    case overviewTapped
    /// Opens or closes something over the page.
    case overlayTapped(Overlay.Kind)
    /// The chapters of a page, whose clip is at a time in seconds.
    case chaptersFound([Chapter], of: PageID, at: Double)
    /// Closes what lies over the page; with nothing open, clears the filter.
    case escapeTapped
    /// Opens the item outside of Flick.
    case openTapped
    /// Copies the location of the item to the clipboard.
    case copyTapped
    case likeTapped
    /// A like could not be saved: the item is as liked as before.
    case likeFailed(ItemID, isLiked: Bool, FeedError)
    /// Rotates the clip on screen by a quarter turn.
    case rotateTapped
    /// The page's frame, or what takes its place, is on screen in so many seconds.
    case frameShown(PageID, in: Double)
    case marksFound([ItemID: ItemMarks])
    /// The shell stopped or continued the program.
    case suspended
    case resumed
    /// The program is about to end.
    case left
    case spinner(Spinner.Event)
    case item(PageID, Item.Action)
    case overlay(Overlay.Action)
    case toast(Toast.Action)
    case overview(Overview.Action)
    case excerpts(Excerpts.Action)
    case hints(Hints.Action)
    case triage(Triage.Action)
    case sections(Sections.Action)
  }

  enum CancelID: Hashable, Sendable {
    case changes
    case machines
    case page
    case slot(FeedWindow.Slot)
    case refresh
    case place
    case spinner
  }

  package init() {}

  package var body: some Reducer<State, Action> {
    Scope(state: \.toast, action: Action.toastCase) { Toast() }
    Scope(state: \.sections, action: Action.sectionsCase) { Sections() }
    Scope(state: \.excerpts, action: Action.excerptsCase) { Excerpts() }
    Scope(state: \.hints, action: Action.hintsCase) { Hints() }
    Reduce { state, action in
      switch action {
      case .appeared: return state.begin().merge(with: state.withTriage { $0.findNotes() })
      case .found(let answer, let marks, for: let slot):
        if case .failure = answer, slot == .opening { state.overview?.missedPage() }
        let rotated = state.takeMarks(marks)
        let changed = state.change { window in
          switch slot {
          case .end(let direction): window.take(answer, beyond: direction)
          case .opening: window.take(answer)
          }
        }
        var told = Effect<Action>.none
        // With an empty feed, the error has its own page.
        if case .failure(let error) = answer, slot == .opening, error.reason != .cancelled,
          state.current?.notice?.notice.canRetry != true
        {
          told = state.show(.failed(.jump, error))
        }
        return .merge(rotated, changed, told)

      case .settled(let direction, let statuses):
        return state.change { $0.append(direction, statuses: statuses) }
      case .windowOutdated(state.filter): return state.change { $0.readAgain() }
      case .windowOutdated: return .none

      case .changed(let changes):
        state.refreshing?.add(changes)
        state.sections.areOutdated(by: changes)
        for case .reload(let item) in changes { state.excerpts.forget(item.id) }
        return .merge(
          state.announce(changes), state.take(changes),
          state.findMarks(of: changes), state.adoptOverview { $0.sourceChanged(changes) })

      case .swiped(by: let swipes):
        if let reopened = state.lookBack(by: swipes) { return reopened }
        return state.announceEnd(swipes).merge(with: state.change { $0.swipe(swipes) })
      case .firstTapped: return state.change { $0.goToFirst() }
      case .lastTapped: return state.change { $0.goToLast() }

      case .loopModeTapped:
        state.loopMode = state.loopMode.next
        return state.loopModeChanged().merge(with: state.show(.loop(state.loopMode)))

      case .refreshTapped: return state.refresh()
      case .refreshed(let error): return state.refreshEnded(error)

      case .retried(let id, at: let fraction): return state.retried(id, at: fraction)
      case .loggedIn(let machine, let error, at: let fraction):
        return state.loggedIn(machine, error, at: fraction)

      case .machinesLost(let machines):
        state.lostMachines = machines
        return .none

      case .overviewTapped: return state.toggleOverview()
      case .overlayTapped(let kind): return state.toggle(kind)
      case .chaptersFound(let chapters, of: let id, at: let time):
        return state.showChapters(chapters, of: id, at: time)
      case .escapeTapped: return state.closeTopmost()
      case .openTapped: return state.openOutside()
      case .copyTapped: return state.copyLocation()
      case .likeTapped: return state.toggleLike()

      case .likeFailed(let id, let isLiked, let error):
        state.undoLike(id, isLiked: isLiked)
        return state.show(.failed(.like, error))

      case .rotateTapped: return state.rotate()
      case .marksFound(let marks): return state.takeMarks(marks)

      case .frameShown(let id, let rest):
        state.frameShown(id, in: rest)
        return .none
      case .suspended:
        return state.setSuspended(true)
      case .resumed:
        return state.setSuspended(false)
      case .left: return state.leave()

      case .spinner(let event): return state.updateSpinner(event)

      case .item(state.currentID, .clip(.didPlayToEnd)): return state.clipEnded()
      case .item(state.currentID, .clip(.wasSeen)): return state.pageWasSeen()
      case .item(_, .clip(.toast(let message))): return state.show(message)
      case .item(state.overlay?.details?.id, .clip(.statusChanged(let status))):
        return status.isWaiting ? .none : state.findFacts()
      case .item(let id, .clip(.leftSpan(to: let time))): return state.playFilm(of: id, at: time)
      case .item: return .none

      case .overlay(let action): return state.reduce(action)
      case .toast: return .none
      case .overview(let action): return state.reduce(action)
      case .excerpts(let action): return state.reduce(action)
      case .hints(let action): return state.reduce(action)
      case .sections(let action): return state.reduce(action)
      case .triage(let action):
        return state.withTriage { Triage().reduce(into: &$0, action: action) }
      }
    }
    .ifLet(\.overlay, action: Action.overlayCase) { Overlay() }
    .ifLet(\.overview, action: Action.overviewCase) { Overview() }
    .forEach(\.window.pages, action: Action.itemCase) { Item() }
    .onChange(of: { $0.typedFilter }) { before, _ in
      Reduce { state, _ in before == nil ? .none : state.followFilter() }
    }
    .onChange(of: { $0.running }) { _, _ in
      Reduce { state, _ in
        state.runningChanged()
        return .none
      }
    }
    .onChange(of: { $0.currentID }) { _, _ in
      Reduce { state, _ in
        .merge(state.updateIndex(), state.waitForStay())
      }
    }
    .onChange(of: { $0.mode }) { _, _ in
      Reduce { state, _ in state.tellMode() }
    }
    .onChange(of: { $0.overviewPage }) { _, page in
      Reduce { state, _ in state.adoptOverview { $0.pageChanged(to: page) } }
    }
    .onChange(of: { $0.notedFile }) { _, _ in
      Reduce { state, _ in state.withTriage { $0.findNotes() } }
    }
    .onChange(of: { $0.loopedPart }) { _, part in
      Reduce { _, _ in .player { $0.setLoopedPart(part) } }
    }
    .onChange(of: { $0.window.isWaiting }) { _, isWaiting in
      Reduce { state, _ in state.updateSpinner(isWaiting ? .waitingBegan : .waitingEnded) }
    }
  }
}

extension Feed.State {
  package var items: IdentifiedArray<Item.State> { window.pages }

  package var currentID: PageID? { window.currentID }

  /// `nil` on a notice that items could not be read, and without a page.
  package var currentItem: ItemID? { window.currentItem }

  package var current: Item.State? { window.current }

  /// Which items of the index are shown.
  package var filter: FeedFilter { window.filter }

  /// Whether the whole index was searched and nothing matches the filter.
  package var isEmpty: Bool {
    items.isEmpty && window.opening == nil && !window.isGrowing
  }
}

extension Feed.Action {
  static let toastCase = CasePath<Feed.Action, Toast.Action>(
    embed: Feed.Action.toast, extract: { if case .toast(let action) = $0 { action } else { nil } })

  package static let itemCase = CasePath<Feed.Action, (PageID, Item.Action)>(
    embed: { .item($0.0, $0.1) },
    extract: { if case .item(let id, let action) = $0 { (id, action) } else { nil } })
}

extension LoopMode {
  /// The mode after this one, cyclically.
  fileprivate var next: LoopMode {
    switch self {
    case .one: .feed
    case .feed: .off
    case .off: .one
    }
  }
}
