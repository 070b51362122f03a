/// Decides whether a decoded frame is worth scaling.
package enum LateFramePolicy {
  /// Lateness below this is not seen.
  static let tolerance = 0.025
  /// However late, the frame moves at least this often.
  package static let longestWithoutFrame = 0.1
  /// Where not every frame counts, those nearer than this to the one before are left out, in
  /// seconds: a little less than a thirtieth, which timestamps round in either direction.
  static let sparseInterval = 0.03

  /// Decides whether to scale and show a frame.
  ///
  /// - Parameters:
  ///   - lateness: How long ago it was due, in seconds; negative if it is early.
  ///   - duration: How long it is shown, in seconds.
  ///   - sinceShown: How long ago a frame was last shown, in seconds.
  ///   - sinceScaled: From the frame scaled last to this one, in seconds of the clip.
  ///   - isSparse: Whether not every frame of a fast clip counts.
  /// - Returns: Whether it is worth it.
  package static func shouldShow(
    lateness: Double, duration: Double, sinceShown: Double, sinceScaled: Double = .infinity,
    isSparse: Bool = false
  ) -> Bool {
    if isLate(by: lateness, duration: duration) {
      return sinceShown >= longestWithoutFrame
    }
    return !isSparse || sinceScaled >= sparseInterval
  }

  /// Whether a frame counts as late.
  package static func isLate(by lateness: Double, duration: Double) -> Bool {
    lateness > duration && lateness > tolerance
  }
}
