/// How fast counts grow, over the last few looks at them.
struct RateWindow {
  /// What is counted, or how much of it a second.
  struct Counts: Hashable {
    var pictures = 0.0
    var frames = 0.0
    var bytes = 0.0
  }

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
    let seconds = time - first.time
    return Counts(
      pictures: (counts.pictures - first.counts.pictures) / seconds,
      frames: (counts.frames - first.counts.frames) / seconds,
      bytes: (counts.bytes - first.counts.bytes) / seconds)
  }
}
