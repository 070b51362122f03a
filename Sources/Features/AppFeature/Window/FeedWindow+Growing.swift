import Composable
import Models

/// How the window grows.
private enum Growth {
  /// With fewer pages beyond the one on screen, more are fetched.
  static let reserve = 3
  /// Items in a batch.
  static let batch = 5
  /// Items fetched beyond those the user has already swiped to.
  static let surplus = 3
  /// The largest batch, however far the user has swiped.
  static let longestPage = 200
  /// Pages kept on each side of the one on screen; those further away are fetched again.
  static let kept = 60
  /// How many more there may be before they are removed together.
  static let slack = 20
}

// How the window grows at its ends.
extension FeedWindow {
  /// Fetches more when few pages are left beyond the one on screen.
  mutating func grow() -> Step {
    // Another window is being opened.
    guard opening == nil else { return Step() }
    var step = Step()
    for direction in [FeedDirection.forwards, .backwards] {
      guard self[direction] == .open, remaining(direction) < Growth.reserve else { continue }
      step += fetch(direction)
    }
    return step
  }

  /// Requests the items beyond an end, in place of the previous request.
  mutating func fetch(_ direction: FeedDirection, limit: Int = Growth.batch) -> Step {
    guard let edge = edge(direction) else { return Step() }
    self[direction] = .fetching(limit: limit)
    let request = FeedBatchRequest(.item(edge), direction, limit: limit, filter: filter)
    return Step(requests: [.page(request, .end(direction))])
  }

  /// Requests the items the user has swiped to, this many beyond an end.
  mutating func reach(_ direction: FeedDirection, beyond count: Int) -> Step {
    switch self[direction] {
    case .settling:
      // The user is waiting for exactly these items.
      return append(direction)
    case .fetching(let limit) where limit >= min(count, Growth.longestPage):
      return Step()
    case .fetching, .open, .failed, .reached:
      let limit = min(count + Growth.surplus, Growth.longestPage)
      return fetch(direction, limit: max(limit, Growth.batch))
    }
  }

  /// Takes the items of the index beyond an end.
  mutating func take(
    _ answer: Result<FeedBatch, FeedError>, beyond direction: FeedDirection
  ) -> Step {
    guard case .fetching = self[direction] else { return Step() }
    switch answer {
    case .failure(let error) where error.reason == .cancelled:
      self[direction] = .open
      giveUp()
      return Step()
    case .failure(let error):
      return fail(direction, error)
    case .success(let page):
      let fresh = page.items.filter { range(of: $0.id) == nil }
      // A source that claims more and returns nothing would be asked for ever.
      self[direction] = .settling(fresh, isLast: page.isLast || fresh.isEmpty)
      let clips = fresh.filter { $0.playable != nil }
      let isAwaited =
        pending.signum() == direction.rawValue || currentID == .notice(direction)
      if isAwaited || clips.isEmpty { return append(direction) }
      return Step(requests: [.readiness(clips, direction)])
    }
  }

  /// Adds the items that are being prepared to the window, in one change.
  ///
  /// - Parameters:
  ///   - direction: The end of the window.
  ///   - statuses: The status of their players by now.
  mutating func append(
    _ direction: FeedDirection, statuses: [ItemID: PlayerStatus] = [:]
  ) -> Step {
    guard case .settling(let fresh, let isLast) = self[direction] else { return Step() }
    self[direction] = isLast ? .reached : .open
    let added = fresh.flatMap { item in
      pages(of: item).map { page in
        var page = page
        if case .item(let id) = page.id, let status = statuses[id] { page.clip?.opened(as: status) }
        return page
      }
    }
    pages.insert(contentsOf: added, at: direction == .forwards ? pages.count : 0)
    return Step(requests: [.drop(.end(direction))]) + replaceNotice(direction, with: fresh)
      + trim(direction.opposite) + makePendingSwipes()
  }

  /// Removes pages far behind: in a window that only grew, every change would cost more than the
  /// last.
  private mutating func trim(_ direction: FeedDirection) -> Step {
    let excess = remaining(direction) - Growth.kept
    guard excess > Growth.slack else { return Step() }
    let removed = Set(direction == .forwards ? pages.ids.suffix(excess) : pages.ids.prefix(excess))
    // All pages of an item, so that it is fetched again.
    let items = Set(removed.compactMap(\.item))
    guard currentItem.map({ !items.contains($0) }) ?? true else { return Step() }
    pages.removeAll { $0.id.item.map(items.contains) ?? removed.contains($0.id) }
    keepExcerptsOfPages()
    self[direction] = .open
    return Step(requests: [.drop(.end(direction))])
  }
}

// Batches that could not be read.
extension FeedWindow {
  /// The items beyond an end could not be read: a notice takes their place. A user who has swiped
  /// that far sees it.
  mutating func fail(_ direction: FeedDirection, _ error: FeedError) -> Step {
    let id = PageID.notice(direction)
    let page = Item.State.notice(
      NoticeItem(id: id, item: nil, notice: Notice(error, canRetry: true)))
    if pages.contains(id: id) {
      pages[id: id] = page
    } else {
      pages.insert(page, at: direction == .forwards ? pages.count : 0)
    }
    self[direction] = .failed(error)
    guard pending.signum() == direction.rawValue || currentID == nil else { return Step() }
    giveUp()
    return turn(to: id)
  }

  /// Retries what a notice stands for, if there is one.
  mutating func retry(_ direction: FeedDirection) -> Step {
    // Another window brings its own items.
    guard case .failed = self[direction], opening == nil else { return Step() }
    self[direction] = .open
    pages[id: .notice(direction)]?.notice?.isRetrying = true
    return edge(direction) == nil ? open(Opening(cursor: .start, filter: filter)) : fetch(direction)
  }

  /// The items a notice stood for arrived: removes the notice. A user on it sees those items, or if
  /// there are none, the page before.
  private mutating func replaceNotice(_ direction: FeedDirection, with fresh: [FeedItem]) -> Step {
    let id = PageID.notice(direction)
    guard pages.contains(id: id) else { return Step() }
    let isPending = pending.signum() == direction.rawValue
    // The notice counts as a page: the first swipe against it shows what it stood for.
    let rest = isPending ? abs(pending) - 1 : 0
    guard currentID == id else {
      if isPending { pending = rest * direction.rawValue }
      pages.remove(id: id)
      return Step()
    }
    let steps = max(min(rest, fresh.count - 1), 0)
    let next = direction == .forwards ? fresh.dropFirst(steps).first : fresh.dropLast(steps).last
    if fresh.isEmpty { giveUp() }
    pending = 0
    let step = (next?.id ?? edge(direction)).map { turn(toPageOf: $0) } ?? Step()
    pending = fresh.isEmpty ? 0 : (rest - steps) * direction.rawValue
    if currentID != id { pages.remove(id: id) }
    return step
  }
}
