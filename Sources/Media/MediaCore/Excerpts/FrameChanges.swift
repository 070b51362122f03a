import Models

/// Where the frames of a clip change, told by some of them (docs/decisions/excerpts.md).
package struct FrameChanges: Sendable {
  private struct Sample {
    var time: Double
    /// Luma from 0 to 255, row by row.
    var luma: [UInt8]
  }

  /// In the order of their times.
  private var samples: [Sample] = []

  /// From so many frames on, it is known what is usual.
  private static let fewest = 8
  /// How much a pixel has to change, in levels, besides a multiple of the noise.
  private static let (least, outstanding) = (16, 4)
  /// How many pixels have to, of a frame of 32 x 32.
  private static let fewestPixels = 3
  /// If more pixels usually change, or more of the frames, the clip is busy.
  private static let (mostPixels, mostFrames) = (10, 0.3)

  package init() {}

  /// The number of frames.
  package var count: Int { samples.count }

  /// Adds a small frame; all have the same size.
  ///
  /// - Parameter time: When it is shown, in seconds since the first frame; one of a known time is ignored.
  package mutating func add(_ frame: PixelBuffer, at time: Double) {
    guard time.isFinite else { return }
    let luma = frame.luma
    guard samples.first.map({ $0.luma.count == luma.count }) ?? true else { return }
    let index = samples.firstIndex { $0.time >= time } ?? samples.count
    guard index == samples.count || samples[index].time > time else { return }
    samples.insert(Sample(time: time, luma: luma), at: index)
  }

  /// How much a pixel has to differ between two frames to be another one, in levels.
  package var threshold: Int {
    let means = zip(samples, samples.dropFirst()).map { left, right in
      left.luma.differences(to: right.luma).reduce(0) { $0 + Int($1) } / max(left.luma.count, 1)
    }
    return Self.least + Self.outstanding * (means.isEmpty ? 0 : means.sorted()[means.count / 2])
  }

  /// The last frame before a time and the first one from there on, in seconds; `nil` at an end of the clip.
  package func neighbours(of time: Double) -> (before: Double, after: Double)? {
    guard let next = samples.firstIndex(where: { $0.time >= time }), next > 0 else { return nil }
    return (samples[next - 1].time, samples[next].time)
  }

  /// Whether a frame differs from the one before it.
  ///
  /// - Parameter threshold: By how much a pixel has to, in levels.
  package func shows(_ frame: PixelBuffer, at time: Double, beyond threshold: Int) -> Bool {
    guard let last = samples.last(where: { $0.time <= time }) ?? samples.first else { return true }
    return last.luma.changes(to: frame.luma, threshold) >= Self.fewestPixels
  }

  /// What is known by the frames.
  package enum Finding: Hashable, Sendable {
    case tooFew
    /// They change all along.
    case busy
    /// The times in which they change.
    case runs([ActivityRuns.Run])
  }

  /// When frames change.
  ///
  /// - Parameter gap: How long an interruption may be, in seconds.
  package func finding(gap: Double) -> Finding {
    guard samples.count >= Self.fewest else { return .tooFew }
    let threshold = threshold
    let changes = zip(samples, samples.dropFirst()).map { $0.luma.changes(to: $1.luma, threshold) }
    let usual = changes.sorted()[changes.count / 2]
    let high = max(Self.fewestPixels, 3 * usual)
    let standing = changes.count { $0 >= high }
    guard usual <= Self.mostPixels, Double(standing) <= Self.mostFrames * Double(changes.count)
    else { return .busy }
    var runs: [ActivityRuns.Run] = []
    // The frame before the last run, and whether it has come back since.
    var (ground, isBack, isOpen) = (0, true, false)
    for (index, change) in changes.enumerated() {
      defer { isOpen = change >= high }
      guard change >= high else { continue }
      let next = samples[index + 1]
      let goesBack =
        !runs.isEmpty
        && next.luma.changes(to: samples[ground].luma, threshold) < Self.fewestPixels
      let isNear = runs.last.map { next.time - $0.end <= gap } ?? false
      if isOpen || isNear || !isBack && goesBack {
        // Until the last frame in which it is seen.
        runs[runs.count - 1].end = samples[index].time
        runs[runs.count - 1].peak = max(runs[runs.count - 1].peak, Double(change))
      } else {
        runs.append(ActivityRuns.Run(start: next.time, end: next.time, peak: Double(change)))
        ground = index
      }
      isBack = goesBack
    }
    return .runs(runs)
  }
}

extension PixelBuffer {
  /// Approximate luma of ITU-R BT.601.
  fileprivate var luma: [UInt8] {
    withPixels { pixels in
      pixels.prefix(size.width * size.height).map { pixel in
        let (red, green, blue) = (pixel & 0xFF, pixel >> 8 & 0xFF, pixel >> 16 & 0xFF)
        return UInt8(truncatingIfNeeded: (red * 77 + green * 150 + blue * 29) >> 8)
      }
    }
  }
}

extension [UInt8] {
  fileprivate func differences(to other: [UInt8]) -> [UInt8] {
    zip(self, other).map { $0 > $1 ? $0 - $1 : $1 - $0 }
  }

  fileprivate func changes(to other: [UInt8], _ threshold: Int) -> Int {
    differences(to: other).count { $0 > threshold }
  }
}
