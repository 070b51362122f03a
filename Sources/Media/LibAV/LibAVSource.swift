import CLibAV
import MediaCore
import Models

/// An open clip.
///
/// Not thread-safe: like every `MediaSource` it is used by one thread at a time.
final class LibAVSource: MediaSource {
  let demuxer: Demuxer
  var sound: SoundReader?
  var subtitles: SubtitleReader?
  let sidecars: Sidecars?
  private let renderer = FrameRenderer()
  private var frames: FrameReader?
  private var orientation = Orientation.upright
  var info: MediaInfo

  /// When the first frame is shown, on the container's clock; `nil` until it is decoded.
  private var origin: Double?
  /// The time of the clip's first keyframe, on the container's clock.
  private var firstKeyframe: Double?
  /// How far the video is delayed relative to the audio, in seconds.
  private var frameDelay = 0.0
  private var hasShownStill = false

  /// Opens the decoders of a container's streams.
  ///
  /// If the header does not give the frame's shape, the first frame is decoded at once, so that
  /// `info` is final.
  ///
  /// - Parameters:
  ///   - demuxer: The open container.
  ///   - threadCount: The number of decoding threads.
  ///   - sidecars: The subtitle files beside the clip.
  ///   - isForPlaying: Whether `info` must be final. If not, the pixels of a clip whose header does
  ///     not give their shape count as square.
  init(
    _ demuxer: Demuxer, threadCount: Int, sidecars: Sidecars? = nil, isForPlaying: Bool = true
  ) throws(MediaError) {
    self.demuxer = demuxer
    self.sidecars = sidecars
    self.threadCount = threadCount
    info = MediaInfo(describing: demuxer)
    if let stream = demuxer.video {
      frames = try FrameReader(stream, of: demuxer, threadCount: threadCount)
      orientation = Orientation(of: stream) ?? .upright
    }
    sound = try Self.openSound(of: demuxer, isNeeded: demuxer.video == nil)
    info.hasAudio = sound != nil
    if sound == nil { demuxer.select(.sound, nil) }
    let isFirstFrameNeeded = isForPlaying && demuxer.sampleAspectRatio(of: nil) == nil
    if demuxer.video != nil, info.isStill || isFirstFrameNeeded {
      try start()
    } else {
      describeShape()
    }
  }

  var demand = DecodeDemand() {
    didSet { frames?.demand = demand }
  }

  var leftOut: Int { frames?.decoder.leftOut ?? 0 }

  var keyframeSpacing: Double? { frames?.decoder.keyframeSpacing.longest }

  var keyframeStart: Double {
    get { (frames?.decoder.keyframeStart ?? -.infinity) - (origin ?? 0) }
    set { frames?.decoder.keyframeStart = newValue + (origin ?? 0) }
  }

  var threadCount: Int {
    didSet { frames?.decoder.threadCount = threadCount }
  }

  /// Where the clip's own clock starts, in seconds on the container's; taken from the header until
  /// the first frame is decoded.
  var clockOrigin: Double {
    origin ?? demuxer.video.flatMap { $0.isCoverArt ? nil : $0.startTime }
      ?? demuxer.sound?.startTime ?? 0
  }

  /// The last decoded frame; `nil` before the first.
  var knownFrame: UnsafeMutablePointer<AVFrame>? {
    guard let frame = frames?.upcoming, frame.pointee.width > 0 else { return nil }
    return frame
  }

  func nextFrame() throws(MediaError) -> StreamRead<FrameTiming> {
    try start()
    guard let frames, let origin else { return .end }
    if info.isStill {
      defer { hasShownStill = true }
      return hasShownStill
        ? .end : .value(FrameTiming(presentationTime: 0, duration: info.duration ?? 0))
    }
    return try frames.next().map { frame in
      sidecars?.reached(frame.time - origin)
      return FrameTiming(
        presentationTime: frame.time - origin, duration: frames.currentDuration,
        isAskedFor: frame.isAskedFor)
    }
  }

  func render(into target: PixelBuffer, showing region: FrameRegion, rotation: Rotation) {
    guard let frame = frames?.current, frame.pointee.width > 0 else { return }
    let shape = shape(of: frame).rotated(rotation)
    let part = VisiblePart(
      of: shape, in: info.displaySize?.rotated(rotation) ?? shape, showing: region,
      on: target.size)
    if let part {
      let lines = Double(shape.height) * part.region.height / Double(part.size.height)
      frames?.decoder.isShrunk = lines >= Self.linesForRoughness
    }
    renderer.render(
      frame, orientation: orientation.rotated(rotation), part: part, into: target)
  }

