import Composable
import Models

// Replacing this window with another.
extension FeedWindow {
  /// Pages in a new window: the one on screen and those after it.
  private static let openingLimit = 8

  /// The filter for the next request.
  var nextFilter: FeedFilter { opening?.filter ?? filter }

  /// Requests the items of another window; until they arrive, this one stays.
  mutating func open(_ opening: Opening, isStale: Bool = false) -> Step {
    giveUp()
    return request(opening, isStale: isStale)
  }

  /// Likewise; pending swipes count from where it opens.
  mutating func request(_ opening: Opening, isStale: Bool = false) -> Step {
    var opening = opening
    opening.isStale = isStale || self.isStale
    self.opening = opening
    ahead.drop()
    behind.drop()
    let request = FeedBatchRequest(
      opening.cursor, opening.direction, limit: Self.openingLimit, filter: opening.filter,
      isInclusive: true)
    return Step(requests: [
      .drop(.end(.forwards)), .drop(.end(.backwards)), .page(request, .opening),
    ])
  }

  /// Opens the window at an item, or at the start if there is none.
  mutating func open(at id: ItemID?, filter: FeedFilter) -> Step {
    open(Opening(at: id, filter: filter))
  }

  /// Cancels the opening of another window, with the swipes pending in it.
  mutating func cancelOpening() -> Step {
    giveUp()
    guard opening.take() != nil else { return Step() }
    return Step(requests: [.drop(.opening)])
  }

  /// Nothing that it has asked for is waited for any more.
  mutating func stopWaiting() {
    (opening, pending) = (nil, 0)
    ahead.drop()
    behind.drop()
  }

  /// Without a page, this is the one to come back to.
  mutating func rememberLast(_ id: PageID?) {
    if currentID == nil { lastID = id }
  }

  /// Takes the items of another window.
  mutating func take(_ answer: Result<FeedBatch, FeedError>) -> Step {
    guard let opening else { return Step() }
    if opening.followsOrder {
      // One change at most, and none once a key was pressed.
      guard followsUntil.take() != nil else {
        return request(Opening(at: lastItem, filter: opening.filter), isStale: true)
      }
    }
    switch answer {
    case .failure(let error):
      giveUp()
      self.opening = nil
      let isNothingThere = edge(.forwards) == nil && error.reason != .cancelled
      // Otherwise the app shows the toast.
      guard isNothingThere else { return opening.isStale ? forgetNeighbours() : grow() }
      behind = .reached
      return fail(.forwards, error)
    case .success(let page) where page.items.isEmpty:
      if case .item = opening.cursor, opening.direction == .forwards {
        // The former item is now the last one: read those before it.
        return request(
          Opening(cursor: opening.cursor, direction: .backwards, filter: opening.filter))
      }
      if case .index = opening.cursor {
        // There are fewer: the last one is the closest.
        return request(Opening(cursor: .end, direction: .backwards, filter: opening.filter))
      }
      giveUp()
      let last = self
      self = FeedWindow(filter: opening.filter)
      (lastID, direction, revision) = (last.lastID, last.direction, last.revision + 1)
      missed = last.missed
      (ahead, behind) = (.reached, .reached)
      return Step()
    case .success(let page):
      self.opening = nil
      return show(page, at: opening)
    }
  }

  /// Replaces this window with another. Pages in both are kept.
  private mutating func show(_ page: FeedBatch, at opening: Opening) -> Step {
    let isForwards = opening.direction == .forwards
    let last = currentID
    let shown = page.items.flatMap(pages(of:))
    pages = IdentifiedArray(uniqueElements: shown.map { pages[id: $0.id] ?? $0 })
    keepExcerptsOfPages()
    // Of an item that stays on screen, so does its page.
    var start = isForwards ? 0 : pages.count - 1
    if let last, let index = pages.index(id: last), last.item == pages[start].id.item {
      start = index
    }
    // Swipes made meanwhile count from where the window opens.
    let wanted = start + pending
    let index = min(max(wanted, 0), pages.count - 1)
    let target = pages[index].id
    (currentID, lastID) = (target, target)
    filter = opening.filter
    direction = opening.direction
    ahead = (isForwards ? page.isLast : opening.cursor.isAfterAll) ? .reached : .open
    behind = (isForwards ? opening.cursor == .start : page.isLast) ? .reached : .open
    revision += 1
    pending = wanted - index
    return makePendingSwipes()
  }

  /// The window could not be reloaded: all pages but the one on screen are fetched as at the start.
  private mutating func forgetNeighbours() -> Step {
    guard let current else { return grow() }
    pages = [current]
    keepExcerptsOfPages()
    revision += 1
    // From a notice, only another try leads on.
    for direction in [FeedDirection.forwards, .backwards]
    where current.id != .notice(direction) {
      self[direction] = current.id.item == nil ? .reached : .open
    }
    return grow()
  }
}

extension FeedCursor {
  /// Whether nothing comes after it: the end, or an item known to be the last.
  fileprivate var isAfterAll: Bool {
    switch self {
    case .end, .item: true
    case .start, .bestMatch, .content, .index: false
    }
  }
}
