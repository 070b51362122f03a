/// Decides whether a decoded frame is worth scaling.
package enum LateFramePolicy {
  /// In seconds; lateness below this is invisible.
  static let tolerance = 0.025
  /// However late, a frame is shown at least this often.
  package static let longestWithoutFrame = 0.1
  /// In sparse mode, frames closer than this to the previous one are skipped, in seconds: slightly
  /// less than a thirtieth, to allow for rounded timestamps.
  static let sparseInterval = 0.03

  /// Decides whether to scale and show a frame.
  ///
  /// - Parameters:
  ///   - lateness: How late it is, in seconds; negative if it is early.
  ///   - duration: How long it is shown, in seconds.
  ///   - sinceShown: How long ago a frame was last shown, in seconds.
  ///   - sinceScaled: Clip time since the last scaled frame, in seconds.
  ///   - isSparse: Whether frames of a fast clip may be skipped.
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

  package static func isLate(by lateness: Double, duration: Double) -> Bool {
    lateness > duration && lateness > tolerance
  }
}
