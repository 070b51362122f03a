import Clients
import Composable
import Models

extension Feed.State {
  /// Turns once to where swipes lead, stopping at the ends of the feed.
  ///
  /// What goes beyond an end while the feed still grows is owed: the pages come as they are found,
  /// so that the same keys lead to the same page however fast the source is.
  mutating func turn(by swipes: Swipes) -> Effect<Feed.Action> {
    guard let currentID, let index = items.index(id: currentID) else { return .none }
    let last = items.count - 1
    let wanted = swipes.destination(
      from: index + owedSwipes, within: isGrowing ? nil : 0...last)
    let target = min(max(wanted, 0), last)
    if target != index { direction = target > index ? .forwards : .backwards }
    let effect = turn(to: items[target].id)
    owedSwipes = isGrowing ? wanted - target : 0
    return effect
  }

  /// Turns to a page: the one on screen is left, the other entered, the neighbours made ready.
  mutating func turn(to target: ItemID?) -> Effect<Feed.Action> {
    guard let target, target != currentID, items[id: target] != nil else { return .none }
    let left = leaveCurrent(for: .otherPage)
    currentID = target
    owedSwipes = 0
    // A player has to exist before it is told to play.
    let prepared = prepareWindow()
    let entered = Effect.adopt(&self, \.items, id: target, action: Feed.Action.itemCase) {
      $0.pageEntered()
    }
    return .concatenate(left, prepared, entered)
  }

  /// The clip on screen has come to its end: it has begun again already, the next one follows, or
  /// it stays, as the loop mode has it.
  mutating func clipEnded() -> Effect<Feed.Action> {
    guard loopMode != .one else { return .none }
    let isLast = currentID == items.ids.last
    if loopMode == .feed, !isLast { return turn(by: 1) }
    // The next clip follows as soon as it is found.
    if loopMode == .feed, isGrowing { owedSwipes = 1 }
    return adoptCurrent { $0.stayAtEnd() }
  }

  /// The program is about to be stopped: nothing may be heard meanwhile.
  mutating func suspend() -> Effect<Feed.Action> {
    adoptCurrent { $0.suspend() }
  }

  /// The program goes on after a stop.
  mutating func resume() -> Effect<Feed.Action> {
    adoptCurrent { $0.resume() }
  }

  /// The loop mode has changed: a clip that stays at its end starts again in mode one.
  mutating func loopModeChanged() -> Effect<Feed.Action> {
    @Dependency(\.playerClient) var playerClient
    let tell = Effect<Feed.Action>.run { [playerClient, loopMode] _ in
      playerClient.setLoopMode(loopMode)
    }
    return loopMode == .one ? .merge(tell, adoptCurrent { $0.playAgain() }) : tell
  }

  /// The program is about to end: the page on screen is left, the feed stops growing.
  mutating func quit() -> Effect<Feed.Action> {
    .merge(.cancel(id: Feed.CancelID.changes), leaveCurrent(for: .quit))
  }

  private mutating func leaveCurrent(for reason: LeaveReason) -> Effect<Feed.Action> {
    adoptCurrent { $0.pageLeft(for: reason) }
  }

  private mutating func adoptCurrent(
    _ change: (inout Item.State) -> Effect<Item.Action>
  ) -> Effect<Feed.Action> {
    guard let currentID else { return .none }
    return .adopt(&self, \.items, id: currentID, action: Feed.Action.itemCase, change)
  }
}
