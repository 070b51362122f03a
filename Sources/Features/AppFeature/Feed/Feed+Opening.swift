import Clients
import Composable
import Models

extension Opening {
  /// Items in a new window: the page on screen and what comes after it.
  static let limit = 8

  /// Whether a swipe takes precedence over what is awaited: who pressed `G` and swipes while the
  /// end is still looked for has thought better of it.
  func canBeLeft(from filter: FeedFilter) -> Bool {
    guard self.filter == filter else { return false }
    return switch cursor {
    case .start, .bestMatch, .end, .index: true
    case .item: false
    }
  }
}

extension Feed.State {
  /// Looks for the items of another window; until they are there, this one stays.
  mutating func open(_ opening: Opening) -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.likeClient) var likeClient
    self.opening = opening
    owedSwipes = 0
    (ahead.batch, behind.batch) = (nil, nil)
    likedIDs.formIntersection(items.ids)
    let request = FeedPageRequest(
      opening.cursor, opening.direction, limit: Opening.limit, filter: opening.filter,
      isInclusive: true)
    return .merge(
      .cancel(id: Feed.CancelID.batch(.forwards)),
      .cancel(id: Feed.CancelID.batch(.backwards)),
      .run { [feedClient, likeClient] send in
        await send(.windowFound(.find(request, in: feedClient, likeClient)))
      }
      .cancellable(id: Feed.CancelID.opening, cancelInFlight: true))
  }

  /// Another window is no longer wanted, nor what was swiped ahead in it.
  mutating func cancelOpening() -> Effect<Feed.Action> {
    opening = nil
    owedSwipes = 0
    return .cancel(id: Feed.CancelID.opening)
  }

  /// Goes to the first item of the index.
  mutating func goToFirst() -> Effect<Feed.Action> {
    guard behind.canGrow || isStale else { return .merge(cancelOpening(), go(to: items.ids.first)) }
    return open(Opening(.start, filter: openingFilter))
  }

  /// Goes to the last item of the index.
  mutating func goToLast() -> Effect<Feed.Action> {
    guard ahead.canGrow || isStale else { return .merge(cancelOpening(), go(to: items.ids.last)) }
    return open(Opening(.end, .backwards, filter: openingFilter))
  }

  /// Opens the window at an item, or at the beginning if there is none.
  mutating func open(at id: ItemID?, filter: FeedFilter) -> Effect<Feed.Action> {
    let cursor = id.flatMap { $0.isNotice ? nil : FeedCursor.item($0) } ?? .start
    return open(Opening(cursor, filter: filter))
  }

  /// Takes in the items of another window.
  mutating func takeWindow(_ found: Feed.FoundItems) -> Effect<Feed.Action> {
    guard let opening else { return .none }
    self.opening = nil
    switch found.page {
    case .failure(let error):
      owedSwipes = 0
      let isNothingThere = edge(.forwards) == nil && error.reason != .cancelled
      // Otherwise whatever is shown on all pages tells of it.
      guard isNothingThere else { return isStale ? forgetNeighbours() : grow() }
      behind.isReached = true
      return fail(.forwards, error)
    case .success(let page) where page.items.isEmpty:
      if case .item = opening.cursor, opening.direction == .forwards {
        // What was there is the last item no more: those before it remain.
        return open(Opening(opening.cursor, .backwards, filter: opening.filter))
      }
      return showNothing(filter: opening.filter)
    case .success(let page):
      return show(page, likedIDs: found.likedIDs, at: opening)
    }
  }

  /// The filter that counts for what is asked for next.
  private var openingFilter: FeedFilter { opening?.filter ?? filter }

  private mutating func go(to target: ItemID?) -> Effect<Feed.Action> {
    let before = currentID
    owedSwipes = 0
    let turned = turn(to: target, leaving: .jump)
    if currentID != before { direction = currentID == items.ids.first ? .forwards : .backwards }
    return turned.merge(with: currentID == before ? grow() : .none)
  }

  /// Puts another window in the place of this one. What both hold stays as it is.
  private mutating func show(
    _ page: FeedPage, likedIDs found: Set<ItemID>, at opening: Opening
  ) -> Effect<Feed.Action> {
    let isForwards = opening.direction == .forwards
    // What was swiped meanwhile counts from where the window opens.
    let wanted = (isForwards ? 0 : page.items.count - 1) + owedSwipes
    let index = min(max(wanted, 0), page.items.count - 1)
    let target = page.items[index].id
    let isStaying = target == currentID
    let recorded = isStaying ? Effect.none : endVisit(.jump)
    let left = isStaying ? Effect.none : adoptCurrent { $0.pageLeft(for: .otherPage) }
    let present = Set(page.items.map(\.id).filter { items.contains(id: $0) })
    let pages = page.items.map { items[id: $0.id] ?? Item.State($0) }
    items = IdentifiedArray(uniqueElements: pages)
    likedIDs = likedIDs.intersection(present).union(found.subtracting(present))
    filter = opening.filter
    isStale = false
    direction = opening.direction
    ahead = FeedEnd(isReached: isForwards ? page.isLast : opening.cursor.isAfterAll)
    behind = FeedEnd(isReached: isForwards ? opening.cursor == .start : page.isLast)
    revision += 1
    owedSwipes = 0
    let entered = isStaying ? Effect.merge(prepareWindow(), grow()) : enter(target, after: left)
    owedSwipes = wanted - index
    let paid = owedSwipes == 0 ? Effect.none : payOwedSwipes()
    return .merge(recorded, entered, rememberPlace(), paid)
  }

  /// The window could not be read again: all but the page on screen is fetched like at the beginning.
  private mutating func forgetNeighbours() -> Effect<Feed.Action> {
    guard let current, !current.id.isNotice else { return grow() }
    items = [current]
    likedIDs.formIntersection(items.ids)
    (ahead, behind) = (FeedEnd(), FeedEnd())
    isStale = false
    revision += 1
    return .merge(prepareWindow(), grow())
  }

  /// The index holds nothing that the filter lets through.
  private mutating func showNothing(filter: FeedFilter) -> Effect<Feed.Action> {
    let recorded = endVisit(.jump)
    let left = adoptCurrent { $0.pageLeft(for: .otherPage) }
    self.filter = filter
    isStale = false
    items = []
    currentID = nil
    details = nil
    likedIDs = []
    owedSwipes = 0
    (ahead, behind) = (FeedEnd(isReached: true), FeedEnd(isReached: true))
    revision += 1
    return .merge(.cancel(id: Feed.CancelID.page), recorded, left, prepareWindow())
  }
}

extension FeedCursor {
  /// Whether nothing comes after it: the end, or an item that was found to have nothing after it.
  fileprivate var isAfterAll: Bool {
    switch self {
    case .end, .item: true
    case .start, .bestMatch, .index: false
    }
  }
}
