package enum VolumeCurve {
  /// The sample gain for a perceived volume of 0 to 1.
  ///
  /// The cube of the volume, as in PulseAudio's `pa_sw_volume_to_linear` and mpv: perceived
  /// loudness roughly matches the number, whereas a gain of one half is hardly quieter at all. Half
  /// the volume is −18 dB, a tenth −60 dB.
  package static func gain(_ volume: Double) -> Float {
    guard volume > 0 else { return 0 }
    let volume = Float(min(volume, 1))
    return volume * volume * volume
  }
}
