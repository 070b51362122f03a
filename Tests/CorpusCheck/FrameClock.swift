/// When each frame of a clip is on the screen.
struct FrameClock {
  /// When each frame is due, ascending, in seconds of the clip.
  var times: [Double]
  /// The number each frame carries.
  var numbers: [Int]
  /// Where the clip ends, in seconds.
  var end: Double
  /// Whether times count from the first frame only, wherever the clip's own time starts.
  var isFree = false

  /// Frames at an even rate.
  init(rate: Double, count: Int, from first: Int = 0, start: Double = 0, end: Double? = nil) {
    times = (0..<count).map { start + Double($0) / rate }
    numbers = Array(first..<first + count)
    self.end = end ?? start + Double(count) / rate
  }

  /// Frames at given times, numbered from 0.
  init(times: [Double], end: Double) {
    self.times = times
    numbers = Array(times.indices)
    self.end = end
  }

  /// The number on the screen at a time; before the first frame, that one's.
  func number(at time: Double) -> Int {
    numbers[index(at: time)]
  }

  /// How long the frame at a time is on the screen.
  func duration(at time: Double) -> Double {
    let index = index(at: time)
    return (index + 1 < times.count ? times[index + 1] : max(end, times[index])) - times[index]
  }

  /// The middle of a frame's time on the screen.
  func middle(_ index: Int) -> Double {
    let next = index + 1 < times.count ? times[index + 1] : max(end, times[index])
    return (times[index] + next) / 2
  }

  /// Times to seek to: in the first frame, in one in the middle, and in one near the end.
  var probes: [Double] {
    Set([0, times.count / 2, max(times.count - 3, 0)]).sorted().map(middle)
  }

  private func index(at time: Double) -> Int {
    max(times.partitioningIndex { $0 > time + 1e-6 } - 1, 0)
  }
}

extension Array {
  /// The first index whose element meets a condition that all later ones meet, too.
  func partitioningIndex(_ belongsBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongsBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
