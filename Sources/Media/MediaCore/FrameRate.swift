/// How many frames are shown in a second, by the times of some of them.
package enum FrameRate {
  /// How many frames tell a rate: four seconds at the usual one.
  package static let sample = 120

  /// Frames that decoders may hold back for one that is decoded later and shown earlier.
  private static let reordering = 16

  /// The rates of films and television, in which clips are recorded.
  private static let common: [Double] = [
    24_000 / 1001, 24, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60,
  ]

  /// The rate of frames that are each shown for so long, in seconds: the common one that this can mean.
  ///
  /// - Returns: `nil` if it is none that clips have.
  package static func plausible(_ length: Double) -> Double? {
    guard length > 0, 1 / length <= 480 else { return nil }
    let rate = 1 / length
    return common.first { abs($0 - rate) < $0 * 1e-4 } ?? rate
  }

  /// Measures the rate: the common one that the times can mean, or else their mean.
  ///
  /// - Parameters:
  ///   - times: When the first frames are shown, in seconds and in the order of decoding.
  ///   - isWhole: Whether these are all there are.
  ///   - tick: What times are multiples of, in seconds.
  /// - Returns: `nil` if there are too few to tell.
  package static func measured(_ times: [Double], isWhole: Bool, tick: Double) -> Double? {
    // Between the last of them, others may be missing.
    let known = times.sorted().dropLast(isWhole ? 0 : min(reordering, times.count / 2))
    guard let first = known.first, let last = known.last, last > first else { return nil }
    let rate = Double(known.count - 1) / (last - first)
    let doubt = rate * tick / (last - first)
    let nearest = common.min { abs($0 - rate) < abs($1 - rate) }
    return nearest.flatMap { abs($0 - rate) <= doubt ? $0 : nil } ?? rate
  }
}
