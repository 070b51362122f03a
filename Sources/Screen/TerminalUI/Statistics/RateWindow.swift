/// The growth rates of counts over the last few looks.
struct RateWindow {
  /// Counts, or their rates a second: frames, frames and bytes.
  typealias Counts = SIMD3<Double>

  private let count: Int
  private var looks: [(time: Double, counts: Counts)] = []

  /// Covers so many intervals between looks.
  init(count: Int) {
    self.count = count
  }

  /// Adds the current counts.
  ///
  /// - Returns: Their growth per second since the first look of the window; zeros for that one.
  mutating func look(_ counts: Counts, at time: Double) -> Counts {
    if looks.count > count { looks.removeFirst() }
    looks.append((time, counts))
    guard let first = looks.first, time > first.time else { return Counts() }
    return (counts - first.counts) / (time - first.time)
  }
}
