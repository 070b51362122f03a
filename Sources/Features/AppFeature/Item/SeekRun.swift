import Models

/// A key that seeks and is held down: the longer, the faster.
package struct SeekRun: Hashable, Sendable {
  /// Seconds of a single seek, backwards if negative.
  private var seconds: Double
  /// When it was pressed and last repeated, in seconds since 1970.
  private var start: Double
  private var last: Double
  /// How far the last repetition went, in seconds.
  package private(set) var step: Double
  private var isHeld = false

  /// Keys repeat faster than this, fingers slower; in seconds.
  private static let repeatInterval = 0.12
  /// How long the speed stays, and then takes to double, in seconds.
  private static let steady = 0.7
  private static let doubling = 0.5
  /// The most doublings: a dozen seconds lead through three hours.
  private static let doublings = 3
  /// Where a held key stops before the end, in seconds: beyond it, the clip would begin again.
  private static let rest = 1.0

  /// Begins with a single seek.
  init(_ seconds: Double, at now: Double) {
    (self.seconds, step) = (seconds, seconds)
    (start, last) = (now, now)
  }

  /// The key came again.
  mutating func seek(_ seconds: Double, at now: Double) {
    guard seconds == self.seconds, (0..<Self.repeatInterval).contains(now - last) else {
      self = SeekRun(seconds, at: now)
      return
    }
    (last, isHeld) = (now, true)
    let doublings = Int(saturating: (now - start - Self.steady) / Self.doubling)
    step = seconds * Double(1 << min(max(doublings, 0), Self.doublings))
  }

  /// Where the last repetition leads, in seconds.
  func target(from time: PlaybackTime) -> Double {
    let target = time.position + step
    guard isHeld, step > 0, let duration = time.duration else { return target }
    return min(target, max(duration - Self.rest, 0))
  }
}
