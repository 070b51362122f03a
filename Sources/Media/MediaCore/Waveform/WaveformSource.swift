import Models

/// An audio-only clip with a waveform as its video.
///
/// A frame shows some of the sound to come, so sound is read ahead; it is later returned unchanged
/// and in order. See docs/decisions/engine-waveforms.md.
final class WaveformSource: MediaSource {
  /// Frames per second: at 80 columns each advances the sound by one column.
  static let frameRate = 25.0
  /// A last frame with less sound than this fraction of its duration is omitted, because ends are
  /// rounded.
  private static let tolerance = 0.02
  /// The limit of sound waiting for `nextAudio`, in frames: enough for one video frame and for the
  /// engine's own look-ahead.
  private static let waitingLimit = 4 * AudioFormat.sampleRate

  private(set) var info: MediaInfo
  private let base: any MediaSource
  private var levels = SoundLevels()
  private var painter = WaveformPainter()

  /// Sound read ahead, oldest first.
  private var waiting: [(time: Double, samples: [Int16])] = []
  private var waitingFrames = 0
  /// Arrays for reuse.
  private var spare: [[Int16]] = []

  /// Where the engine will place the sound read so far.
  private var placement = AudioPlacement(origin: 0)
  private var hasEnded = false
  /// Whether there is any sound at all.
  private var hasSound = false
  /// Sound that ends before this is only drawn: it was read for the past part of the first frame
  /// after a seek.
  private var soundStart = -Double.infinity
  /// The clip's end, once it has been read.
  private var knownEnd: Double?

  private var nextNumber = 0
  private var hasFrameSinceSeek = false
  private var currentTime: Double?

  /// Adds video to a source without any.
  init(_ base: any MediaSource) {
    self.base = base
    var info = base.info
    info.displaySize = PixelSize(width: 1_920, height: 1_080)
    info.frameRate = Self.frameRate
    info.isWaveform = true
    info.estimatedMemory += 2 << 20
    self.info = info
  }

  var details: MediaDetails { base.details }

  // The base has no video to decode.
  var demand = DecodeDemand() {
    didSet {
      if demand.interval != pace.interval { pace = FramePace(interval: demand.interval) }
    }
  }
  private var pace = FramePace()
  var threadCount = 1

  var soundTrack: Int? { base.soundTrack }

  func selectSoundTrack(_ id: Int) throws(MediaError) { try base.selectSoundTrack(id) }

  func selectSubtitleTrack(_ id: Int?) { base.selectSubtitleTrack(id) }

  func takeSubtitles() -> [SubtitleCue] { base.takeSubtitles() }

  func activity() throws(MediaError) -> Activity? { try base.activity() }

  var bufferedEnd: Double? { base.bufferedEnd }

  var isFetching: Bool { base.isFetching }

  func lookForGrowth() -> MediaGrowth? {
    guard let growth = base.lookForGrowth() else { return nil }
    info.duration = base.info.duration
    return growth
  }

  func nextFrame() throws(MediaError) -> StreamRead<FrameTiming> {
    let wanted = Double(nextNumber) / Self.frameRate + WaveformPainter.reach
    while placement.end < wanted, !hasEnded {
      guard waitingFrames < Self.waitingLimit else { return .starved }
      if let pause: StreamRead<FrameTiming> = try readAhead() { return pause }
    }
    guard try isHeard() else { return .end }
    var number = nextNumber
    let end = (knownEnd ?? placement.end) * Self.frameRate
    if hasEnded, Double(number) >= end - Self.tolerance {
      // A seek to the end shows the last frame.
      guard !hasFrameSinceSeek, end > 0 else { return .end }
      number = max(min(number, Int(saturating: (end - Self.tolerance).rounded(.up)) - 1), 0)
    }
    nextNumber = number + 1
    hasFrameSinceSeek = true
    let time = Double(number) / Self.frameRate
    currentTime = time
    // The last frame ends with the sound, so that a loop restarts without a gap.
    let duration = hasEnded ? min(1, max(end - Double(number), 0)) : 1
    return .value(
      FrameTiming(
        presentationTime: time, duration: duration / Self.frameRate, isAskedFor: pace.admits(time)))
  }

