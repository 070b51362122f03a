import Clients
import Composable
import Models

// Dragging the seek bar.
extension ClipItem.State {
  /// Dragging began: playback stops until the button is released, and keyframes show the dragged
  /// position.
  ///
  /// - Parameter fraction: A part of the clip, from 0 to 1; likewise below.
  package mutating func scrubBegan(at fraction: Double) -> Effect<ClipItem.Action> {
    guard play != .away, hold != .overlay, !status.isFailed else { return .none }
    hold = .seekBar
    leaveEnd()
    return .concatenate(
      .player { [id = playerID] in $0.pause(id) }, scrub(to: fraction, .keyframe))
  }

  /// The bar was dragged elsewhere.
  package mutating func scrubMoved(to fraction: Double) -> Effect<ClipItem.Action> {
    guard hold == .seekBar else { return .none }
    return scrub(to: fraction, .keyframe)
  }

  /// Dragging ended: seeks exactly there, and resumes if the clip was playing.
  package mutating func scrubEnded(at fraction: Double) -> Effect<ClipItem.Action> {
    guard hold == .seekBar else { return .none }
    hold = nil
    pendingJump = status.isWaiting ? fraction : nil
    return .merge(
      .concatenate(scrub(to: fraction, .exact), resume()), stay())
  }

  /// Seeks to a part of a clip, as soon as its duration is known.
  private func scrub(
    to fraction: Double, _ precision: SeekPrecision
  ) -> Effect<ClipItem.Action> {
    seek(precision) { time in time.duration.map { $0 * fraction } }
  }
}
