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
    guard play != .away, hold != .overlay, !status.isFailed else { return .none }
    hold = .seekBar
    leaveEnd()
    return .player { [id = playerID] in
      $0.pause(id)
      $0.scrub(id, to: fraction, .keyframe)
    }
  }

  /// The bar was pulled elsewhere.
  package mutating func scrubMoved(to fraction: Double) -> Effect<ClipItem.Action> {
    guard hold == .seekBar else { return .none }
    return .player { [id = playerID] in $0.scrub(id, to: fraction, .keyframe) }
  }

  /// The user has let go: the clip stands exactly there, and plays on if it did before.
  package mutating func scrubEnded(at fraction: Double) -> Effect<ClipItem.Action> {
    guard hold == .seekBar else { return .none }
    hold = nil
    pendingJump = status.isWaiting ? fraction : nil
    return .merge(
      .player { [id = playerID, plays = play == .playing] in
        $0.scrub(id, to: fraction, .exact)
        if plays { $0.play(id) }
      }, stay())
  }
}

extension PlayerClient {
  /// Seeks to a part of a clip, as soon as its length is known.
  fileprivate func scrub(_ id: PlayerID, to fraction: Double, _ precision: SeekPrecision) {
    guard let duration = time(id).duration else { return }
    seek(id, duration * fraction, precision)
  }
}
