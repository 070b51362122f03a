import Models

/// The times in which something happens.
package struct ActivityRuns: Hashable, Sendable {
  /// A time in which something happens all along, in seconds.
  package struct Run: Hashable, Sendable {
    package var start: Double
    package var end: Double
    /// The highest rate in it, in bytes per second; of what was seen, the most pixels that changed.
    package var peak: Double

    package var length: Double { end - start }

    package init(start: Double, end: Double, peak: Double) {
      self.start = start
      self.end = end
      self.peak = peak
    }
  }

  /// In order; empty if nothing is known.
  package private(set) var runs: [Run] = []
  /// Whether little happens: then the runs are what stands out.
  package private(set) var isQuiet = false

  /// Whether there is only the liveliest, of a clip in which something happens all along.
  package var asLiveliest: ActivityRuns {
    var runs = self
    runs.isQuiet = false
    return runs
  }

  /// What was seen in a clip in which little happens.
  package init(seen runs: [Run]) {
    self.runs = runs
    isQuiet = true
  }

  /// How far above the usual noise something stands out.
  private static let outstanding = 6.0
  /// At least this much more than usual.
  private static let increase = 1.5
  /// At least this part of the strongest event: a keyframe in stillness is none.
  private static let leastPart = 0.05
  /// What stands out for longer than this part of the clip is what is usual.
  private static let quietPart = 0.3
  /// Less than this part of the usual rate is black, or does not move.
  private static let stillPart = 0.2

  /// Finds the times in which something happens.
  ///
  /// - Parameters:
  ///   - activity: The clip's.
  ///   - range: Where to look, in seconds.
  ///   - glance: How long one looks at a time, in seconds. What is shorter is not told apart, nor are
  ///     interruptions of up to twice that.
  package init(_ activity: Activity, in range: ClosedRange<Double>, glance: Double) {
    let gap = 2 * glance
    let step = activity.partLength
    let first = min(max(Int(floor: range.lowerBound / step), 0), activity.rates.count - 1)
    let last = min(max(Int(floor: range.upperBound / step), first), activity.rates.count - 1)
    let rates = activity.rates[first...last].smoothed(over: Int(floor: glance / step))
    let usual = rates.median
    let noise = rates.map { abs($0 - usual) }.median
    let most = rates.max() ?? 0
    let high = max(
      usual * Self.increase, usual + Self.outstanding * noise,
      usual + Self.leastPart * (most - usual))
    let standing = rates.count { $0 > high }
    isQuiet = standing > 0 && Double(standing) <= Self.quietPart * Double(rates.count)
    let threshold = isQuiet ? high : usual * Self.stillPart
    for (offset, rate) in rates.enumerated() where rate > threshold {
      let start = Double(first + offset) * step
      if let before = runs.last, start - before.end <= gap {
        runs[runs.count - 1].end = start + step
        runs[runs.count - 1].peak = max(before.peak, rate)
      } else {
        runs.append(Run(start: start, end: start + step, peak: rate))
      }
    }
    guard isQuiet else { return }
    // Smoothed, an event begins half a glance early, and ends as late.
    for index in runs.indices {
      let begin = Int(saturating: (runs[index].start / step).rounded())
      let end = min(Int(saturating: (runs[index].end / step).rounded()), last + 1)
      guard begin < end else { continue }
      let reach = min(Int(floor: glance / step) / 2, end - begin - 1)
      let starts = (begin...begin + reach).first { activity.rates[$0] > threshold }
      let ends = (end - 1 - reach...end - 1).last { activity.rates[$0] > threshold }
      guard let starts, let ends, starts <= ends else { continue }
      (runs[index].start, runs[index].end) = (Double(starts) * step, Double(ends + 1) * step)
    }
  }
}

extension ArraySlice<Double> {
  /// The mean of each value and those around it.
  fileprivate func smoothed(over count: Int) -> [Double] {
    let sums = reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    let reach = Swift.max(count / 2, 0)
    return indices.map { index in
      let first = Swift.max(index - startIndex - reach, 0)
      let last = Swift.min(index - startIndex + reach + 1, self.count)
      return (sums[last] - sums[first]) / Double(last - first)
    }
  }
}

extension [Double] {
  /// The middle value; 0 if there is none.
  fileprivate var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
