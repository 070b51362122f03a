import MediaCore

/// Sound settings for all clips: one slot, in which newer values replace older ones.
struct SoundSettings: Hashable {
  /// Perceived volume, 0 to 1.
  var volume = 1.0
  var isMuted = false
  /// Within `PlaybackSpeed.range`.
  var speed = 1.0
  /// How much later sound is to be heard than its frame is seen, in seconds; negative for earlier.
  ///
  /// Frames can be shown earlier, but not before the clock, which the sound drives, has begun; so
  /// the clock itself is set back for sound that is heard too late.
  var delay = 0.0
  /// Increases with user actions that justify retrying a missing device.
  var attempts: UInt64 = 0

  /// How much earlier frames are shown, in seconds.
  var laterBy: Double { max(delay, 0) }
  /// How much later than the device says sound counts as heard, in seconds.
  var earlierBy: Double { max(-delay, 0) }

  var gain: Float { isMuted ? 0 : VolumeCurve.gain(volume) }
}
