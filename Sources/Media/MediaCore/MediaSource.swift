import Models

/// What is known of a clip once it is open.
package struct MediaInfo: Hashable, Sendable {
  /// Seconds; `nil` if neither the container nor its streams say.
  package var duration: Double?
  /// The frame's shape after rotation and sample aspect, in square pixels; `nil` without frame.
  package var displaySize: PixelSize?
  /// The frame as coded, before rotation, in pixels.
  package var codedSize: PixelSize?
  /// Frames in a second, on average; `nil` if unknown or a still.
  package var frameRate: Double?
  package var hasAudio = false
  /// One frame without a clock.
  package var isStill = false
  /// The frames' codec as libav names it; empty where there are none.
  package var videoCodec = ""
  /// An estimate of the memory an open decoder takes, in bytes.
  package var estimatedMemory = 0

  /// Creates the description of a clip of which nothing is known.
  package init() {}
}

/// The outcome of asking a stream for its next piece.
package enum StreamRead<Value> {
  case value(Value)
  /// The stream has nothing more until a seek.
  case end
  /// Nothing can be had without reading further ahead in the other stream than the source's packet
  /// budget allows; the caller goes on with that one first, or without this one.
  case starved
  /// More is being written; the caller asks again later.
  case awaited

  /// The same with another value.
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
  /// Seconds since the clip's first frame (the stream's start time taken off).
  package var presentationTime: Double
  /// How long it is shown, in seconds; an estimate from the frame rate if the file does not say.
  package var duration: Double

  /// Creates a timing.
  package init(presentationTime: Double, duration: Double) {
    self.presentationTime = presentationTime
    self.duration = duration
  }
}

/// What has become of a clip since it was opened: its length by now, in seconds, `nil` if unknown; and
/// whether more of it is being written.
package typealias MediaGrowth = (duration: Double?, isGoingOn: Bool)

/// How much of the decoding may be left out to keep up.
package enum DecodeEffort: Hashable, Sendable, Comparable, CaseIterable {
  case full
  /// Without the loop filter, where the codec has one.
  case withoutLoopFilter
  /// Without frames no other frame refers to.
  case referenceOnly
  /// Keyframes alone.
  case keyframesOnly
}

extension MediaInfo {
  /// Pixels in a second beyond which one thread may not be enough: three quarters of 1080p at 60.
  private static let heavyRate = 0.75 * 1920 * 1080 * 60
  /// Lines from which on the costlier codecs count as heavy at any rate.
  private static let heavyLines = 1440

  /// Whether the frames are better decoded by two threads from the start.
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
/// Owned by one thread at a time; it may move between threads, but never be used by two at once.
/// Frames and sound are pulled apart from each other; the source queues the packets that the
/// container interleaves, within a bound.
package protocol MediaSource: AnyObject {
  var info: MediaInfo { get }

  /// All that the container says. Costs a little more than `info`; asked for when somebody looks.
  var details: MediaDetails { get }

  /// How much of the decoding to leave out, from the next frame on.
  var effort: DecodeEffort { get set }

  /// How many threads decode the frames side by side. A change takes effect at the next keyframe.
  /// What a thread with a niceness of its own starts inherits that for ever, so that only the
  /// playback thread may ask for more than 1.
  var threadCount: Int { get set }

  /// The sound track that is decoded; `nil` if there is none.
  var soundTrack: Int? { get }

  /// Chooses the sound track to decode, from the next piece on. The caller seeks afterwards.
  ///
  /// - Parameter id: One of `details.soundTracks`.
  /// - Throws: `.unsupportedCodec`; the track before stays chosen.
  func selectSoundTrack(_ id: Int) throws(MediaError)

  /// Chooses the subtitles to decode; `nil` for none. Subtitles come with the packets that frames and
  /// sound are read from.
  func selectSubtitleTrack(_ id: Int?)

  /// Takes the subtitles met since the last call, at most some hundreds.
  func takeSubtitles() -> [SubtitleCue]

  /// Up to where packets have been read, or are here to be read, in seconds since the first frame;
  /// `nil` if unknown.
  var bufferedEnd: Double? { get }

  /// Whether more of it is fetched or written although nobody reads.
  var isFetching: Bool { get }

  /// Looks whether the clip has grown since it was opened; its length in `info` then follows. Costs
  /// some microseconds.
  ///
  /// - Returns: `nil` if it has not.
  func lookForGrowth() -> MediaGrowth?

  /// Decodes the next frame and keeps it as the current one, undrawn.
  func nextFrame() throws(MediaError) -> StreamRead<FrameTiming>

  /// Scales a part of the current frame straight to the size of `target`, rotated and mirrored as
  /// its display matrix asks, area-averaged with full chroma. Does nothing before the first frame.
  func render(into target: PixelBuffer, showing region: FrameRegion)

  /// Decodes the next piece of sound and appends it to `samples` as `AudioFormat`.
  ///
  /// - Returns: The time of the first sample appended, in seconds on the scale of `FrameTiming`;
  ///   it may be negative or leave a gap to the piece before.
  func nextAudio(appendingTo samples: inout [Int16]) throws(MediaError) -> StreamRead<Double>

  /// Moves both streams.
  ///
  /// - Parameters:
  ///   - time: Seconds since the first frame; values outside the clip are clamped.
  ///   - precision: With `.keyframe` the next frame is the keyframe at or before `time`; with
  ///     `.exact` it is the frame shown at `time`, or the last one if `time` is at the end, and
  ///     the next sound starts within one piece of `time`. Once the token is in haste, a frame
  ///     before that one will do.
  /// - Throws: `MediaError.damaged` where the container cannot be sought, or what reading throws.
  func seek(to time: Double, precision: SeekPrecision) throws(MediaError)
}

/// Opens clips. Called on the preload and playback threads.
package protocol MediaOpener: Sendable {
  /// Opens a clip up to the point where `nextFrame` decodes its first frame.
  ///
  /// - Parameters:
  ///   - location: What to open.
  ///   - cancellation: Ends the call early with `.cancelled`, or `.timedOut` past its deadline. The
  ///     source keeps it and obeys it in later reads, too.
  /// - Returns: A source at its beginning.
  /// - Throws: Why the clip cannot be played.
  func open(
    _ location: MediaLocation, cancellation: CancellationToken
  ) throws(MediaError) -> any MediaSource

  /// Gives memory that closed clips have left back to the system. Called on the preload thread
  /// when it comes to rest; takes a millisecond or so.
  func releaseUnusedMemory()
}

extension MediaOpener {
  package func releaseUnusedMemory() {}
}
