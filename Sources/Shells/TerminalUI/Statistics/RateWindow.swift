/// How fast two counts grow, over the last few looks at them.
struct RateWindow {
  private struct Look {
    var time: Double
    var frames: Int
    var bytes: Int
  }

  private let count: Int
  private var looks: [Look] = []

  /// Creates a window without a look.
  ///
  /// - Parameter count: Over how many intervals between looks it reaches.
  init(count: Int) {
    self.count = count
  }

  /// Takes in what the counts are now.
  ///
  /// - Returns: Their growth in a second since the first look of the window; zeros for that one.
  mutating func look(frames: Int, bytes: Int, at time: Double) -> (frames: Double, bytes: Double) {
    if looks.count > count { looks.removeFirst() }
    looks.append(Look(time: time, frames: frames, bytes: bytes))
    guard let first = looks.first, time > first.time else { return (0, 0) }
    let seconds = time - first.time
    return (Double(frames - first.frames) / seconds, Double(bytes - first.bytes) / seconds)
  }
}
