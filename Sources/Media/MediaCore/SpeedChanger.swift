/// The speeds a clip can be played at.
package enum PlaybackSpeed {
  /// Slower and faster than this, speech is no longer understood.
  package static let range = 0.5...2.0

  /// The nearest speed there is; 1 for what is no number.
  package static func clamped(_ speed: Double) -> Double {
    speed.isNaN ? 1 : min(max(speed, range.lowerBound), range.upperBound)
  }
}

/// Makes sound last longer or shorter. Used by one thread at a time.
///
/// What it has given out since its speed was set lasts, within some hundredths of a second, as long
/// as what it has taken in divided by that speed; the difference does not grow.
package protocol SpeedChanger: AnyObject {
  /// How much shorter the sound gets, within `PlaybackSpeed.range`. May change at any time; what is
  /// inside then comes out at the new speed.
  var speed: Double { get set }

  /// Takes in interleaved samples in `AudioFormat`.
  func write(_ samples: [Int16])

  /// Appends all that is ready.
  func read(appendingTo samples: inout [Int16])

  /// Makes ready what is still inside, because nothing follows.
  func flush()

  /// Makes ready what is still inside as it went in, because what follows plays at its own speed.
  func passThrough()
}
