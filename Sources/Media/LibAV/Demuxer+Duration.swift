import CLibAV
import MediaCore
import Models

// How long a clip is, and how its streams lie to each other in time.
extension Demuxer {
  /// Seconds from the first to the last timestamp; `nil` if that can only be guessed.
  var duration: Double? {
    if let measured = scan?.duration { return measured }
    guard hasReliableDuration || format.traits.contains(.isElementaryAudio) else { return nil }
    guard let told = reportedDuration else { return streamDuration }
    let start =
      [firstFrame ?? video?.reportedStart, firstSound ?? sound?.reportedStart]
      .compactMap(\.self).min() ?? 0
    guard start > 0, told > start else { return told }
    // What lies before the first packet is not seen. Of MP4, whose length may leave it out, it is
    // known to count where the streams are that much shorter.
    let countsFromZero =
      format.traits.contains(.countsDurationFromZero)
      || streamDuration.map { $0 <= told - start + Self.rounding } ?? false
    return countsFromZero ? told - start : told
  }

  /// How far lengths of a container and its streams may lie apart that mean the same, in seconds.
  private static let rounding = 0.01

  /// What the container says of itself as a whole.
  private var reportedDuration: Double? {
    guard let context, context.pointee.duration > 0 else { return nil }
    return credible(Double(context.pointee.duration) / 1e6)
  }

  /// The length of the longer stream.
  private var streamDuration: Double? {
    [video?.duration, sound?.duration].compactMap { $0.flatMap(credible) }.max()
  }

  /// A length that so many bytes can have.
  private func credible(_ duration: Double) -> Double? {
    let bytes = Double(input.byteCount ?? .max)
    return duration * DecodeLimits.fewestBytesPerSecond <= bytes
      ? MediaTime.plausible(duration) : nil
  }

  /// Whether the container tells a length rather than libav guessing one.
  var hasReliableDuration: Bool {
    guard !format.isStill, let context else { return format.isStill }
    // From the bit rate, libav makes one up for anything.
    if context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE { return false }
    return reportedDuration != nil || streamDuration != nil
  }

  /// Whether a container whose times may jump claims to be longer than what it holds can be: its
  /// length is the difference of two timestamps.
  var isDurationDoubtful: Bool {
    guard mender != nil, let duration = reportedDuration else { return false }
    return duration * DecodeLimits.leastBytesPerSecond > Double(input.byteCount ?? .max)
  }

  /// When the sound begins, on the container's clock; `nil` if unknown, or if there is none.
  var soundBeginning: Double? {
    guard let sound else { return nil }
    // The header's word first: a first packet may hold what a codec needs and nobody hears.
    return sound.reportedStart ?? firstSound
  }

  /// How much later than its packets the frames' times are, in seconds. A container that tells
  /// only when packets are decoded makes the first video as late as it waits for the others.
  ///
  /// - Parameter time: That of the first video.
  func frameDelay(ofFirst time: Double) -> Double {
    guard !format.hasPresentationTimes, let firstFrame else { return 0 }
    let delay = time - firstFrame
    return (0...Self.longestDelay).contains(delay) ? delay : 0
  }

  /// Decoders hold back at most 16 frames.
  private static let longestDelay = 1.0
}
