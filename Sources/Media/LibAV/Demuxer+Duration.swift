import CLibAV
import MediaCore
import Models

// A clip's duration, and the offsets between its streams.
extension Demuxer {
  /// Seconds from the first to the last timestamp; `nil` if that can only be guessed.
  var duration: Double? {
    if let measured = scan?.duration { return measured }
    guard hasReliableDuration || format.traits.contains(.isElementaryAudio) else { return nil }
    guard let reported = reportedDuration else { return streamDuration }
    let start =
      [firstFrame ?? video?.reportedStart, firstSound ?? sound?.reportedStart]
      .compactMap(\.self).min() ?? 0
    guard start > 0, reported > start else { return reported }
    // The time before the first packet is not shown. MP4 may or may not include it in the duration;
    // if the streams are shorter by that much, it does.
    let countsFromZero =
      format.traits.contains(.countsDurationFromZero)
      || streamDuration.map { $0 <= reported - start + Self.rounding } ?? false
    return countsFromZero ? reported - start : reported
  }

  /// How far the durations of a container and its streams may differ through rounding, in seconds.
  private static let rounding = 0.01

  /// The duration of the container as a whole.
  private var reportedDuration: Double? {
    guard let context, context.pointee.duration > 0 else { return nil }
    return credible(Double(context.pointee.duration) / 1e6)
  }

  /// The duration of the longer stream.
  private var streamDuration: Double? {
    [video?.duration, sound?.duration].compactMap { $0.flatMap(credible) }.max()
  }

  /// Returns a duration if it is plausible for the number of bytes.
  private func credible(_ duration: Double) -> Double? {
    let bytes = Double(input.byteCount ?? .max)
    return duration * DecodeLimits.fewestBytesPerSecond <= bytes
      ? MediaTime.plausible(duration) : nil
  }

  /// Whether the duration comes from the container rather than a guess by libav.
  var hasReliableDuration: Bool {
    guard !format.isStill, let context else { return format.isStill }
    // From the bit rate, libav makes up a duration for anything.
    if context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE { return false }
    return reportedDuration != nil || streamDuration != nil
  }

  /// Whether a container with possible timestamp jumps claims an impossibly long duration, which it
  /// computes from two timestamps.
  var isDurationDoubtful: Bool {
    guard timestampRepair != nil, let duration = reportedDuration else { return false }
    return duration * DecodeLimits.minBytesPerSecond > Double(input.byteCount ?? .max)
  }

  /// When the audio begins, on the container's clock; `nil` if unknown or without audio.
  var soundBeginning: Double? {
    guard let sound else { return nil }
    // The header takes precedence: a first packet may contain codec data that is not heard.
    return sound.reportedStart ?? firstSound
  }

  /// How much later frames are than their packets, in seconds. If a container only has decoding
  /// times, the first frame is late by the time that the decoder waits for others.
  ///
  /// - Parameter time: The time of the first frame.
  func frameDelay(ofFirst time: Double) -> Double {
    guard !format.hasPresentationTimes, let firstFrame else { return 0 }
    let delay = time - firstFrame
    return (0...Self.longestDelay).contains(delay) ? delay : 0
  }

  /// Decoders hold back at most 16 frames.
  private static let longestDelay = 1.0
}
