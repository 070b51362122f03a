import Models

/// Where in a clip something happens: how many bytes its packets take over time
/// (docs/decisions/excerpts.md).
package struct Activity: Hashable, Sendable {
  /// Seconds.
  package let duration: Double
  /// Bytes per second in equal parts of the clip, one after the other; at least one.
  package private(set) var rates: [Double]
  /// Seconds since the first frame, in order; empty if unknown.
  package private(set) var keyframes: [Double] = []

  /// The shortest part, in seconds: what a glance takes.
  private static let resolution = 1.0
  /// The maximum number of parts; more than seven seconds each only from 30 hours on.
  private static let partLimit = 16_384
  private static let keyframeLimit = 200_000

  /// Creates the activity of a clip in which nothing happens yet.
  ///
  /// - Parameter duration: Seconds; `nil` is returned for an implausible one.
  package init?(duration: Double) {
    guard let duration = MediaTime.plausible(duration), duration > 0 else { return nil }
    self.duration = duration
    let count = Int(saturating: (duration / Self.resolution).rounded(.up))
    rates = Array(repeating: 0, count: min(max(count, 1), Self.partLimit))
  }

  /// The length of a part, in seconds.
  package var partLength: Double { duration / Double(rates.count) }

  package mutating func add(_ bytes: Double, at time: Double) {
    guard let index = part(at: time), bytes.isFinite else { return }
    rates[index] += bytes / partLength
  }

  /// Adds bytes that are spread evenly over a time.
  package mutating func add(_ bytes: Double, from start: Double, to end: Double) {
    guard bytes.isFinite, end > start, let first = part(at: start),
      let last = part(at: min(end, duration))
    else { return }
    let rate = bytes / (end - start)
    for index in first...max(first, last) {
      let begin = Double(index) * partLength
      let covered = min(end, begin + partLength) - max(start, begin)
      rates[index] += rate * max(covered, 0) / partLength
    }
  }

  /// Adds a keyframe; those out of order are ignored.
  package mutating func addKeyframe(at time: Double) {
    guard time >= 0, time < duration, keyframes.count < Self.keyframeLimit,
      keyframes.last.map({ $0 < time }) ?? true
    else { return }
    keyframes.append(time)
  }

  /// Takes away what is there all the time, such as sound and the keyframes of what does not move: nine
  /// tenths of what nearly all parts have.
  package mutating func removeBackground() {
    let background = rates.sorted()[rates.count / 20] * 0.9
    for index in rates.indices { rates[index] = max(rates[index] - background, 0) }
  }

  /// The middle of the part with most bytes, in seconds.
  package func busiest(from start: Double, to end: Double) -> Double {
    guard let first = part(at: min(max(start, 0), duration)),
      let last = part(at: min(max(end.nextDown, start, 0), duration)),
      let part = (first...max(first, last)).max(by: { rates[$0] < rates[$1] })
    else { return start }
    return (Double(part) + 0.5) * partLength
  }

  /// The part of a time in the clip.
  private func part(at time: Double) -> Int? {
    guard time >= 0, time <= duration else { return nil }
    return min(Int(floor: time / partLength), rates.count - 1)
  }
}
