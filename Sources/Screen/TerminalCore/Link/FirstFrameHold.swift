import Models

/// Keeps the first frame of a clip until it is sharp, where the link is too slow to show it so at
/// once: what a viewer wants of another clip is first to see what it is, then that it moves. With
/// all frames shown, the second one would be as coarse as the first, and so on (docs/decisions/link-first-frame.md).
///
/// A value in time that its caller tells, in seconds of a monotonic clock.
package enum FirstFrameHold: Sendable {
  /// Each frame is shown as it comes.
  case released
  /// The next frame is the first one of a clip.
  case awaiting
  /// A frame is shown as one that rests, since this time.
  case holding(Frame, since: Double)

  /// Another clip is shown from now on.
  package mutating func begin() { self = .awaiting }

  /// Whether a frame is held: it is to be shown as one that rests.
  package var isHolding: Bool { if case .holding = self { true } else { false } }

  /// Tells what to show.
  ///
  /// - Parameters:
  ///   - newest: The frame that is due; one after a seek or of another size ends the hold.
  ///   - isSliding: Whether the page moves: its frame stays the same for as long.
  ///   - time: Now.
  package mutating func frame(
    newest: Frame?, isSliding: Bool = false, at time: Double
  ) -> Frame? {
    if case .holding(let frame, let since) = self {
      if let newest, newest.generation == frame.generation,
        newest.pixels.size == frame.pixels.size, isSliding || time - since < Self.longest
      {
        return frame
      }
      self = .released
    }
    if isSliding, let newest { self = .holding(newest, since: time) }
    return newest
  }

  /// A frame was sent of a page that does not move.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - lambda: How exactly, by `LinkStatistics.frameTolerance`.
  ///   - time: When.
  package mutating func sent(_ frame: Frame?, lambda: Double, at time: Double) {
    guard let frame else { return }
    if lambda <= Self.sharp {
      self = .released
    } else if case .awaiting = self {
      self = .holding(frame, since: time)
    }
  }

  /// What is sent at this tolerance, in squared levels, is 28 dB or better in nearly all clips.
  private static let sharp = 16.0
  /// How long a frame is held at most, in seconds.
  private static let longest = 0.3
}
