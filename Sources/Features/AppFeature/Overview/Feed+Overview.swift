import Clients
import Composable
import Models

// The overview in place of a page.
extension Feed.State {
  /// Whether the clip under the cursor of the overview does not play.
  var isTileStill: Bool { overview?.tilePlay == .off }

  /// Whether the clip under the cursor of the overview plays without sound.
  var isTileSilent: Bool { overview?.isSilent ?? false }

  /// Nothing lies over the page any more: its clip goes on, unless it is one of an overview that stands
  /// still.
  mutating func uncover() -> Effect<Feed.Action> {
    let uncovered = adoptCurrent { $0.pageUncovered() }
    guard isTileStill else { return uncovered }
    return .concatenate(uncovered, adoptCurrent { $0.adoptClip { $0.suspend() } })
  }

  /// The page on screen; `nil` in the overview, where the current one only plays in its tile.
  package var shown: Item.State? { overview == nil ? current : nil }

  /// The item that keys are for: on screen, or under the cursor.
  package var subject: FeedItem? { overview.map(\.current) ?? current?.item }

  /// The page on screen, or that of the item under the cursor.
  package var subjectPage: PageID? {
    overview == nil ? currentID : subject.map { .item($0.id) }
  }

  /// Since when the item that keys are for has been visible, in seconds since 1970; `nil` while it is
  /// not.
  var subjectSeenSince: Double? { overview.map(\.seenSince) ?? visit?.frameSince }

  /// Whether the item that keys are for is not there yet: swipes, a jump or an undo before them lead
  /// to it.
  package var isSubjectPending: Bool {
    guard !triage.isReturning, let overview else {
      return window.isTurning || triage.isReturning
    }
    return overview.current == nil && !isLot && !isEmpty
  }

  /// What keys for a clip wait for.
  var turn: Turn { Turn(isPending: isSubjectPending, missed: window.missed) }

  /// Whether the item that keys are for is there.
  struct Turn: Equatable {
    var isPending: Bool
    /// How often it did not come.
    var missed: Int
  }

  /// What the overview takes the place of.
  var overviewPage: Overview.Page {
    Overview.Page(item: currentItem, last: window.lastItem, filter: filter)
  }

  /// Turns between the page and the overview.
  mutating func toggleOverview() -> Effect<Feed.Action> {
    if let opened = openTile() { return opened }
    overview = Overview.State(
      page: overviewPage, tilePlay: tilePlay, sections: sections.all, isShelved: isShelved,
      zoom: zoom)
    return .merge(
      closeOverlay(), endVisit(.jump), updateIndex(), beginOverview(),
      isTileStill ? adoptCurrent { $0.adoptClip { $0.suspend() } } : .none)
  }

  /// Shows the page of the tile under the cursor of the overview; `nil` if that is closed.
  mutating func openTile(byExcerpts: Bool = false) -> Effect<Feed.Action>? {
    overview == nil ? nil : adoptOverview { $0.open(byExcerpts: byExcerpts) }
  }

  /// The overview takes the place of the page, with that under the cursor.
  mutating func beginOverview() -> Effect<Feed.Action> {
    .merge(tellLoopMode(), adoptOverview { $0.begin() })
  }

  private mutating func closeOverview() -> Effect<Feed.Action> {
    @Dependency(\.thumbnailClient) var thumbnailClient
    let wasStill = isTileStill
    let opensExcerpts = overview?.opensExcerpts == true
    zoom = overview?.zoom ?? zoom
    overview = nil
    beginVisit()
    return .merge(
      opensExcerpts ? showExcerpts() : .none,
      tellLoopMode(), adoptCurrent { $0.adoptClip { $0.stay() } },
      wasStill && !isSuspended ? adoptCurrent { $0.adoptClip { $0.resume() } } : .none,
      .run { [thumbnailClient] _ in thumbnailClient.want([]) })
  }

  /// Does what the overview cannot do itself.
  mutating func reduce(_ action: Overview.Action) -> Effect<Feed.Action> {
    switch action {
    case .delegate(.close): return closeOverview()
    case .delegate(.open(let id)): return change { $0.open(at: id, filter: $0.nextFilter) }
    case .shelvesTapped:
      guard let overview, !overview.sections.isEmpty else { return show(.noSections) }
      isShelved = overview.isShelved
      return .none
    case .remembered(_, let marks), .lotFound(_, let marks), .shelf(_, .remembered(_, let marks)):
      return takeMarks(marks)
    default: return .none
    }
  }

  /// Moves the cursor of the overview; `nil` if that is closed.
  mutating func moveCursor(_ move: Overview.Move) -> Effect<Feed.Action>? {
    overview == nil ? nil : adoptOverview(.moved(move))
  }

  /// Whether an action is for the overview, and that has closed since.
  func isTooLate(_ action: Feed.Action) -> Bool {
    if case .overview = action { overview == nil } else { false }
  }

  /// Has the overview, if it is open, reduce an action at once.
  mutating func adoptOverview(_ action: Overview.Action) -> Effect<Feed.Action> {
    adoptOverview { Overview().reduce(into: &$0, action: action) }
  }

  mutating func adoptOverview(
    _ change: (inout Overview.State) -> Effect<Overview.Action>
  ) -> Effect<Feed.Action> {
    .adopt(&self, \.overview, action: Feed.Action.overviewCase, change)
  }

  /// Shows an item: its page, or under the cursor.
  mutating func show(_ id: ItemID, _ page: PageID? = nil) -> Effect<Feed.Action> {
    overview == nil
      ? change { $0.cancelOpening() + $0.turn(toPageOf: id, page) }
      : adoptOverview { $0.locate(id) }
  }
}

extension Feed.Action {
  package static let overviewCase = CasePath<Feed.Action, Overview.Action>(
    embed: Feed.Action.overview,
    extract: { if case .overview(let action) = $0 { action } else { nil } })
}
