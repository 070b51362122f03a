import Clients
import Composable
import Models

extension ClipItem.State {
  /// The page has come onto the screen: its clip plays, and its player is watched.
  package mutating func pageEntered() -> Effect<ClipItem.Action> {
    @Dependency(\.playerClient) var playerClient
    let id = playerID
    isOnScreen = true
    isPaused = false
    isCovered = false
    isScrubbed = false
    hasEnded = false
    return .merge(
      .run { [playerClient] _ in playerClient.play(id) },
      .run { [playerClient] send in
        for await status in playerClient.status(id) { await send(.statusChanged(status)) }
      }
      .cancellable(id: ClipItem.CancelID.status, cancelInFlight: true),
      .run { [playerClient] send in
        for await _ in playerClient.didPlayToEnd(id) { await send(.didPlayToEnd) }
      }
      .cancellable(id: ClipItem.CancelID.end, cancelInFlight: true),
      updateSpinner(status.isWaiting ? .waitingBegan : .waitingEnded))
  }

  /// The page has gone from the screen: its clip rests, and nobody watches its player any more. An
  /// overlay only holds it.
  ///
  /// The engine rewinds a short clip that another one takes the place of, and keeps the place in a
  /// longer one.
  package mutating func pageLeft(for reason: LeaveReason) -> Effect<ClipItem.Action> {
    @Dependency(\.playerClient) var playerClient
    let id = playerID
    isScrubbed = false
    if reason == .overlay {
      isCovered = true
      return .run { [playerClient] _ in playerClient.pause(id) }
    }
    isOnScreen = false
    isPaused = false
    isCovered = false
    hasEnded = false
    owedJump = nil
    spinner = .hidden
    return .merge(
      .cancel(id: ClipItem.CancelID.status),
      .cancel(id: ClipItem.CancelID.end),
      .cancel(id: ClipItem.CancelID.spinner),
      .cancel(id: ClipItem.CancelID.card),
      .run { [playerClient] _ in playerClient.pause(id) })
  }

  /// The clip stays at its end.
  package mutating func stayAtEnd() -> Effect<ClipItem.Action> {
    hasEnded = true
    return .none
  }

  /// The engine has started the clip again after its end.
  package mutating func playAgain() -> Effect<ClipItem.Action> {
    hasEnded = false
    return .none
  }

  /// The program is about to be stopped: the clip is held without the user having asked for it.
  package mutating func suspend() -> Effect<ClipItem.Action> {
    @Dependency(\.playerClient) var playerClient
    isScrubbed = false
    return .run { [playerClient, id = playerID] _ in playerClient.pause(id) }
  }

  /// The program goes on after a stop: the clip plays on unless the user holds it.
  package mutating func resume() -> Effect<ClipItem.Action> {
    @Dependency(\.playerClient) var playerClient
    guard !isPaused, !hasEnded, !isCovered else { return .none }
    return .run { [playerClient, id = playerID] _ in playerClient.play(id) }
  }

  /// Nothing lies over the page any more: the clip plays on unless the user holds it.
  package mutating func pageUncovered() -> Effect<ClipItem.Action> {
    isCovered = false
    return resume()
  }
}
