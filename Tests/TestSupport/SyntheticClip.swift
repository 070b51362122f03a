import MediaCore
import Models

/// What a made-up clip is like. Each frame is filled with its number and each sample tells its
/// place, so that a test can say exactly what was shown and heard.
package struct SyntheticClip: Sendable {
  /// Length of the frames, in seconds.
  package var duration = 2.0
  package var frameRate = 25.0
  package var hasVideo = true
  package var hasAudio = true
  /// Length of the sound, in seconds; that of the frames if `nil`.
  package var soundDuration: Double?
  /// What all samples are, instead of telling their place.
  package var level: Int16?
  /// Frames of sound that are missing at the start after a seek, as with some codecs.
  package var soundLostAfterSeek = 0
  /// Whether the container tells its length.
  package var tellsDuration = true
  /// A length the container tells instead of the real one.
  package var reportedDuration: Double?
  package var displaySize = PixelSize(width: 160, height: 90)
  /// Frames from one keyframe to the next.
  package var keyframeInterval = 25
  package var isStill = false
  package var memory = 20 << 20
  /// What opening throws.
  package var openError: MediaError?
  /// Times that frames claim instead of their own, by their number.
  package var claimedTimes: [Int: Double] = [:]
  /// The number of the frame that cannot be decoded.
  package var damagedFrame: Int?
  /// Whether the sound cannot be decoded.
  package var hasDamagedSound = false
  package var canSeek = true
  /// Whether opening takes until it is cancelled.
  package var hangsOpening = false
  /// Whether frames and sound must be read within a second of each other, as from a file whose
  /// interleaved packets are queued within a bound.
  package var isInterleaved = false
  /// Tells a changed file from the one it was.
  package var version = 0
  /// How many sound tracks there are. The samples of each but the first are negative.
  package var soundTrackCount = 1
  /// The subtitles, which are met with the frames they begin with; there are two tracks of them.
  package var subtitles: [SubtitleCue] = []
  /// Seconds that packets are read ahead of the frames; `nil` if that is not told.
  package var readAhead: Double?
  /// Seconds of it that a server has sent so far, of `duration`; `nil` for a clip that is here.
  package var fetched: (@Sendable () -> Double)?
  /// Seconds of it that have been written so far, of `duration`; `nil` for a clip that is finished.
  package var written: (@Sendable () -> Double)?
  /// The number of the frame whose reading takes until it is cancelled.
  package var hangsAtFrame: Int?
  /// The number of the frame whose reading takes some seconds.
  package var slowFrame: (number: Int, seconds: Double)?
  /// Seconds that a seek takes for each frame between the keyframe and the one it goes to.
  package var seekCost = 0.0
  /// Name of the codec, which tells how heavy the frames are.
  package var codec = "numbers"
  /// Size as coded; that of the display if `nil`.
  package var codedSize: PixelSize?
  /// Seconds that opening takes.
  package var openCost = 0.0
  /// Seconds that decoding and scaling a frame takes with full effort.
  package var frameCost = 0.0

  /// Creates a clip of two seconds with frame and sound.
  package init() {}

  /// How many frames it has.
  package var frameCount: Int { isStill ? 1 : Int((duration * frameRate).rounded()) }

  /// How many frames of sound it has.
  package var soundCount: Int { Int(((soundDuration ?? duration) * 48_000).rounded()) }

  /// The pixel that fills a frame.
  package static func pixel(of frame: Int) -> UInt32 { UInt32(truncatingIfNeeded: frame + 1) }

  /// The sample at a place; never 0, which is silence.
  package static func sample(at frame: Int) -> Int16 { Int16(1 + frame % 32_000) }

  /// What a source of the clip says of it.
  package var info: MediaInfo {
    let length = max(hasVideo ? duration : 0, hasAudio ? soundDuration ?? duration : 0)
    var info = MediaInfo()
    if tellsDuration, !isStill {
      info.duration = reportedDuration ?? min(length, written?() ?? .infinity)
    }
    if hasVideo {
      info.displaySize = displaySize
      info.codedSize = codedSize ?? displaySize
      info.frameRate = frameRate
      info.videoCodec = codec
    }
    info.hasAudio = hasAudio
    info.isStill = isStill
    info.estimatedMemory = memory
    return info
  }
}
