import Models

/// Keeps the first picture of a clip until it is sharp, where the link is too slow to show it so at
/// once: what a viewer wants of another clip is first to see what it is, then that it moves. With
/// all pictures shown, the second one would be as coarse as the first, and so on.
///
/// A value in time that its caller tells, in seconds of a monotonic clock.
package struct PictureHold: Sendable {
  /// Whether the next picture is the first one of a clip.
  private var isFirst = false
  private var held: (frame: Frame, start: Double)?

  /// Creates a hold of nothing.
  package init() {}

  /// Another clip is shown from now on.
  package mutating func begin() {
    isFirst = true
    held = nil
  }

  /// Whether a picture is held: it is to be shown as one that rests.
  package var isHolding: Bool { held != nil }

  /// Tells what to show.
  ///
  /// - Parameters:
  ///   - newest: The picture that is due; one after a seek or of another size ends the hold.
  ///   - time: Now.
  package mutating func picture(newest: Frame?, at time: Double) -> Frame? {
    guard let held else { return newest }
    if let newest, newest.generation == held.frame.generation,
      newest.pixels.size == held.frame.pixels.size, time - held.start < Self.longest
    {
      return held.frame
    }
    self.held = nil
    return newest
  }

  /// A picture was sent.
  ///
  /// - Parameters:
  ///   - frame: The picture.
  ///   - lambda: How exactly, by `LinkStatistics.frameTolerance`.
  ///   - time: When.
  package mutating func sent(_ frame: Frame?, lambda: Double, at time: Double) {
    guard let frame else { return }
    if lambda <= Self.sharp {
      held = nil
    } else if isFirst {
      held = (frame, time)
    }
    isFirst = false
  }

  /// What is sent at this tolerance, in squared levels, is 28 dB or better in nearly all clips.
  private static let sharp = 16.0
  /// How long a picture is held at most, in seconds.
  private static let longest = 0.3
}
