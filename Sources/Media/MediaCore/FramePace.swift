/// Skips frames that come faster than they can be shown, before they cost anything.
///
/// To show 20 of 30 frames per second, it skips every third: if an interval was longer than
/// requested, the next may be shorter by the excess, up to half an interval.
package struct FramePace: Hashable, Sendable {
  /// The fraction of an interval by which a frame may be early, because timestamps are rounded.
  private static let tolerance = 0.1

  /// When the next frame is due, in seconds of stream time.
  private var next = -Double.infinity

  /// The first frame is accepted.
  package init() {}

  /// Decides whether to show a frame.
  ///
  /// - Parameters:
  ///   - due: When it is due, in seconds of stream time. If that jumps back, the pace restarts.
  ///   - interval: The minimum time between two frames, likewise; 0 accepts all.
  package mutating func admits(due: Double, interval: Double) -> Bool {
    if interval <= 0 || due < next - 2 * interval { next = -.infinity }
    guard due >= next - Self.tolerance * interval else { return false }
    next = max(next, due - interval / 2) + interval
    return true
  }
}
