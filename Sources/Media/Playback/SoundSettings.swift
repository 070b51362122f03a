import MediaCore

/// How sound is played, whatever clip it is of: one slot, in which newer values replace older ones.
struct SoundSettings: Hashable {
  /// 0 to 1 as it is heard.
  var volume = 1.0
  var isMuted = false
  /// Within `PlaybackSpeed.range`.
  var speed = 1.0
  /// Grows when the user does what a missing device is worth another try for.
  var wishes: UInt64 = 0

  /// The factor of the samples.
  var gain: Float { isMuted ? 0 : VolumeCurve.gain(volume) }
}
