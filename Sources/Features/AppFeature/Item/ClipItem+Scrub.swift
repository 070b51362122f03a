import Clients
import Composable
import Models

// The seek bar in the user's hand.
extension ClipItem.State {
  /// The user has taken hold of the bar: play is held until they let go, and keyframes show where it
  /// is pulled to.
  ///
  /// - Parameter fraction: A part of the clip, from 0 to 1; likewise below.
  package mutating func scrubBegan(at fraction: Double) -> Effect<ClipItem.Action> {
    @Dependency(\.playerClient) var playerClient
    guard isOnScreen, !isCovered, !status.isFailed else { return .none }
    isScrubbed = true
    hasEnded = false
    return .run { [playerClient, id = playerID] _ in
      playerClient.pause(id)
      playerClient.scrub(id, to: fraction, .keyframe)
    }
  }

  /// The bar was pulled elsewhere.
  package mutating func scrubMoved(to fraction: Double) -> Effect<ClipItem.Action> {
    @Dependency(\.playerClient) var playerClient
    guard isScrubbed else { return .none }
    return .run { [playerClient, id = playerID] _ in
      playerClient.scrub(id, to: fraction, .keyframe)
    }
  }

  /// The user has let go: the clip stands exactly there, and plays on if it did before.
  package mutating func scrubEnded(at fraction: Double) -> Effect<ClipItem.Action> {
    @Dependency(\.playerClient) var playerClient
    guard isScrubbed else { return .none }
    isScrubbed = false
    owedJump = status.isWaiting ? fraction : nil
    return .run { [playerClient, id = playerID, plays = !isPaused] _ in
      playerClient.scrub(id, to: fraction, .exact)
      if plays { playerClient.play(id) }
    }
  }
}

extension PlayerClient {
  /// Seeks to a part of a clip, as soon as its length is known.
  fileprivate func scrub(_ id: PlayerID, to fraction: Double, _ precision: SeekPrecision) {
    guard let duration = time(id).duration else { return }
    seek(id, duration * fraction, precision)
  }
}
