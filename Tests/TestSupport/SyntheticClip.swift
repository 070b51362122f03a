import MediaCore
import Models

/// The properties of a synthetic clip. Each frame is filled with its number and each sample encodes
/// its position, so that a test can tell exactly what was shown and heard.
package struct SyntheticClip: Sendable {
  /// Duration of the frames, in seconds.
  package var duration = 2.0
  package var frameRate = 25.0
  package var hasVideo = true
  package var hasAudio = true
  /// Duration of the sound, in seconds; that of the frames if `nil`.
  package var soundDuration: Double?
  /// The value of all samples, instead of their position.
  package var level: Int16?
  /// Frames of sound that are missing at the start after a seek, as with some codecs.
  package var soundLostAfterSeek = 0
  /// Whether the container states its duration.
  package var tellsDuration = true
  /// A wrong duration for the container to state.
  package var reportedDuration: Double?
  package var displaySize = PixelSize(width: 160, height: 90)
  /// Frames from one keyframe to the next.
  package var keyframeInterval = 25
  /// Frames from one that others reference to the next.
  package var referenceInterval = 1
  package var isStill = false
  /// Whether the lower half of each frame is white: it shows something.
  package var isHalfWhite = false
  package var memory = 20 << 20
  /// The error that opening throws.
  package var openError: MediaError?
  /// Wrong timestamps of frames, by frame number.
  package var claimedTimes: [Int: Double] = [:]
  /// The number of a frame that cannot be decoded.
  package var damagedFrame: Int?
  /// Whether the sound cannot be decoded.
  package var hasDamagedSound = false
  package var canSeek = true
  /// Whether opening blocks until it is cancelled.
  package var hangsOpening = false
  /// Whether frames and sound must be read within a second of each other, as from a file with a
  /// bounded queue of interleaved packets.
  package var isInterleaved = false
  /// Changes when the file is replaced.
  package var version = 0
  /// The version of its file as its source tells it.
  package var fileVersion: FileVersion?
  /// How many sound tracks there are. The samples of all but the first are negative.
  package var soundTrackCount = 1
  /// The subtitles, which are read together with the frames they start at; there are two tracks of
  /// them.
  package var subtitles: [SubtitleCue] = []
  /// Seconds of packets read ahead of the frames; `nil` if unknown.
  package var readAhead: Double?
  /// Seconds of `duration` that a server has sent so far; `nil` for a local clip.
  package var fetched: (@Sendable () -> Double)?
  /// Seconds of `duration` that have been written so far; `nil` for a finished clip.
  package var written: (@Sendable () -> Double)?
  /// The number of a frame whose reading blocks until it is cancelled.
  package var hangsAtFrame: Int?
  /// The number of a frame whose reading takes some seconds.
  package var slowFrame: (number: Int, seconds: Double)?
  /// Seconds that a seek takes for each frame between the keyframe and its target.
  package var seekCost = 0.0
  /// Name of the codec, which determines how demanding the frames are.
  package var codec = "numbers"
  /// Coded size; the display size if `nil`.
  package var codedSize: PixelSize?
  /// Seconds that opening takes.
  package var openCost = 0.0
  /// Seconds that decoding and scaling a frame takes at full quality.
  package var frameCost = 0.0

  /// Creates a clip of two seconds with frames and sound.
  package init() {}

  /// How many frames it has.
  package var frameCount: Int { isStill ? 1 : Int((duration * frameRate).rounded()) }

  /// How many frames of sound it has.
  package var soundCount: Int { Int(((soundDuration ?? duration) * 48_000).rounded()) }

  /// The pixel that fills a frame.
  package static func pixel(of frame: Int) -> UInt32 { UInt32(truncatingIfNeeded: frame + 1) }

  /// The sample at a position; never 0, which is silence.
  package static func sample(at frame: Int) -> Int16 { Int16(1 + frame % 32_000) }

  /// The media info that a source of the clip reports.
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
    info.fileVersion = fileVersion
    return info
  }
}
