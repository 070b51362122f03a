import Clients
import Composable
import Models

/// No window holds as many items: a side without an end, or without a known one.
private let farAway = 1 << 40

extension Feed.State {
  /// Turns once to where swipes lead, stopping at the ends of the feed.
  ///
  /// What goes beyond the window while that may grow is owed: the page is asked for at once, and
  /// turned to when it comes, so that the same keys lead to the same page however fast the source
  /// is.
  mutating func turn(
    by swipes: Swipes, leaving: Impression.Leaving? = nil
  ) -> Effect<Feed.Action> {
    guard let currentID, let index = items.index(id: currentID) else { return .none }
    var cancelled = Effect<Feed.Action>.none
    if let opening {
      guard opening.canBeLeft(from: filter), !isStale else {
        // The swipes count from where the window opens.
        owedSwipes = swipes.destination(from: owedSwipes, within: -farAway...farAway)
        return .none
      }
      cancelled = cancelOpening()
    }
    let last = items.count - 1
    let lowest = canGo(beyond: .backwards, from: index) ? -farAway : 0
    let highest = canGo(beyond: .forwards, from: index) ? farAway : last
    let start = min(max(index + owedSwipes, lowest), highest)
    let wanted = swipes.destination(from: start, within: lowest...highest)
    if wanted != index { direction = wanted > index ? .forwards : .backwards }
    guard !(0...last).contains(wanted) else {
      owedSwipes = 0
      guard wanted != index else { return cancelled.merge(with: cancelled.isNone ? .none : grow()) }
      let way: Impression.Leaving =
        abs(wanted - index) > 1 ? .jump : wanted > index ? .forwards : .backwards
      return cancelled.merge(with: turn(to: items[wanted].id, leaving: leaving ?? way))
    }
    owedSwipes = wanted - index
    // A swipe against the notice of a page that failed tries again.
    let retried = self[direction].failure == nil ? Effect.none : retry(direction)
    let reached = reach(direction, beyond: wanted > last ? wanted - last : -wanted)
    return .merge(cancelled, retried, reached)
  }

  /// Turns as far as the items found by now allow.
  mutating func payOwedSwipes() -> Effect<Feed.Action> {
    let before = currentID
    let turned = owedSwipes == 0 ? Effect.none : turn(by: Swipes())
    return currentID == before ? .merge(turned, prepareWindow(), grow()) : turned
  }

  /// Turns to the last page there is in the direction of what is owed: the rest takes its time.
  mutating func turnToEdge() -> Effect<Feed.Action> {
    guard owedSwipes != 0, opening == nil, let currentID, let index = items.index(id: currentID)
    else { return .none }
    let target = owedSwipes > 0 ? items.count - 1 : 0
    let rest = index + owedSwipes - target
    let turned = turn(to: items[target].id, leaving: .jump)
    owedSwipes = rest
    return turned
  }

  /// Turns to a page: the one on screen is left, the other entered, the neighbours made ready.
  mutating func turn(to target: ItemID?, leaving: Impression.Leaving) -> Effect<Feed.Action> {
    guard let target, target != currentID, items.contains(id: target) else { return .none }
    let recorded = endVisit(leaving)
    let left = adoptCurrent { $0.pageLeft(for: .otherPage) }
    return .merge(recorded, enter(target, after: left), rememberPlace())
  }

  /// Brings a page onto the screen once the one before has been left.
  mutating func enter(
    _ target: ItemID, after left: Effect<Feed.Action> = .none
  ) -> Effect<Feed.Action> {
    currentID = target
    lastID = target
    owedSwipes = 0
    details = nil
    let entered = enterCurrent(after: prepareWindow())
    beginVisit()
    return .merge(left, entered, grow())
  }

