import Clients
import Composable
import Models

// The sheet in place of a page.
extension Feed.State {
  /// Whether the clip under the cursor of the overview does not play.
  var isTileStill: Bool { overview != nil && tilePlay == .off }

  /// Nothing lies over the page any more: its clip goes on, unless it is one of a sheet that stands
  /// still.
  mutating func uncover() -> Effect<Feed.Action> {
    let uncovered = adoptCurrent { $0.pageUncovered() }
    guard isTileStill else { return uncovered }
    return .concatenate(uncovered, adoptCurrent { $0.adoptClip { $0.suspend() } })
  }

  /// Whether the clip under the cursor of the overview plays without sound.
  var isTileSilent: Bool {
    guard let overview else { return false }
    return !overview.isLingering || overview.current?.id != currentItem
  }

  /// The item that keys are for: on screen, or under the cursor.
  package var subject: FeedItem? { overview == nil ? current?.item : overview?.current }

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

  mutating func reduce(_ action: Overview.Action) -> Effect<Feed.Action> {
    switch action {
    case .toggled: return overview == nil ? openOverview() : closeOverview()
    case .opened: return closeOverview()
    default: break
    }
    guard overview != nil else { return .none }
    switch action {
    case .located(let number, let count, let isSame):
      overview?.setCount(count)
      overview?.place(at: number, keepsItem: isSame)
      overview?.setSections(sections.all)
      return readOverview(anew: true).merge(with: isSame ? .none : rest())
    case .laidOut(let grid):
      overview?.layOut(grid)
      return readOverview()
    case .moved(let move):
      let top = overview?.top
      overview?.isClosing = false
      guard overview?.move(move) == true else { return .none }
      noteSeen()
      guard overview?.top != top else { return rest() }
      overview?.isScrolling = true
      return readOverview().merge(with: rest())
    case .scrolled(let rows):
      overview?.scroll(by: rows)
      overview?.isScrolling = true
      overview?.isClosing = false
      noteSeen()
      return readOverview().merge(with: rest())
    case .zoomed(let steps):
      overview?.zoom(by: steps)
      return .none
    case .found(let items, let start, let count):
      overview?.setCount(count)
      overview?.take(items, from: start)
      noteSeen()
      let isAwaited = overview?.isClosing == true && overview?.followed != overview?.current?.id
      return .merge(wantThumbnails(), isAwaited ? closeOverview() : .none)
    case .markTapped: return toggleMark()
    case .rangeTapped: return overview.map { markAll(in: $0.markRange) } ?? .none
    case .allTapped:
      guard let sheet = overview else { return .none }
      let isAll = sheet.marked.count == min(sheet.count, Overview.maxMarks)
      guard !isAll else {
        overview?.unmarkAll()
        return .none
      }
      return markAll(in: 0..<sheet.count)
    case .lotFound(let items, let marks):
      let rotated = takeMarks(marks)
      overview?.mark(items)
      return rotated
    case .remembered(let ids, let marks):
      let rotated = takeMarks(marks)
      overview?.remembered = Set(ids)
      noteSeen()
      return marks.isEmpty ? rotated : rotated.merge(with: wantThumbnails())
    case .thumbnailsChanged(let thumbnails):
      overview?.take(thumbnails)
      noteSeen()
      return .none
    case .settled:
      overview?.isScrolling = false
      return wantAll()
    case .rested: return follow()
    case .lingered:
      overview?.isLingering = true
      return .none
    case .toggled, .opened: return .none
    }
  }

  /// Shows the sheet, with the page on screen under the cursor.
  private mutating func openOverview() -> Effect<Feed.Action> {
    @Dependency(\.thumbnailClient) var thumbnailClient
    var sheet = Overview()
    sheet.followed = currentItem
    overview = sheet
    return .merge(
      closeOverlay(), tellLoopMode(), endVisit(.jump),
      locate(window.lastItem),
      isTileStill ? adoptCurrent { $0.adoptClip { $0.suspend() } } : .none,
      .run { [thumbnailClient] send in
        for await _ in thumbnailClient.changes() {
          await send(.overview(.thumbnailsChanged(thumbnailClient.takeChanges())))
        }
      }
      .cancellable(id: Overview.CancelID.changes, cancelInFlight: true))
  }

