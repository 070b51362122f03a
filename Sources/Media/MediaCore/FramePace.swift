/// Chooses among frames that come faster than they can be shown: the first one in each interval.
///
/// To show 20 of 30 frames per second, it leaves out every third. It also judges packets before they are decoded,
/// which come in another order.
package struct FramePace: Hashable, Sendable {
  /// By how much a frame may be early, because timestamps are rounded: as a fraction of an interval, and in seconds.
  private static let tolerance = (fraction: 0.1, time: 0.004)

  /// The shortest time between two frames, in seconds; 0 admits all.
  package let interval: Double
  private var start: Double?
  // The numbers of the last intervals that have their frame.
  private var served = SIMD8(repeating: -Double.infinity)
  private var oldest = 0

  package init(interval: Double = 0) {
    self.interval = interval
  }

  /// Decides whether to show a frame; the first one is, and starts the first interval.
  ///
  /// - Parameters:
  ///   - time: The frame's, in seconds.
  ///   - gap: How long the frame before it is shown, in seconds; 0 if frames come in order.
  package mutating func admits(_ time: Double, gap: Double = 0) -> Bool {
    guard interval > 0 else { return true }
    let start = start ?? time
    self.start = start
    let number = number(of: time - start)
    guard any(served .== number) else {
      served[oldest] = number
      oldest = (oldest + 1) % served.scalarCount
      return true
    }
    // A later frame of the interval may have come first.
    return gap > 0 && self.number(of: time - gap - start) < number
  }

  private func number(of time: Double) -> Double {
    let tolerance = min(Self.tolerance.fraction * interval, Self.tolerance.time)
    return ((time + tolerance) / interval).rounded(.down)
  }
}
