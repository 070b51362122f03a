import Composable
import Models

/// How the window grows.
private enum Growth {
  /// With fewer pages beyond the one on screen, more are fetched.
  static let reserve = 3
  /// Items in a batch.
  static let batch = 5
  /// Items fetched beyond those that the user has swiped to already.
  static let surplus = 3
  /// The most items of one page, however far the user has swiped.
  static let longestPage = 200
  /// Pages that stay on one side of the one on screen; those further away are fetched again.
  static let kept = 60
  /// How many more there may be before they are taken away together.
  static let slack = 20
}

// How the window grows at its ends.
extension FeedWindow {
  /// Fetches more where few pages are left beyond the one on screen.
  mutating func grow() -> Step {
    // Another window is about to come.
    guard opening == nil else { return Step() }
    var step = Step()
    for direction in [FeedDirection.forwards, .backwards] {
      guard self[direction] == .open, remaining(direction) < Growth.reserve else { continue }
      step += fetch(direction)
    }
    return step
  }

  /// Asks for the items beyond an end, in place of those that were asked for before.
  mutating func fetch(_ direction: FeedDirection, limit: Int = Growth.batch) -> Step {
    guard let edge = edge(direction) else { return Step() }
    self[direction] = .fetching(limit: limit)
    let request = FeedBatchRequest(.item(edge), direction, limit: limit, filter: filter)
    return Step(requests: [.page(request, .end(direction))])
  }

  /// Asks for what the user has swiped to, so many items beyond an end.
  mutating func reach(_ direction: FeedDirection, beyond count: Int) -> Step {
    switch self[direction] {
    case .settling:
      // The user waits for just these items.
      return append(direction)
    case .fetching(let limit) where limit >= min(count, Growth.longestPage):
      return Step()
    case .fetching, .open, .failed, .reached:
      let limit = min(count + Growth.surplus, Growth.longestPage)
      return fetch(direction, limit: max(limit, Growth.batch))
    }
  }

  /// Takes in what the index has beyond an end.
  mutating func take(
    _ answer: Result<FeedBatch, FeedError>, beyond direction: FeedDirection
  ) -> Step {
    guard case .fetching = self[direction] else { return Step() }
    switch answer {
    case .failure(let error) where error.reason == .cancelled:
      self[direction] = .open
      pending = 0
      return Step()
    case .failure(let error):
      return fail(direction, error)
    case .success(let page):
      let fresh = page.items.filter { !pages.contains(id: $0.id) }
      // A source that says there is more and gives nothing would be asked for ever.
      self[direction] = .settling(fresh, isLast: page.isLast || fresh.isEmpty)
      let clips = fresh.filter { $0.playable != nil }
      let isAwaited =
        pending.signum() == direction.rawValue || currentID == ItemID.notice(direction)
      if isAwaited || clips.isEmpty { return append(direction) }
      return Step(requests: [.readiness(clips, direction)])
    }
  }

  /// Adds the items that are being made ready to the window, in one change.
  ///
  /// - Parameters:
  ///   - direction: The end of the window.
  ///   - statuses: What their players have come to by now.
  mutating func append(
    _ direction: FeedDirection, statuses: [ItemID: PlayerStatus] = [:]
  ) -> Step {
    guard case .settling(let fresh, let isLast) = self[direction] else { return Step() }
    self[direction] = isLast ? .reached : .open
    let added = fresh.map { item in
      var page = Item.State(item)
      if let status = statuses[item.id] { page.clip?.status = status }
      return page
    }
    pages.insert(contentsOf: added, at: direction == .forwards ? pages.count : 0)
    return Step(requests: [.drop(.end(direction))]) + replaceNotice(direction, with: fresh)
      + trim(direction.opposite) + makePendingSwipes()
  }

  /// Takes pages away that are far behind: a window that only grew would make each change of it
  /// dearer than the last.
  private mutating func trim(_ direction: FeedDirection) -> Step {
    let excess = remaining(direction) - Growth.kept
    guard excess > Growth.slack else { return Step() }
    let removed = Set(direction == .forwards ? pages.ids.suffix(excess) : pages.ids.prefix(excess))
    pages.removeAll { removed.contains($0.id) }
    self[direction] = .open
    return Step(requests: [.drop(.end(direction))])
  }
}

// Pages that could not be read.
extension FeedWindow {
  /// What is beyond an end could not be read: a notice takes its place, onto which the user is led
  /// who has swiped so far.
  mutating func fail(_ direction: FeedDirection, _ error: FeedError) -> Step {
    let id = ItemID.notice(direction)
    let notice = Notice(error, canRetry: true)
    let page = Item.State(FeedItem(id: id, kind: .notice(notice)))
    if pages.contains(id: id) {
      pages[id: id] = page
    } else {
      pages.insert(page, at: direction == .forwards ? pages.count : 0)
    }
    self[direction] = .failed(error)
    guard pending.signum() == direction.rawValue || currentID == nil else { return Step() }
    pending = 0
    return turn(to: id)
  }

  /// Tries again to read what a notice stands for, if there is one.
  mutating func retry(_ direction: FeedDirection) -> Step {
    // Another window brings its own.
    guard case .failed = self[direction], opening == nil else { return Step() }
    self[direction] = .open
    pages[id: .notice(direction)]?.notice?.isRetrying = true
    return edge(direction) == nil ? open(Opening(cursor: .start, filter: filter)) : fetch(direction)
  }

  /// What a notice stood for has come: the notice goes, and who looks at it sees what it stood for,
  /// or if that is nothing, what comes before.
  private mutating func replaceNotice(_ direction: FeedDirection, with fresh: [FeedItem]) -> Step {
    let id = ItemID.notice(direction)
    guard pages.contains(id: id) else { return Step() }
    let isPending = pending.signum() == direction.rawValue
    // The notice was a page, too: the first swipe against it brings what it stood for.
    let rest = isPending ? abs(pending) - 1 : 0
    guard currentID == id else {
      if isPending { pending = rest * direction.rawValue }
      pages.remove(id: id)
      return Step()
    }
    let steps = max(min(rest, fresh.count - 1), 0)
    let next = direction == .forwards ? fresh.dropFirst(steps).first : fresh.dropLast(steps).last
    let step = turn(to: fresh.isEmpty ? edge(direction) : next?.id)
    pending = fresh.isEmpty ? 0 : (rest - steps) * direction.rawValue
    if currentID != id { pages.remove(id: id) }
    return step
  }
}