  /// Shows the page of the clip under the cursor; until that is there, the sheet stays.
  mutating func closeOverview() -> Effect<Feed.Action> {
    guard let sheet = overview, !isEmpty, sheet.count > 0, sheet.grid != nil else {
      return endOverview()
    }
    guard let id = sheet.current?.id else {
      // It has been scrolled to, and is being read.
      overview?.isClosing = true
      return .none
    }
    guard id != currentItem else { return endOverview() }
    overview?.isClosing = true
    overview?.followed = id
    return change { $0.open(at: id, filter: $0.nextFilter) }
  }

  private mutating func endOverview() -> Effect<Feed.Action> {
    @Dependency(\.thumbnailClient) var thumbnailClient
    let wasStill = isTileStill
    overview = nil
    beginVisit()
    return .merge(
      tellLoopMode(), adoptCurrent { $0.adoptClip { $0.stay() } },
      wasStill && !isSuspended ? adoptCurrent { $0.adoptClip { $0.resume() } } : .none,
      .merge(Overview.CancelID.allCases.map { .cancel(id: $0) }),
      .run { [thumbnailClient] _ in thumbnailClient.want([]) })
  }

  /// Another page is current: the one that was asked for, or else the cursor goes there.
  mutating func overviewFollowsPage() -> Effect<Feed.Action> {
    guard overview != nil else { return .none }
    let current = currentItem
    guard current == overview?.followed else {
      overview?.isClosing = false
      overview?.followed = current
      return locate(window.lastItem)
    }
    return overview?.isClosing == true ? endOverview() : .none
  }

  /// The source has changed: what was read may be in other places.
  mutating func overviewIsOutdated(_ changes: [FeedChange]) -> Effect<Feed.Action> {
    @Dependency(\.thumbnailClient) var thumbnailClient
    guard overview != nil, changes.contains(where: { $0 != .counted }) else { return .none }
    var reloaded: [ItemID] = []
    for case .reload(let item) in changes { reloaded.append(item.id) }
    overview?.unmark(changes)
    overview?.forgetThumbnails(of: reloaded)
    let forgotten: Effect<Feed.Action> =
      reloaded.isEmpty ? .none : .run { [thumbnailClient] _ in thumbnailClient.forget(reloaded) }
    let current = overview?.current?.id
    return .merge(
      forgotten, locate(current ?? window.lastItem, isSame: current != nil))
  }

  /// The filter has changed: the cursor goes where the page is.
  mutating func overviewIsFiltered() -> Effect<Feed.Action> {
    guard overview != nil else { return .none }
    let current = currentItem
    overview?.followed = current
    return locate(window.lastItem)
  }

  /// Shows an item: its page, or under the cursor.
  mutating func show(_ id: ItemID) -> Effect<Feed.Action> {
    overview == nil ? change { $0.cancelOpening() + $0.turn(toPageOf: id) } : locate(id)
  }

  /// The page under the cursor could not be opened.
  mutating func overviewMissesPage() {
    let current = currentItem
    overview?.isClosing = false
    overview?.followed = current
  }