  /// From this many coded lines per output line, block edges are invisible.
  private static let linesForRoughness = 4.0

  func nextAudio(appendingTo samples: inout [Int16]) throws(MediaError) -> StreamRead<Double> {
    guard let sound else { return .end }
    try start()
    return try sound.next(appendingTo: &samples).map { time in
      let heard = time + frameDelay - (origin ?? 0)
      sidecars?.reached(heard)
      return heard
    }
  }

  func seek(to time: Double, precision: SeekPrecision) throws(MediaError) {
    try start()
    hasShownStill = false
    // Without timestamps, a keyframe can only be found by counting up to it.
    let precision = demuxer.format.hasTimes ? precision : .exact
    let time = time.isFinite ? max(0, min(time, info.duration ?? time)) : 0
    let target = (origin ?? 0) + time
    sidecars?.moved(to: time)
    var landing = Landing.sought
    var step = 0.0
    repeat {
      let from = time - step
      let hasFailed = landing == .beginning
      landing = from <= 0 ? .beginning : .sought
      if hasFailed || !demuxer.seek(to: landing == .beginning ? nil : (origin ?? 0) + from) {
        // It is then read from its beginning up to the frame.
        try demuxer.reopen()
        landing = .opened
      }
      sound?.flush()
      subtitles?.flush()
      // Some containers land after the keyframe, or on packets that are not shown.
      step = max(step * 2, 0.5)
    } while try !settle(at: target, precision, after: landing)
  }

  func activity() throws(MediaError) -> Activity? {
    try start()
    return try demuxer.activity(origin: origin ?? 0)
  }

  /// How a container reached its position.
  private enum Landing {
    /// It was moved to a time.
    case sought
    /// It was moved to its beginning.
    case beginning
    /// It was reopened.
    case opened
  }

  /// Decodes up to the target frame, or from a beginning as far towards it as there are frames.
  ///
  /// - Returns: `false` if the demuxer is beyond it, or not where it claims to be.
  private func settle(
    at target: Double, _ precision: SeekPrecision, after landing: Landing
  ) throws(MediaError) -> Bool {
    let isBeginning = target <= origin ?? 0
    demuxer.soundStart = isBeginning ? -.infinity : target - frameDelay
    guard let frames, !info.isStill else { return true }
    if precision == .keyframe { demuxer.soundStart = -.infinity }
    frames.flush()
    let keyframe = try frames.decoder.keyframeTime()
    // libav reports a seek to the beginning as successful even if nothing moved.
    let latest =
      switch landing {
      case .sought: target
      case .beginning: firstKeyframe ?? .infinity
      case .opened: Double.infinity
      }
    if latest < .infinity {
      guard let keyframe, keyframe <= latest + FrameReader.tolerance else { return false }
    }
    let isOnKeyframe = keyframe.map { $0 >= target - FrameReader.tolerance } ?? false
    if precision == .exact, !isOnKeyframe {
      return try frames.prime(showing: target) || landing != .sought
    }
    guard case .value(let time) = try frames.prime() else { return landing != .sought }
    if precision == .keyframe, !isBeginning { demuxer.soundStart = time - frameDelay }
    return true
  }

  /// Decodes the first frame, whose time is the origin of all times.
  private func start() throws(MediaError) {
    guard origin == nil else { return }
    guard frames != nil else {
      origin = demuxer.sound?.startTime ?? 0
      return
    }
    do throws(MediaError) {
      let time = try startFrames()
      frameDelay = info.isStill ? 0 : demuxer.frameDelay(ofFirst: time)
      origin = info.isStill ? demuxer.sound?.startTime ?? 0 : beginning(frame: time)
      describeShape()
      if info.isStill { _ = try frames?.next() }
    } catch {
      // An album is worth playing even if its cover is broken.
      guard error != .cancelled, error != .timedOut, demuxer.video?.isCoverArt == true,
        sound != nil
      else { throw error }
      self.frames = nil
      info.isStill = false
      info.videoCodec = ""
      origin = demuxer.sound?.startTime ?? 0
    }
  }

