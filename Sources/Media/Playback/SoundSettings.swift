import MediaCore

/// Sound settings for all clips: one slot, in which newer values replace older ones.
struct SoundSettings: Hashable {
  /// Perceived volume, 0 to 1.
  var volume = 1.0
  var isMuted = false
  /// Within `PlaybackSpeed.range`.
  var speed = 1.0
  /// Increases with user actions that justify retrying a missing device.
  var attempts: UInt64 = 0

  /// The gain for the samples.
  var gain: Float { isMuted ? 0 : VolumeCurve.gain(volume) }
}
