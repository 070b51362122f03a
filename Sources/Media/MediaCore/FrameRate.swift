/// Measures the frame rate from the times of some frames.
package enum FrameRate {
  /// The number of frames needed to measure a rate: four seconds at the usual one.
  package static let sample = 120

  /// The number of frames that decoders may hold back for one decoded later and shown earlier.
  private static let reordering = 16

  /// The common frame rates of film and television.
  private static let common: [Double] = [
    24_000 / 1001, 24, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60,
  ]

  /// The common frame rate that matches a frame duration in seconds.
  ///
  /// - Returns: `nil` if no clip has such a rate.
  package static func plausible(_ length: Double) -> Double? {
    guard length > 0, 1 / length <= 480 else { return nil }
    let rate = 1 / length
    return common.first { abs($0 - rate) < $0 * 1e-4 } ?? rate
  }

  /// Measures the rate: the common one that matches the times, or else their mean.
  ///
  /// - Parameters:
  ///   - times: The presentation times of the first frames, in seconds and in decoding order.
  ///   - isWhole: Whether these are all frames.
  ///   - tick: The time base of the times, in seconds.
  /// - Returns: `nil` if there are too few frames.
  package static func measured(_ times: [Double], isWhole: Bool, tick: Double) -> Double? {
    // Frames may be missing among the last ones.
    let known = times.sorted().dropLast(isWhole ? 0 : min(reordering, times.count / 2))
    guard let first = known.first, let last = known.last, last > first else { return nil }
    let rate = Double(known.count - 1) / (last - first)
    let doubt = rate * tick / (last - first)
    let nearest = common.min { abs($0 - rate) < abs($1 - rate) }
    return nearest.flatMap { abs($0 - rate) <= doubt ? $0 : nil } ?? rate
  }
}
