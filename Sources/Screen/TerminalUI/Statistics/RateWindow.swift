/// How fast counts grow, over the last few looks at them.
struct RateWindow {
  /// What is counted, or how much of it a second: frames, frames and bytes.
  typealias Counts = SIMD3<Double>

  private let count: Int
  private var looks: [(time: Double, counts: Counts)] = []

  /// Creates a window without a look.
  ///
  /// - Parameter count: Over how many intervals between looks it reaches.
  init(count: Int) {
    self.count = count
  }

  /// Takes in what the counts are now.
  ///
  /// - Returns: Their growth in a second since the first look of the window; zeros for that one.
  mutating func look(_ counts: Counts, at time: Double) -> Counts {
    if looks.count > count { looks.removeFirst() }
    looks.append((time, counts))
    guard let first = looks.first, time > first.time else { return Counts() }
    return (counts - first.counts) / (time - first.time)
  }
}
