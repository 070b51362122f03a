import CALSA
import MediaCore
import Models

/// Configures an open ALSA device for `AudioFormat` and useful buffer sizes.
struct ALSASetup {
  /// Opened and closed by the caller.
  let pcm: OpaquePointer
  /// Whether a sound server is on a remote link with latency.
  let isFar: Bool

  /// Applies all settings and prepares the device for samples.
  ///
  /// - Returns: The buffer sizes chosen by the device.
  /// - Throws: `.noDevice` if it does not support the format.
  func apply() throws(AudioError) -> AudioBuffering {
    let buffering = try applyHardware()
    try applySoftware(buffering)
    try check(snd_pcm_prepare(pcm))
    return buffering
  }

  /// The buffer in microseconds, of a sound card, and of a plugin for a sound server: with 100 ms,
  /// PulseAudio's underruns at once. A period is a quarter.
  private static let cardBuffer: UInt32 = 100_000
  private static let serverBuffer: UInt32 = 200_000
  /// The same for a remote server: it requests more only after playing some, and the response
  /// arrives a round trip later. With 200 ms it underruns at a round trip of 200 ms; with 600 ms a
  /// clip waits 0.4 s for its sound.
  private static let farBuffer: UInt32 = 400_000

  private func applyHardware() throws(AudioError) -> AudioBuffering {
    var parameters: OpaquePointer?
    try check(snd_pcm_hw_params_malloc(&parameters))
    defer { snd_pcm_hw_params_free(parameters) }
    try check(snd_pcm_hw_params_any(pcm, parameters))
    try check(snd_pcm_hw_params_set_rate_resample(pcm, parameters, 1))
    try check(
      snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED))
    let sampleFormat = 1.littleEndian == 1 ? SND_PCM_FORMAT_S16_LE : SND_PCM_FORMAT_S16_BE
    try check(snd_pcm_hw_params_set_format(pcm, parameters, sampleFormat))
    try check(snd_pcm_hw_params_set_channels(pcm, parameters, UInt32(AudioFormat.channels)))
    try check(snd_pcm_hw_params_set_rate(pcm, parameters, UInt32(AudioFormat.sampleRate), 0))
    let isServer = snd_pcm_type(pcm) == SND_PCM_TYPE_IOPLUG
    let serverBuffer = isFar ? Self.farBuffer : Self.serverBuffer
    var bufferTime = isServer ? serverBuffer : Self.cardBuffer
    var periodTime = bufferTime / 4
    try check(snd_pcm_hw_params_set_buffer_time_near(pcm, parameters, &bufferTime, nil))
    try check(snd_pcm_hw_params_set_period_time_near(pcm, parameters, &periodTime, nil))
    try check(snd_pcm_hw_params(pcm, parameters))

    var bufferFrames: snd_pcm_uframes_t = 0
    var periodFrames: snd_pcm_uframes_t = 0
    try check(snd_pcm_hw_params_get_buffer_size(parameters, &bufferFrames))
    try check(snd_pcm_hw_params_get_period_size(parameters, &periodFrames, nil))
    return AudioBuffering(
      bufferFrames: Int(clamping: bufferFrames), periodFrames: Int(clamping: periodFrames))
  }

  private func applySoftware(_ buffering: AudioBuffering) throws(AudioError) {
    var parameters: OpaquePointer?
    try check(snd_pcm_sw_params_malloc(&parameters))
    defer { snd_pcm_sw_params_free(parameters) }
    try check(snd_pcm_sw_params_current(pcm, parameters))
    let period = snd_pcm_uframes_t(buffering.periodFrames)
    // Starting only with a full buffer would add that much silence after each underrun.
    try check(snd_pcm_sw_params_set_start_threshold(pcm, parameters, period))
    try check(snd_pcm_sw_params_set_avail_min(pcm, parameters, period))
    try check(
      snd_pcm_sw_params_set_stop_threshold(
        pcm, parameters, snd_pcm_uframes_t(buffering.bufferFrames)))
    // Timestamps are not needed, and plugins may not support them.
    snd_pcm_sw_params_set_tstamp_mode(pcm, parameters, SND_PCM_TSTAMP_ENABLE)
    snd_pcm_sw_params_set_tstamp_type(pcm, parameters, SND_PCM_TSTAMP_TYPE_MONOTONIC)
    try check(snd_pcm_sw_params(pcm, parameters))
  }

  private func check(_ code: Int32) throws(AudioError) {
    if code < 0 { throw .noDevice(CleanText(String(cString: snd_strerror(code)))) }
  }
}
