/// The range of playback speeds.
package enum PlaybackSpeed {
  /// Slower or faster than this, speech is unintelligible.
  package static let range = 0.5...2.0

  /// The nearest supported speed; 1 for NaN.
  package static func clamped(_ speed: Double) -> Double {
    speed.isNaN ? 1 : min(max(speed, range.lowerBound), range.upperBound)
  }
}

/// Stretches or compresses sound in time. Used by one thread at a time.
///
/// Since its speed was set, the output's duration equals the input's divided by that speed, within
/// a few hundredths of a second; the error does not accumulate.
package protocol SpeedChanger: AnyObject {
  /// The speed factor, within `PlaybackSpeed.range`. May change at any time; buffered sound then
  /// comes out at the new speed.
  var speed: Double { get set }

  /// Writes interleaved samples in `AudioFormat`.
  func write(_ samples: [Int16])

  /// Appends all output that is ready.
  func read(appendingTo samples: inout [Int16])

  /// Flushes buffered sound, because nothing follows.
  func flush()

  /// Flushes buffered sound unchanged, because what follows plays at normal speed.
  func passThrough()
}