  /// Draws the whole frame, whatever the region and the rotation: it fits any shape, has no edges to
  /// crop, and is always upright.
  func render(into target: PixelBuffer, showing region: FrameRegion, rotation: Rotation) {
    guard let currentTime else { return }
    painter.draw(levels, at: currentTime, into: target)
  }

  func nextAudio(
    appendingTo samples: inout [Int16]
  ) throws(MediaError) -> StreamRead<Double> {
    while waiting.isEmpty, !hasEnded {
      if let pause: StreamRead<Double> = try readAhead() { return pause }
    }
    guard let piece = waiting.first else { return .end }
    waiting.removeFirst()
    waitingFrames -= piece.samples.count / AudioFormat.channels
    samples += piece.samples
    if spare.isEmpty { spare.append(piece.samples) }
    return .value(piece.time)
  }

  func seek(to time: Double, precision: SeekPrecision) throws(MediaError) {
    pace = FramePace(interval: pace.interval)
    let end = knownEnd ?? info.duration ?? .infinity
    let time = max(min(MediaTime.plausible(time) ?? 0, end), 0)
    let number = Int(saturating: (time * Self.frameRate + 1e-6).rounded(.down))
    let start = precision == .exact ? time : Double(number) / Self.frameRate
    let first = max(start - WaveformPainter.reach, 0)
    try base.seek(to: first, precision: .exact)
    soundStart = start > 0 ? start : -.infinity
    nextNumber = number
    hasFrameSinceSeek = false
    waiting.removeAll(keepingCapacity: true)
    waitingFrames = 0
    levels.removeAll()
    placement = AudioPlacement(origin: first)
    hasEnded = false
  }

  /// Whether the clip has any sound. Behind its end, where nothing can be read, that takes a look at
  /// its beginning.
  private func isHeard() throws(MediaError) -> Bool {
    guard hasEnded, !hasSound else { return true }
    try base.seek(to: 0, precision: .exact)
    var samples: [Int16] = []
    if case .value = try base.nextAudio(appendingTo: &samples) { hasSound = true }
    return hasSound
  }

  /// Reads an audio chunk ahead.
  ///
  /// - Returns: Why nothing could be read; `nil` if something was, or the sound has ended.
  private func readAhead<Value>() throws(MediaError) -> StreamRead<Value>? {
    var samples = spare.popLast() ?? []
    samples.removeAll(keepingCapacity: true)
    switch try base.nextAudio(appendingTo: &samples) {
    case .starved: return .starved
    case .awaited: return .awaited
    case .end:
      hasEnded = true
      // A seek beyond the end of the sound reads nothing.
      if placement.frames > 0 { knownEnd = placement.end }
    case .value(let time):
      hasSound = true
      if note(samples[...], at: time) {
        waitingFrames += samples.count / AudioFormat.channels
        waiting.append((time, samples))
      } else {
        spare.append(samples)
      }
    }
    return nil
  }

  /// Adds an audio chunk to the levels; returns whether it is also to be heard.
  private func note(_ samples: ArraySlice<Int16>, at time: Double) -> Bool {
    if placement.frames == 0, soundStart > 0, let time = MediaTime.plausible(time),
      abs(time - placement.end) < AudioPlacement.discontinuity
    {
      // A seek lands within a chunk, whose start is not where the sound then begins.
      placement = AudioPlacement(origin: time)
    }
    let decision = placement.place(at: time, count: samples.count / AudioFormat.channels)
    levels.append(
      samples.dropFirst(decision.skipped * AudioFormat.channels),
      at: placement.end - Double(decision.kept) / AudioFormat.rate)
    return placement.end > soundStart
  }
}
