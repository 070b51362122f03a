/// How loud a volume is.
package enum VolumeCurve {
  /// The factor of the samples for a volume of 0 to 1 as it is heard.
  ///
  /// The cube of the volume, as in PulseAudio's `pa_sw_volume_to_linear` and mpv: about as loud as
  /// the number says, where a factor of one half is hardly quieter at all. Half the volume is
  /// −18 dB, a tenth −60 dB.
  package static func gain(_ volume: Double) -> Float {
    guard volume > 0 else { return 0 }
    let volume = Float(min(volume, 1))
    return volume * volume * volume
  }
}
