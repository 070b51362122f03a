/// Decides whether a picture that was decoded late is still worth scaling.
package struct LateFramePolicy: Hashable, Sendable {
  /// Lateness below this is not seen.
  static let tolerance = 0.025
  /// However late, the picture moves at least this often.
  static let longestWithoutPicture = 0.1

  /// Creates the policy.
  package init() {}

  /// Decides whether to scale and show a picture.
  ///
  /// - Parameters:
  ///   - lateness: How long ago it was due, in seconds; negative if it is early.
  ///   - duration: How long it is shown, in seconds.
  ///   - sinceShown: How long ago a picture was last shown, in seconds.
  /// - Returns: Whether it is worth it.
  package func shouldShow(lateness: Double, duration: Double, sinceShown: Double) -> Bool {
    !isLate(by: lateness, duration: duration) || sinceShown >= Self.longestWithoutPicture
  }

  /// Whether a picture counts as late.
  package func isLate(by lateness: Double, duration: Double) -> Bool {
    lateness > duration && lateness > Self.tolerance
  }
}