  /// The page on screen begins, once its player is there.
  ///
  /// The next turn cancels what has not begun by then: a page that was left already would be watched
  /// for ever.
  mutating func enterCurrent(after prepared: Effect<Feed.Action>) -> Effect<Feed.Action> {
    .concatenate(prepared, adoptCurrent { $0.pageEntered() })
      .cancellable(id: Feed.CancelID.page, cancelInFlight: true)
  }

  /// The clip on screen has come to its end: it has begun again already, the next one follows, or
  /// it stays, as the loop mode has it.
  mutating func clipEnded() -> Effect<Feed.Action> {
    visit?.loops += 1
    guard loopMode != .one else { return .none }
    let before = currentID
    // The next clip follows as soon as it is found.
    let turned = loopMode == .feed ? turn(by: 1, leaving: .end) : .none
    return currentID == before
      ? turned.merge(with: adoptCurrent { $0.adoptClip { $0.stayAtEnd() } }) : turned
  }

  /// What the page showed has been seen: where pages turn by themselves, the next one follows.
  mutating func pageWasSeen() -> Effect<Feed.Action> {
    loopMode == .feed ? turn(by: 1, leaving: .end) : .none
  }

  /// The program is about to be stopped: nothing may be heard meanwhile.
  mutating func suspend() -> Effect<Feed.Action> {
    isSuspended = true
    return adoptCurrent { $0.adoptClip { $0.suspend() } }
  }

  /// The program goes on after a stop.
  mutating func resume() -> Effect<Feed.Action> {
    isSuspended = false
    return adoptCurrent { $0.adoptClip { $0.resume() } }
  }

  /// The loop mode has changed: a clip that stays at its end starts again in mode one, and what
  /// stays for a while in mode feed does so from now on.
  mutating func loopModeChanged() -> Effect<Feed.Action> {
    let tell = Effect<Feed.Action>.player { [loopMode] in $0.setLoopMode(loopMode) }
    switch loopMode {
    case .one: return .merge(tell, adoptCurrent { $0.adoptClip { $0.playAgain() } })
    case .feed: return .merge(tell, adoptCurrent { $0.adoptClip { $0.stay() } })
    case .off: return tell
    }
  }

  /// The program is about to end: the page on screen is left, nothing is waited for any more.
  mutating func quit() -> Effect<Feed.Action> {
    let ids: [Feed.CancelID] = [
      .changes, .page, .batch(.forwards), .batch(.backwards), .opening, .refresh, .place, .spinner,
    ]
    (opening, owedSwipes, isRefreshing, spinner) = (nil, 0, false, .hidden)
    (ahead.batch, behind.batch) = (nil, nil)
    let recorded = endVisit(.quit)
    return .merge(
      .merge(ids.map { .cancel(id: $0) }), recorded, savePlace(),
      adoptCurrent { $0.pageLeft(for: .quit) })
  }

  /// Changes the page on screen through its own method.
  mutating func adoptCurrent(
    _ change: (inout Item.State) -> Effect<Item.Action>
  ) -> Effect<Feed.Action> {
    guard let currentID else { return .none }
    return .adopt(&self, \.items, id: currentID, action: Feed.Action.itemCase, change)
  }

  /// The end of the feed against which swipes lead: they turn no page, nor will they when more is
  /// found.
  func end(against swipes: Swipes) -> FeedDirection? {
    guard opening == nil, owedSwipes == 0, let currentID, let index = items.index(id: currentID),
      swipes.destination(from: index, within: 0...(items.count - 1)) == index
    else { return nil }
    let way = swipes.destination(from: 0, within: nil)
    guard way != 0 else { return nil }
    let direction = way > 0 ? FeedDirection.forwards : .backwards
    return canGo(beyond: direction, from: index) ? nil : direction
  }

  /// Whether swipes may lead beyond an end of the window: it can grow, or the user is on the notice
  /// that it could not.
  private func canGo(beyond direction: FeedDirection, from index: Int) -> Bool {
    self[direction].canGrow || items[index].id == .notice(direction)
  }
}
