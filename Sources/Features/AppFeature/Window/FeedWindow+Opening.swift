import Composable
import Models

// Another window in place of this one.
extension FeedWindow {
  /// Pages in a new window: the one on screen and what comes after it.
  private static let openingLimit = 8

  /// The filter that counts for what is asked for next.
  var nextFilter: FeedFilter { opening?.filter ?? filter }

  /// Looks for the items of another window; until they are there, this one stays.
  mutating func open(_ opening: Opening, isStale: Bool = false) -> Step {
    var opening = opening
    opening.isStale = isStale || self.isStale
    self.opening = opening
    pending = 0
    ahead.drop()
    behind.drop()
    let request = FeedBatchRequest(
      opening.cursor, opening.direction, limit: Self.openingLimit, filter: opening.filter,
      isInclusive: true)
    return Step(requests: [
      .drop(.end(.forwards)), .drop(.end(.backwards)), .page(request, .opening),
    ])
  }

  /// Opens the window at an item, or at the beginning if there is none.
  mutating func open(at id: ItemID?, filter: FeedFilter, isStale: Bool = false) -> Step {
    let cursor = id.flatMap { $0.isNotice ? nil : FeedCursor.item($0) } ?? .start
    return open(Opening(cursor: cursor, filter: filter), isStale: isStale)
  }

  /// Another window is no longer wanted, nor what was swiped ahead in it.
  mutating func cancelOpening() -> Step {
    pending = 0
    guard opening.take() != nil else { return Step() }
    return Step(requests: [.drop(.opening)])
  }

  /// Takes in the items of another window.
  mutating func take(_ answer: Result<FeedBatch, FeedError>) -> Step {
    guard let opening else { return Step() }
    switch answer {
    case .failure(let error):
      self.opening = nil
      pending = 0
      let isNothingThere = edge(.forwards) == nil && error.reason != .cancelled
      // Otherwise whatever is shown on all pages tells of it.
      guard isNothingThere else { return opening.isStale ? forgetNeighbours() : grow() }
      behind = .reached
      return fail(.forwards, error)
    case .success(let page) where page.items.isEmpty:
      if case .item = opening.cursor, opening.direction == .forwards {
        // What was there is the last item no more: those before it remain.
        return open(Opening(cursor: opening.cursor, direction: .backwards, filter: opening.filter))
      }
      let last = self
      self = FeedWindow(filter: opening.filter)
      (lastID, direction, revision) = (last.lastID, last.direction, last.revision + 1)
      (ahead, behind) = (.reached, .reached)
      return Step()
    case .success(let page):
      self.opening = nil
      return show(page, at: opening)
    }
  }

  /// Puts another window in the place of this one. What both hold stays as it is.
  private mutating func show(_ page: FeedBatch, at opening: Opening) -> Step {
    let isForwards = opening.direction == .forwards
    // What was swiped meanwhile counts from where the window opens.
    let wanted = (isForwards ? 0 : page.items.count - 1) + pending
    let index = min(max(wanted, 0), page.items.count - 1)
    let target = page.items[index].id
    pages = IdentifiedArray(
      uniqueElements: page.items.map { pages[id: $0.id] ?? Item.State($0) })
    (currentID, lastID) = (target, target)
    filter = opening.filter
    direction = opening.direction
    ahead = (isForwards ? page.isLast : opening.cursor.isAfterAll) ? .reached : .open
    behind = (isForwards ? opening.cursor == .start : page.isLast) ? .reached : .open
    revision += 1
    pending = wanted - index
    return makePendingSwipes()
  }

  /// The window could not be read again: all but the page on screen is fetched like at the beginning.
  private mutating func forgetNeighbours() -> Step {
    if let current, !current.id.isNotice {
      pages = [current]
      (ahead, behind) = (.open, .open)
      revision += 1
    }
    return grow()
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
