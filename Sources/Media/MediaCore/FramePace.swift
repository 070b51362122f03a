/// Leaves out frames that come faster than they can be shown, before they cost anything.
///
/// Of 30 frames a second 20 are made by leaving out each third: what an interval that was longer
/// than asked for has lost, up to half of one, the next may be shorter.
package struct FramePace: Hashable, Sendable {
  /// The part of an interval by which a frame may be early: timestamps are rounded.
  private static let tolerance = 0.1

  /// When the next frame is wanted, in seconds of the clip's stream.
  private var next = -Double.infinity

  /// Creates a pace that takes the first frame.
  package init() {}

  /// Decides whether a frame is shown.
  ///
  /// - Parameters:
  ///   - due: When, in seconds of the clip's stream. If that jumps back, the pace begins anew.
  ///   - interval: The least time between two frames, likewise; 0 admits all.
  package mutating func admits(due: Double, interval: Double) -> Bool {
    if interval <= 0 || due < next - 2 * interval { next = -.infinity }
    guard due >= next - Self.tolerance * interval else { return false }
    next = max(next, due - interval / 2) + interval
    return true
  }
}
