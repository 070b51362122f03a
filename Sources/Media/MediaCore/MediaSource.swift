import Models

/// The properties of an open clip.
package struct MediaInfo: Hashable, Sendable {
  /// Seconds; `nil` if neither the container nor its streams say.
  package var duration: Double?
  /// The frame's shape after rotation and sample aspect, in square pixels; `nil` without video.
  package var displaySize: PixelSize?
  /// The frame as coded, before rotation, in pixels.
  package var codedSize: PixelSize?
  /// Frames per second, on average; `nil` if unknown or a still.
  package var frameRate: Double?
  package var hasAudio = false
  /// One frame without timing.
  package var isStill = false
  /// Whether its frames are drawn from its sound.
  package var isWaveform = false
  /// The video codec's libav name; empty without video.
  package var videoCodec = ""
  /// Of a part of a clip, the clip; `nil` for a whole clip.
  package var whole: Whole?
  /// An estimate of an open decoder's memory, in bytes.
  package var estimatedMemory = 0
  /// The version of its file when it was opened; `nil` if unknown.
  package var fileVersion: FileVersion?

  /// The clip that something is a part of.
  package struct Whole: Hashable, Sendable {
    /// Where the part begins, in seconds since the clip's first frame.
    package var start: Double
    /// Seconds; `nil` if unknown.
    package var duration: Double?

    package init(start: Double, duration: Double?) {
      self.start = start
      self.duration = duration
    }
  }

  package init() {}
}

package enum StreamRead<Value> {
  case value(Value)
  /// The stream has ended, until a seek.
  case end
  /// Reading on would exceed the source's packet budget for the other stream; the caller continues
  /// with that one first, or without this one.
  case starved
  /// More is being written; the caller tries again later.
  case awaited

  package func map<Other>(_ body: (Value) -> Other) -> StreamRead<Other> {
    switch self {
    case .value(let value): .value(body(value))
    case .end: .end
    case .starved: .starved
    case .awaited: .awaited
    }
  }
}

extension StreamRead: Equatable where Value: Equatable {}
extension StreamRead: Sendable where Value: Sendable {}

/// When a decoded frame is due.
package struct FrameTiming: Hashable, Sendable {
  /// Seconds since the clip's first frame (the stream's start time subtracted).
  package var presentationTime: Double
  /// How long it is shown, in seconds; estimated from the frame rate if the file does not say.
  package var duration: Double
  /// Whether `DecodeDemand.interval` asks for it.
  package var isAskedFor: Bool

  package init(presentationTime: Double, duration: Double, isAskedFor: Bool = true) {
    self.presentationTime = presentationTime
    self.duration = duration
    self.isAskedFor = isAskedFor
  }
}

/// A clip's growth since it was opened: its current duration in seconds, `nil` if unknown; and
/// whether more is being written.
package typealias MediaGrowth = (duration: Double?, isGoingOn: Bool)

extension MediaInfo {
  /// Pixels per second beyond which one thread may not be enough: three quarters of 1080p at 60.
  private static let heavyRate = 0.75 * 1920 * 1080 * 60
  /// The number of lines from which the costlier codecs count as heavy at any rate.
  private static let heavyLines = 1440

  /// Whether to decode with two threads from the start.
  package var isHeavy: Bool {
    guard let codedSize else { return false }
    let pixels = Double(codedSize.width) * Double(codedSize.height)
    if pixels * (frameRate ?? 0) > Self.heavyRate { return true }
    return ["hevc", "av1"].contains(videoCodec)
      && min(codedSize.width, codedSize.height) >= Self.heavyLines
  }
}

