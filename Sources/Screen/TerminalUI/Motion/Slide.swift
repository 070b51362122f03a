/// How far from its place a page is that slides onto the screen: fast at first, then slower.
///
/// A value in time that its caller tells, in seconds of a monotonic clock.
package struct Slide: Hashable, Sendable {
  /// Rows between the page and its place at the beginning: it comes from below if positive, from
  /// above if negative.
  package let distance: Int
  package let start: Double

  /// From the key to the page in its place, in seconds, as it is seen: long enough to tell where the
  /// page has come from, and shorter than anybody waits.
  package static let duration = 0.16

  /// Time between two steps, in seconds: what most screens show.
  package static let interval = 1.0 / 60

  /// Rows between the page and its place.
  ///
  /// The first step is there with the key, without which nothing would be seen of it until the next.
  ///
  /// - Parameters:
  ///   - time: Now.
  ///   - stride: The offset is a multiple of so many rows.
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
