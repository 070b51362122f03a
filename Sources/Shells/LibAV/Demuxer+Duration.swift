import CLibAV
import MediaCore
import Models

// How long a clip is, and how its streams lie to each other in time.
extension Demuxer {
  /// Seconds from the first to the last timestamp; `nil` if that can only be guessed.
  var duration: Double? {
    if let measured = scan?.duration { return measured }
    guard let context, hasReliableDuration || format.traits.contains(.isElementaryAudio)
    else { return nil }
    if let told = Self.duration(of: context) {
      let start = [firstPicture, firstSound].compactMap(\.self).min() ?? 0
      let countsFromZero = format.traits.contains(.countsDurationFromZero)
      return countsFromZero && start > 0 && told > start ? told - start : told
    }
    return [picture?.duration, sound?.duration].compactMap(\.self).max()
  }

  private static func duration(of context: UnsafeMutablePointer<AVFormatContext>) -> Double? {
    guard context.pointee.duration > 0 else { return nil }
    return MediaTime.plausible(Double(context.pointee.duration) / 1e6)
  }

  /// Whether the container tells a length rather than libav guessing one.
  var hasReliableDuration: Bool {
    guard !format.isPicture, let context else { return format.isPicture }
    // From the bit rate, libav makes one up for anything.
    if context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE { return false }
    return Self.duration(of: context) != nil || picture?.duration != nil || sound?.duration != nil
  }

  /// Whether a container whose times may jump claims to be longer than what it holds can be: its
  /// length is the difference of two timestamps.
  var isDurationDoubtful: Bool {
    guard mender != nil, let context, let duration = Self.duration(of: context) else {
      return false
    }
    return duration * DecodeLimits.leastBytesPerSecond > Double(input.byteCount ?? .max)
  }

  /// When the sound begins, on the container's clock; `nil` if unknown, or if there is none.
  var soundBeginning: Double? {
    guard let sound else { return nil }
    // The header's word first: a first packet may hold what a codec needs and nobody hears.
    return sound.seconds(sound.pointer.pointee.start_time) ?? firstSound
  }

  /// How much later than its packets the pictures' times are, in seconds. A container that tells
  /// only when packets are decoded makes the first picture as late as it waits for the others.
  ///
  /// - Parameter time: That of the first picture.
  func pictureDelay(ofFirst time: Double) -> Double {
    guard !format.hasPresentationTimes, let firstPicture else { return 0 }
    let delay = time - firstPicture
    return (0...Self.longestDelay).contains(delay) ? delay : 0
  }

  /// Decoders hold back at most 16 pictures.
  private static let longestDelay = 1.0
}