/// An open clip: demuxer, decoders and scaler.
///
/// Owned by one thread at a time; it may move between threads, but two must never use it at once.
/// Frames and sound are pulled separately; the source queues the packets that the container
/// interleaves, up to a limit.
package protocol MediaSource: AnyObject {
  var info: MediaInfo { get }

  /// The container's metadata. Costs slightly more than `info`; read on request.
  var details: MediaDetails { get }

  /// Which frames to decode, from the next one on.
  var demand: DecodeDemand { get set }

  /// How many frames were not decoded since the last seek because the demand's interval does not ask for them: those
  /// before the current frame, and at the end all.
  var leftOut: Int { get }

  /// The longest distance between two keyframes among what was read so far, in seconds; `nil` before
  /// there were two.
  var keyframeSpacing: Double? { get }

  /// Until the next seek, `.keyframesOnly` skips keyframes before this, too; in seconds since the first
  /// frame.
  var keyframeStart: Double { get set }

  /// The number of parallel decoding threads. A change takes effect at the next keyframe. Threads
  /// inherit the niceness of the thread that starts them permanently, so only the playback thread
  /// may request more than 1.
  var threadCount: Int { get set }

  /// The audio track being decoded; `nil` if there is none.
  var soundTrack: Int? { get }

  /// Chooses the audio track to decode, from the next chunk on. The caller seeks afterwards.
  ///
  /// - Parameter id: One of `details.soundTracks`.
  /// - Throws: `.unsupportedCodec`; the previous track stays chosen.
  func selectSoundTrack(_ id: Int) throws(MediaError)

  /// Chooses the subtitles to decode; `nil` for none. They arrive with the packets of frames and
  /// sound.
  func selectSubtitleTrack(_ id: Int?)

  /// Returns the cues found since the last call, at most a few hundred.
  func takeSubtitles() -> [SubtitleCue]

  /// The time up to which packets have been read or are buffered, in seconds since the first frame;
  /// `nil` if unknown.
  var bufferedEnd: Double? { get }

  /// Whether more of the clip is being fetched or written even while nothing is read.
  var isFetching: Bool { get }

  /// Checks whether the clip has grown since it was opened, and updates the duration in `info`.
  /// Takes some microseconds.
  ///
  /// - Returns: `nil` if it has not.
  func lookForGrowth() -> MediaGrowth?

  /// Decodes the next frame and makes it the current one, without rendering it.
  func nextFrame() throws(MediaError) -> StreamRead<FrameTiming>

  /// Scales a region of the current frame directly to the size of `target`, area-averaged with full
  /// chroma. Does nothing before the first frame.
  ///
  /// - Parameters:
  ///   - target: Receives the frame.
  ///   - region: The part of the frame, as shown.
  ///   - rotation: How to rotate the frame after its display matrix has been applied.
  func render(into target: PixelBuffer, showing region: FrameRegion, rotation: Rotation)

  /// Decodes the next audio chunk and appends it to `samples` as `AudioFormat`.
  ///
  /// - Returns: The time of the first sample appended, in seconds on the scale of `FrameTiming`; it
  ///   may be negative or leave a gap after the previous chunk.
  func nextAudio(appendingTo samples: inout [Int16]) throws(MediaError) -> StreamRead<Double>

  /// How many bytes the packets take over time, without decoding; the caller seeks afterwards. May
  /// take a second.
  ///
  /// - Returns: `nil` if the container does not tell.
  /// - Throws: `.cancelled`, `.timedOut`, or why the first frame cannot be decoded.
  func activity() throws(MediaError) -> Activity?

  /// Seeks in both streams.
  ///
  /// - Parameters:
  ///   - time: Seconds since the first frame, clamped to the clip.
  ///   - precision: With `.keyframe` the next frame is the keyframe at or before `time`; with
  ///     `.exact` it is the frame shown at `time`, or the last one if `time` is at the end, and the
  ///     next sound starts within one chunk of `time`. Once the token is in haste, an earlier frame
  ///     will do.
  /// - Throws: `MediaError.damaged` if the container is not seekable, or any error from reading.
  func seek(to time: Double, precision: SeekPrecision) throws(MediaError)
}

extension MediaSource {
  package var leftOut: Int { 0 }

  package var keyframeSpacing: Double? { nil }

  package var keyframeStart: Double {
    get { -.infinity }
    set {}
  }

  package func activity() throws(MediaError) -> Activity? { nil }

  /// Draws a region of the current frame as the clip is turned by its display matrix.
  package func render(into target: PixelBuffer, showing region: FrameRegion) {
    render(into: target, showing: region, rotation: .none)
  }
}

/// Opens clips. Called on the preload and playback threads.
package protocol MediaOpener: Sendable {
  /// Opens a clip up to the point where `nextFrame` decodes its first frame.
  ///
  /// - Parameters:
  ///   - location: What to open.
  ///   - cancellation: Ends the call early with `.cancelled`, or `.timedOut` past its deadline. The
  ///     source keeps it and also obeys it in later reads.
  /// - Returns: A source at its beginning.
  /// - Throws: Why the clip cannot be played.
  func open(
    _ location: MediaLocation, cancellation: CancellationToken
  ) throws(MediaError) -> any MediaSource

  /// Returns memory left by closed clips to the system. Called on the preload thread when it
  /// becomes idle; takes about a millisecond.
  func releaseUnusedMemory()
}

extension MediaOpener {
  package func releaseUnusedMemory() {}
}
