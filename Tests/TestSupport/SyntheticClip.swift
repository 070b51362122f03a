import MediaCore
import Models

/// What a made-up clip is like. Each picture is filled with its number and each sample tells its
/// place, so that a test can say exactly what was shown and heard.
package struct SyntheticClip: Sendable {
  /// Length of the pictures, in seconds.
  package var duration = 2.0
  package var frameRate = 25.0
  package var hasVideo = true
  package var hasAudio = true
  /// Length of the sound, in seconds; that of the pictures if `nil`.
  package var soundDuration: Double?
  /// What all samples are, instead of telling their place.
  package var level: Int16?
  /// Frames of sound that are missing at the start after a seek, as with some codecs.
  package var soundLostAfterSeek = 0
  /// Whether the container tells its length.
  package var tellsDuration = true
  /// A length the container tells instead of the real one.
  package var toldDuration: Double?
  package var displaySize = PixelSize(width: 160, height: 90)
  /// Pictures from one keyframe to the next.
  package var keyframeInterval = 25
  package var isStill = false
  package var memory = 20 << 20
  /// What opening throws.
  package var openError: MediaError?
  /// Times that pictures claim instead of their own, by their number.
  package var claimedTimes: [Int: Double] = [:]
  /// The number of the picture that cannot be decoded.
  package var damagedPicture: Int?
  /// Whether the sound cannot be decoded.
  package var hasDamagedSound = false
  package var canSeek = true
  /// Whether opening takes until it is called off.
  package var hangsOpening = false
  /// Whether pictures and sound must be read within a second of each other, as from a file whose
  /// interleaved packets are queued within a bound.
  package var isInterleaved = false
  /// Tells a changed file from the one it was.
  package var version = 0
  /// How many sound tracks there are. The samples of each but the first are negative.
  package var soundTrackCount = 1
  /// The captions, which are met with the pictures they begin with; there are two tracks of them.
  package var captions: [Caption] = []
  /// Seconds that packets are read ahead of the pictures; `nil` if that is not told.
  package var readAhead: Double?
  /// Seconds of it that a server has sent so far, of `duration`; `nil` for a clip that is here.
  package var fetched: (@Sendable () -> Double)?
  /// Seconds of it that have been written so far, of `duration`; `nil` for a clip that is finished.
  package var written: (@Sendable () -> Double)?
  /// The number of the picture whose reading takes until it is called off.
  package var hangsAtPicture: Int?
  /// The number of the picture whose reading takes some seconds.
  package var slowPicture: (number: Int, seconds: Double)?
  /// Seconds that a seek takes for each picture between the keyframe and the one it goes to.
  package var seekCost = 0.0
  /// Name of the codec, which tells how heavy the pictures are.
  package var codec = "numbers"
  /// Size as coded; that of the display if `nil`.
  package var codedSize: PixelSize?
  /// Seconds that opening takes.
  package var openCost = 0.0
  /// Seconds that decoding and scaling a picture takes with full effort.
  package var pictureCost = 0.0

  /// Creates a clip of two seconds with picture and sound.
  package init() {}

  /// How many pictures it has.
  package var pictureCount: Int { isStill ? 1 : Int((duration * frameRate).rounded()) }

  /// How many frames of sound it has.
  package var soundCount: Int { Int(((soundDuration ?? duration) * 48_000).rounded()) }

  /// The pixel that fills a picture.
  package static func pixel(of picture: Int) -> UInt32 { UInt32(truncatingIfNeeded: picture + 1) }

  /// The sample at a place; never 0, which is silence.
  package static func sample(at frame: Int) -> Int16 { Int16(1 + frame % 32_000) }

  /// What a source of the clip says of it.
  package var info: MediaInfo {
    let length = max(hasVideo ? duration : 0, hasAudio ? soundDuration ?? duration : 0)
    var info = MediaInfo()
    if tellsDuration, !isStill {
      info.duration = toldDuration ?? min(length, written?() ?? .infinity)
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
