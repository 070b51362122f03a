/// When frames are decoded ahead: several in a row, and then none for a while (docs/decisions/engine-late-clips.md).
///
/// Decoding finds its code and its data in the processor's caches after the first frame of a row.
/// No frame is begun beyond the fewest that must be there if another one falls due meanwhile: it
/// would be shown late.
package struct FrameBurst: Hashable, Sendable {
  private var isFilling = false
  /// How long a frame may take, in seconds: as long as any of the last ones.
  private var expectedTime = 0.0

  /// How fast a frame that took long is forgotten, from one to the next.
  private static let decay = 0.9

  /// Creates a burst that has not begun.
  package init() {}

  /// Takes in how long a frame took, in seconds.
  package mutating func decoded(in time: Double) {
    expectedTime = max(time, expectedTime * Self.decay)
  }

  /// Tells whether another frame is decoded now.
  ///
  /// - Parameters:
  ///   - ahead: How many wait for their time.
  ///   - least: How many shall wait at least; with fewer, a burst begins.
  ///   - most: How many end a burst; if they are fewer than `least`, those do.
  ///   - untilDue: Seconds until the next one has to be shown.
  package mutating func admits(ahead: Int, least: Int, most: Int, untilDue: Double) -> Bool {
    if ahead < least {
      isFilling = true
      return true
    }
    if ahead >= most { isFilling = false }
    return isFilling && untilDue > expectedTime
  }
}
