import Models

/// Keeps the first frame of a clip on screen until it is sharp, if the link is too slow to show it
/// sharp at once: the viewer first wants to see what the clip is, then to see it move. Otherwise
/// the second frame would be as coarse as the first, and so on
/// (docs/decisions/link-first-frame.md).
///
/// A value whose caller provides the time, in seconds of a monotonic clock.
package enum FirstFrameHold: Sendable {
  /// Each frame is shown as it arrives.
  case released
  /// The next frame is the first of a clip.
  case awaiting
  /// A frame is shown as static since this time.
  case holding(Frame, since: Double)

  /// Another clip is on screen from now on.
  package mutating func begin() { self = .awaiting }

  /// Whether a frame is held: it is shown as static.
  package var isHolding: Bool { if case .holding = self { true } else { false } }

  /// Returns the frame to show.
  ///
  /// - Parameters:
  ///   - newest: The frame that is due; one after a seek or of another size ends the hold.
  ///   - isSliding: Whether the page is sliding: its frame stays the same meanwhile.
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

  /// A frame of a page that is not moving was sent.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - lambda: Its `LinkStatistics.frameTolerance`.
  ///   - time: When.
  package mutating func sent(_ frame: Frame?, lambda: Double, at time: Double) {
    guard let frame else { return }
    if lambda <= Self.sharp {
      self = .released
    } else if case .awaiting = self {
      self = .holding(frame, since: time)
    }
  }

  /// At this tolerance, in squared levels, nearly all clips have 28 dB or better.
  private static let sharp = 16.0
  /// The maximum hold, in seconds.
  private static let longest = 0.3
}