  /// Finds out where an item is.
  ///
  /// - Parameter isSame: Whether the cursor is on it.
  private func locate(_ id: ItemID?, isSame: Bool = false) -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    let last = overview?.cursor ?? 0
    return .run { [feedClient, filter = window.nextFilter] send in
      let place = feedClient.place(id, filter)
      let number = place.number.map { $0 - 1 } ?? last
      await send(
        .overview(
          .located(number, count: place.count, isSame: isSame && place.number != nil)))
    }
  }

  /// Reads what the screen shows and what is around it, unless it was read.
  mutating func readOverview(anew isAnew: Bool = false) -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.recordClient) var recordClient
    guard let overview, overview.grid != nil else { return .none }
    let range = isAnew ? overview.around : overview.missing
    guard let range, !range.isEmpty else {
      if overview.count == 0 { self.overview?.take([], from: 0) }
      return wantThumbnails()
    }
    let filter = window.nextFilter
    return .merge(
      wantThumbnails(),
      .run { [feedClient, recordClient] send in
        let request = FeedBatchRequest(
          .index(range.lowerBound), limit: range.count, filter: filter, isInclusive: true)
        guard case .success(let batch) = await feedClient.page(request) else { return }
        let count = feedClient.place(batch.items.first?.id, filter).count
        await send(.overview(.found(batch.items, from: range.lowerBound, count: count)))
        // What is remembered takes a look at each file: a held key does not wait for it.
        let marks = await recordClient.marks(of: batch.items)
        await send(.overview(.remembered(batch.items.map(\.id), marks)))
      }
      .cancellable(id: Overview.CancelID.items, cancelInFlight: true))
  }

  /// Marks the item under the cursor, or takes its mark away, and goes on to the next one.
  private mutating func toggleMark() -> Effect<Feed.Action> {
    @Dependency(\.recordClient) var recordClient
    guard let item = overview?.current else { return .none }
    let isRemembered = overview?.remembered.contains(item.id) == true
    overview?.toggleMark()
    noteSeen()
    // What is decided about it replaces what was, also if it has left the screen by then.
    let remembered: Effect<Feed.Action> =
      isRemembered
      ? .none
      : .run { [recordClient] send in
        await send(.marksFound(recordClient.marks(of: [item])))
      }
    return .merge(remembered, readOverview(), rest())
  }

  /// Marks the items with some numbers.
  private func markAll(in range: Range<Int>) -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.recordClient) var recordClient
    let limit = min(range.count, Overview.maxMarks)
    guard limit > 0 else { return .none }
    return .run { [feedClient, recordClient, filter = window.nextFilter] send in
      let request = FeedBatchRequest(
        .index(range.lowerBound), limit: limit, filter: filter, isInclusive: true)
      guard case .success(let batch) = await feedClient.page(request) else { return }
      // What is decided about them replaces what was.
      await send(.overview(.lotFound(batch.items, recordClient.marks(of: batch.items))))
    }
    .cancellable(id: Overview.CancelID.marking, cancelInFlight: true)
  }

  /// Cancels the thumbnails of tiles that are not on screen any more; those of the others are made
  /// as soon as the screen stands still.
  private mutating func wantThumbnails() -> Effect<Feed.Action> {
    @Dependency(\.thumbnailClient) var thumbnailClient
    @Dependency(\.clock) var clock
    guard let overview, overview.isScrolling else { return wantAll() }
    let wanted = overview.wantedIDs.intersection(overview.visibleIDs)
    let kept = overview.wanted(rotation).filter { wanted.contains($0.id) }
    self.overview?.wantedIDs = wanted
    return .run { [thumbnailClient, clock] send in
      thumbnailClient.want(kept)
      try await clock.sleep(for: Overview.settleDelay)
      await send(.overview(.settled))
    }
    .cancellable(id: Overview.CancelID.settling, cancelInFlight: true)
  }

  /// Requests the thumbnails of the screen and of what is around it.
  private mutating func wantAll() -> Effect<Feed.Action> {
    @Dependency(\.thumbnailClient) var thumbnailClient
    guard let wanted = overview?.wanted(rotation) else { return .none }
    overview?.wantedIDs = Set(wanted.map(\.id))
    return .run { [thumbnailClient] _ in thumbnailClient.want(wanted) }
  }

  private func rotation(_ id: ItemID) -> Rotation? { marks(of: id).rotation }

  /// The cursor has moved: its clip plays once it rests.
  private func rest() -> Effect<Feed.Action> {
    @Dependency(\.clock) var clock
    return .run { [clock, tilePlay] send in
      try await clock.sleep(for: Overview.restDelay)
      await send(.overview(.rested))
      guard tilePlay == .heard else { return }
      try await clock.sleep(for: Overview.soundDelay - Overview.restDelay)
      await send(.overview(.lingered))
    }
    .cancellable(id: Overview.CancelID.resting, cancelInFlight: true)
  }

  /// Makes the clip under the cursor the current page, which plays it.
  private mutating func follow() -> Effect<Feed.Action> {
    guard let id = overview?.current?.id, id != currentItem, id != overview?.followed else {
      return .none
    }
    overview?.followed = id
    return change { $0.open(at: id, filter: $0.nextFilter) }
  }

  /// The thumbnail under the cursor may be visible now.
  private mutating func noteSeen() {
    @Dependency(\.date) var date
    guard let overview, overview.seenSince == nil, let tile = overview.tile(at: overview.cursor),
      tile.thumbnail != nil || tile.item.playable == nil,
      // What is decided replaces what was.
      overview.remembered.contains(tile.id)
    else { return }
    self.overview?.seenSince = date.seconds
  }
}
