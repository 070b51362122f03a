import Clients
import Composable
import Models

extension ClipItem.State {
  /// The page is now on screen: plays its clip and watches its player.
  ///
  /// - Parameter isSuspended: Whether another program has the terminal: the clip plays afterwards.
  package mutating func pageEntered(isSuspended: Bool = false) -> Effect<ClipItem.Action> {
    @Dependency(\.playerClient) var playerClient
    let id = playerID
    play = .playing
    hold = nil
    let end: Effect<ClipItem.Action> =
      isStill
      ? .none
      : .run { [playerClient] send in
        for await _ in playerClient.didPlayToEnd(id) { await send(.didPlayToEnd) }
      }
    return .merge(
      isSuspended ? .none : .player { $0.play(id) },
      .run { [playerClient, known = status] send in
        var last = known
        for await status in playerClient.status(id) where status != last {
          last = status
          await send(.statusChanged(status))
        }
      }
      .cancellable(id: ClipItem.CancelID.status, cancelInFlight: true),
      end.cancellable(id: ClipItem.CancelID.end, cancelInFlight: true),
      updateSpinner(status.isWaiting ? .waitingBegan : .waitingEnded), stay())
  }

  /// Something lies over the page: pauses its clip.
  package mutating func pageCovered() -> Effect<ClipItem.Action> {
    hold = .overlay
    return isStill ? stay() : .merge(pause(), stay())
  }

  /// The page left the screen: stops its clip and no longer watches its player.
  ///
  /// The engine rewinds a short clip that is replaced by another, and keeps the position in a
  /// longer one.
  package mutating func pageLeft() -> Effect<ClipItem.Action> {
    play = .away
    hold = nil
    pendingJump = nil
    seekRun = nil
    spinner = .hidden
    return .merge(
      .cancel(id: ClipItem.CancelID.status), .cancel(id: ClipItem.CancelID.end),
      .cancel(id: ClipItem.CancelID.spinner), .cancel(id: ClipItem.CancelID.stay),
      .cancel(id: ClipItem.CancelID.events), .cancel(id: ClipItem.CancelID.findingEvents), pause())
  }

  /// The program is about to be stopped: pauses the clip without the user's request.
  package mutating func suspend() -> Effect<ClipItem.Action> {
    if hold == .seekBar { hold = nil }
    return isStill ? .none : pause()
  }

  /// The program continues after a stop: resumes the clip unless the user paused it.
  package func resume() -> Effect<ClipItem.Action> {
    guard play == .playing, hold != .overlay, !isStill else { return .none }
    return .player { [id = playerID] in $0.play(id) }
  }

  /// Nothing lies over the page any more: resumes the clip unless the user paused it.
  package mutating func pageUncovered() -> Effect<ClipItem.Action> {
    if hold == .overlay { hold = nil }
    return .merge(resume(), stay())
  }

  private func pause() -> Effect<ClipItem.Action> { .player { [id = playerID] in $0.pause(id) } }
}
