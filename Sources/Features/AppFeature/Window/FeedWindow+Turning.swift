import Composable
import Models

/// More items than any window holds: a side without an end, or without a known one.
private let farAway = 1 << 40

// Which page is on screen.
extension FeedWindow {
  /// Turns once to where swipes lead, stopping at the ends of the feed.
  ///
  /// Swipes beyond a window that may grow are pending: their batch is requested at once, and the
  /// page turns when it arrives. So the same keys lead to the same page however fast the source is.
  /// Keys against an unknown end count until it is known.
  ///
  /// - Parameter isAutomatic: Whether a clip has ended, and the user has done nothing.
  mutating func swipe(_ swipes: Swipes, isAutomatic: Bool = false) -> Step {
    let index = currentIndex
    var step = Step()
    if !swipes.isEmpty { (self.isAutomatic, followsUntil) = (isAutomatic, nil) }
    if let opening {
      guard index != nil, opening.canBeLeft(from: filter), !isStale else {
        // The swipes count from where the window opens.
        pending = swipes.destination(from: pending, within: -farAway...farAway)
        return step
      }
      step += cancelOpening()
    }
    guard let index else { return step }
    let last = pages.count - 1
    let lowest = canGo(beyond: .backwards, from: index) ? -farAway : 0
    let highest = canGo(beyond: .forwards, from: index) ? farAway : last
    let start = min(max(index + pending, lowest), highest)
    let wanted = swipes.destination(from: start, within: lowest...highest)
    if wanted != index { direction = wanted > index ? .forwards : .backwards }
    guard !(0...last).contains(wanted) else {
      pending = 0
      if abs(wanted - index) == 1 { step.leaving = wanted > index ? .forwards : .backwards }
      return step + (wanted == index ? grow() : turn(to: pages[wanted].id))
    }
    pending = wanted - index
    // A swipe against the notice of a failed batch retries it.
    return step + retry(direction)
      + reach(direction, beyond: wanted > last ? wanted - last : -wanted)
  }

  /// Turns to a page of the window; swipes that are pending do not count any more.
  mutating func turn(to target: PageID?) -> Step {
    guard let target, target != currentID, pages.contains(id: target) else { return Step() }
    giveUp()
    (currentID, lastID) = (target, target)
    return grow()
  }

  /// Turns to an item of the window.
  ///
  /// - Parameter page: Which of its pages; if it is not there, the first one.
  mutating func turn(toPageOf item: ItemID, _ page: PageID? = nil) -> Step {
    if let page, page.item == item, pages.contains(id: page) { return turn(to: page) }
    guard item != currentItem, let range = range(of: item) else { return Step() }
    return turn(to: pages[range.lowerBound].id)
  }

  /// Forgets the page that the user has gone to.
  mutating func giveUp() {
    followsUntil = nil
    if isTurning { missed &+= 1 }
    pending = 0
  }

  /// Turns as far as the available pages allow.
  mutating func makePendingSwipes() -> Step {
    pending == 0 ? grow() : swipe(Swipes())
  }

  /// Turns to the last available page in the direction of the pending swipes; the rest takes time.
  mutating func turnToEdge() -> Step {
    guard pending != 0, opening == nil, let index = currentIndex else { return Step() }
    let target = pending > 0 ? pages.count - 1 : 0
    let rest = index + pending - target
    pending = 0
    let step = turn(to: pages[target].id)
    pending = rest
    return step
  }

  /// Goes to the first item of the index.
  mutating func goToFirst() -> Step {
    behind.canGrow || isStale
      ? open(Opening(cursor: .start, filter: nextFilter)) : go(to: pages.ids.first)
  }

  /// Goes to the last item of the index.
  mutating func goToLast() -> Step {
    ahead.canGrow || isStale
      ? open(Opening(cursor: .end, direction: .backwards, filter: nextFilter))
      : go(to: pages.ids.last)
  }

  private mutating func go(to target: PageID?) -> Step {
    let step = cancelOpening()
    guard let target, target != currentID else { return step + grow() }
    direction = target == pages.ids.first ? .forwards : .backwards
    return step + turn(to: target)
  }

  /// The end of the feed that swipes hit: they turn no page, and will not when more is found.
  func end(against swipes: Swipes) -> FeedDirection? {
    guard opening == nil, pending == 0, let index = currentIndex,
      swipes.destination(from: index, within: 0...(pages.count - 1)) == index
    else { return nil }
    let steps = swipes.destination(from: 0, within: nil)
    guard steps != 0 else { return nil }
    let direction = steps > 0 ? FeedDirection.forwards : .backwards
    return canGo(beyond: direction, from: index) ? nil : direction
  }

  /// Whether swipes may lead beyond an end of the window: it can grow, or the user is on the notice
  /// that it could not.
  private func canGo(beyond direction: FeedDirection, from index: Int) -> Bool {
    self[direction].canGrow || pages[index].id == .notice(direction)
  }
}
