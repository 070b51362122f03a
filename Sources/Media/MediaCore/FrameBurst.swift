/// Decides when to decode ahead: several frames in a row, then none for a while
/// (docs/decisions/engine-late-clips.md).
///
/// After the first frame of a burst, decoding finds its code and data in the CPU caches. Above the
/// required minimum, no frame is started if another one falls due meanwhile, which would then be
/// late.
package struct FrameBurst: Hashable, Sendable {
  private var isFilling = false
  /// The expected time per frame, in seconds: the maximum of recent ones.
  private var expectedTime = 0.0

  /// How fast a slow frame is forgotten, per frame.
  private static let decay = 0.9

  package init() {}

  /// Records how long a frame took, in seconds.
  package mutating func decoded(in time: Double) {
    expectedTime = max(time, expectedTime * Self.decay)
  }

  /// Whether to decode another frame now.
  ///
  /// - Parameters:
  ///   - ahead: The number of frames waiting.
  ///   - least: The minimum number to keep waiting; below it, a burst starts.
  ///   - most: The number that ends a burst, at least `least`.
  ///   - untilDue: Seconds until the next frame must be shown.
  package mutating func admits(ahead: Int, least: Int, most: Int, untilDue: Double) -> Bool {
    if ahead < least {
      isFilling = true
      return true
    }
    if ahead >= most { isFilling = false }
    return isFilling && untilDue > expectedTime
  }
}
