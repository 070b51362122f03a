/// The offset of a page that slides onto the screen: fast at first, then slower.
///
/// A value whose caller provides the time, in seconds of a monotonic clock.
package struct Slide: Hashable, Sendable {
  /// The initial offset in rows: from below if positive, from above if negative.
  package let distance: Int
  package let start: Double

  /// The visible duration from the key to the page in place, in seconds: long enough to see where
  /// the page comes from, and too short to feel like a wait.
  package static let duration = 0.16

  /// Time between two steps, in seconds: the refresh interval of most screens.
  package static let interval = 1.0 / 60

  /// The page's offset in rows.
  ///
  /// The first step happens with the key; otherwise nothing would be visible until the next.
  ///
  /// - Parameters:
  ///   - time: Now.
  ///   - stride: The offset is a multiple of this many rows.
  /// - Returns: 0 when the page has arrived.
  package func offset(at time: Double, stride: Int = 1) -> Int {
    let passed = (time - start + Self.interval) / Self.duration
    let rest = 1 - min(max(passed, 0), 1)
    let stride = max(stride, 1)
    let most = max(Int(distance.magnitude) - 1, 0) / stride
    let steps = (Double(distance.magnitude) * rest * rest / Double(stride)).rounded()
    return min(Int(steps), most) * stride * distance.signum()
  }
}