  /// Decodes the first undamaged frame or, if there is none, the first damaged one.
  ///
  /// - Returns: Its time.
  private func startFrames() throws(MediaError) -> Double {
    do throws(MediaError) {
      firstKeyframe = try frames?.decoder.keyframeTime()
      if case .value(let time)? = try frames?.prime() { return time }
    } catch {
      guard error == .damaged else { throw error }
    }
    guard demuxer.video?.isCoverArt != true else { throw .damaged }
    try demuxer.reopen()
    sound?.flush()
    guard let stream = demuxer.video else { throw .damaged }
    let lenient = try FrameReader(stream, of: demuxer, threadCount: 1, showsDamaged: true)
    guard case .value(let time) = try lenient.prime() else { throw .damaged }
    frames = lenient
    return time
  }

  /// The origin of times: the first frame, or sound that starts well before it.
  private func beginning(frame: Double) -> Double {
    guard sound != nil, let sound = demuxer.soundBeginning,
      (Self.shortestLead...Self.longestLead).contains(frame - frameDelay - sound)
    else { return frame }
    return sound + frameDelay
  }

  /// Sound that starts less than this before the video, in seconds, is dropped: codecs start with
  /// that much silence, and a frame should be shown at once.
  private static let shortestLead = 0.1
  /// Sound that starts more than this before it, in seconds, has a broken timestamp.
  private static let longestLead = 600.0

  /// Fills in the frame's shape, from the first frame if there is one.
  private func describeShape() {
    guard let stream = demuxer.video else { return }
    let frame = knownFrame
    if let frame, Orientation(of: stream) == nil, let own = Orientation(of: frame) {
      orientation = own
    }
    let coded = PixelSize(
      width: Int(frame?.pointee.width ?? stream.parameters.pointee.width),
      height: Int(frame?.pointee.height ?? Self.seenLines(of: stream)))
    guard coded.width > 0, coded.height > 0 else { return }
    info.codedSize = coded
    info.displaySize = shape(coded, demuxer.sampleAspectRatio(of: frame))
    info.estimatedMemory = MediaInfo.memory(
      coded, depth: frame.map { FrameColor(of: $0).depth } ?? stream.depth)
  }

  private static func seenLines(of stream: MediaStream) -> Int32 {
    let height = stream.parameters.pointee.height
    return stream.blankingLines?.seen(of: height) ?? height
  }

  /// A frame's shape in square pixels, upright. In some clips it changes.
  private func shape(of frame: UnsafeMutablePointer<AVFrame>) -> PixelSize {
    shape(
      PixelSize(width: Int(frame.pointee.width), height: Int(frame.pointee.height)),
      demuxer.sampleAspectRatio(of: frame))
  }

  private func shape(_ coded: PixelSize, _ ratio: AVRational?) -> PixelSize {
    let width = Double(coded.width) * (ratio.map { av_q2d($0) } ?? 1)
    let shown = PixelSize(width: max(Int(saturating: width), 1), height: coded.height)
    return orientation.isTransposed ? PixelSize(width: shown.height, height: shown.width) : shown
  }

  /// Opens the audio decoder; undecodable audio is ignored unless there is nothing else.
  private static func openSound(
    of demuxer: Demuxer, isNeeded: Bool
  ) throws(MediaError) -> SoundReader? {
    guard let stream = demuxer.sound else { return nil }
    do throws(MediaError) {
      return try SoundReader(stream, of: demuxer)
    } catch {
      if isNeeded || error == .cancelled || error == .timedOut { throw error }
      return nil
    }
  }
}

extension MediaInfo {
  /// Reads the container's header.
  fileprivate init(describing demuxer: Demuxer) {
    self.init()
    fileVersion = demuxer.input.fileVersion
    isStill = demuxer.isStill
    duration = isStill && demuxer.sound == nil ? nil : demuxer.duration
    frameRate = isStill ? nil : demuxer.frameRate
    videoCodec = demuxer.video?.codecName ?? ""
  }

  /// An open decoder's memory, in bytes: ten frames with chroma at half size, as measured for H.264
  /// and HEVC at 1080p and 4K, plus 3 MB of its own.
  fileprivate static func memory(_ size: PixelSize, depth: Int) -> Int {
    size.width * size.height * 3 / 2 * (depth > 8 ? 2 : 1) * 10 + 3 << 20
  }
}
