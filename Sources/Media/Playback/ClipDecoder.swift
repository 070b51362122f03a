import MediaCore
import Models
import Platform

/// An open clip with the frames and the sound decoded ahead of play.
///
/// Owned by one thread at a time: the engine hands it over through the slot of its `Player`. Times
/// are stream times, which go on growing when a loop starts again, unless said otherwise.
final class ClipDecoder {
  /// Says whether a frame is worth scaling.
  typealias IsWanted = (_ due: Double, _ duration: Double, _ sinceScaled: Double) -> Bool

  /// What came of a try to decode something.
  enum Progress: Equatable {
    case made
    /// There is nothing more before a seek.
    case ended
    /// The other stream has to be read first.
    case starved
    /// More is being written.
    case awaited
    /// There is no room.
    case full
  }

  let info: MediaInfo
  let cancellation: CancellationToken
  private(set) var source: any MediaSource
  /// The frames since the last seek.
  var strip = FrameQueue()
  var timeline = LoopTimeline()

  /// Where play starts or goes on.
  var start = 0.0
  /// Whether it has to go back to `PlayerPosition.resumeTime` before it is of use.
  var needsRewind = false
  /// Whether it has shown that there is something to see or to hear.
  var isReady = false
  /// How frames are drawn; `nil` until the frame area is known.
  private(set) var framePlacement: FramePlacement?
  /// The subtitles that are decoded; `nil` for none.
  var subtitleTrack: Int? {
    didSet { source.selectSubtitleTrack(subtitleTrack) }
  }
  /// Whether starting the next turn failed; the clip then ends and is sought to its beginning.
  var isLoopBroken = false
  /// Whether any frame was ever decoded.
  private(set) var hasDecodedFrame = false

  /// What came of the last try to decode a frame; `made` where another one has to be made.
  var frameProgress = Progress.made
  /// End of the latest frame decoded.
  private(set) var videoEnd = 0.0
  private var latestDue: Double?
  /// From the frame decoded before the latest to that one, in seconds: more than its duration
  /// where frames are left out.
  private(set) var latestPeriod = 0.0
  private var framesInTurn = 0
  // Whether the next frame does not follow the one before it directly.
  private var hasGap = true

  // Sound is created once the start is settled; see ClipDecoder+Sound.swift.
  var sound: SoundQueue?
  /// The same of sound.
  var soundProgress = Progress.made
  var soundEnd = 0.0
  var placement = AudioPlacement(origin: 0)
  var pending: [Int16] = []
  var pendingOffset = 0
  var silenceLeft = 0

  private var isStartSettled = false
  private var pool = PixelBufferPool(limit: 16 + FrameQueue.pastLimit)

  init(source: any MediaSource, cancellation: CancellationToken) {
    self.source = source
    self.cancellation = cancellation
    info = source.info
    prepareStreams()
    settleStart(at: 0)
  }

  var hasVideo: Bool { info.displaySize != nil }

  var videoEnded: Bool { frameProgress == .ended }
  var framesStarved: Bool { frameProgress == .starved }
  var soundEnded: Bool { soundProgress == .ended }
  var soundStarved: Bool { soundProgress == .starved }

  /// Frames that wait for their time.
  var frames: [DecodedFrame] { strip.ahead }

  /// When the frame shown was due; `nil` before the first since the last seek.
  var shownDue: Double? { strip.shown?.due }

  /// Whether there is one frame and no clock: a still, or a clip that turned out to be one.
  var isStill: Bool {
    !info.hasAudio
      && (info.isStill || (hasVideo && videoEnded && framesInTurn <= 1 && start == 0))
  }

  /// End of this turn once both streams have ended.
  var turnEnd: Double? {
    videoEnded && soundEnded ? max(videoEnd, soundEnd) : nil
  }

  /// Whether all there is has been played of a clip that is still being written.
  var isDry: Bool {
    frameProgress == .awaited && frames.isEmpty
      || soundProgress == .awaited && soundLookAhead == 0
  }

  /// Whether the frame shown is the one the source holds, so that it can be drawn again.
  var canDrawShownAgain: Bool { shownDue != nil && shownDue == latestDue }

  // MARK: Frames

  /// Sets how all frames to come are drawn. Those that are there are drawn anew as far as the
  /// source still has them, else stretched.
  func setPlacement(_ placement: FramePlacement) {
    guard placement != framePlacement else { return }
    let old = framePlacement
    framePlacement = placement
    strip.redraw { frame in
      // The last one decoded is the source's current frame.
      if frame.due == latestDue { return draw(placement) }
      return frame.pixels.resampled(
        to: placement.size, showing: placement.region, from: old?.region ?? placement.region)
    }
  }

  /// Decodes the next frame and puts it into the queue.
  ///
  /// - Parameter isWanted: Says whether a frame is worth scaling that is due at a time, lasts so
  ///   long, and comes so long after the one before that was.
  /// - Returns: What came of it.
  /// - Throws: What the source throws.
  func decodeFrame(isWanted: IsWanted = { _, _, _ in true }) throws(MediaError) -> Progress {
    guard let framePlacement else { return .full }
    guard !videoEnded else { return .ended }
    switch try source.nextFrame() {
    case .end: endVideo()
    case .starved: frameProgress = .starved
    case .awaited: frameProgress = .awaited
    case .value(let timing):
      frameProgress = .made
      if soundStarved { soundProgress = .made }
      accept(timing, framePlacement, isWanted: isWanted)
    }
    return frameProgress
  }

  /// Takes the frames for ended, at their end or because they cannot be read on.
  func endVideo() {
    frameProgress = .ended
    if !isStartSettled { settleStart(at: start) }
  }

  private func accept(
    _ timing: FrameTiming, _ framePlacement: FramePlacement, isWanted: IsWanted
  ) {
    let turn = timeline.latest
    // A frame whose time makes no sense follows the one before.
    let time = max(MediaTime.plausible(timing.presentationTime) ?? videoEnd - turn.start, 0)
    if !isStartSettled { settleStart(at: time) }
    hasDecodedFrame = true
    framesInTurn += 1
    // Broken timestamps may not run backwards.
    let due = max(turn.start + time, latestDue ?? turn.start)
    let duration = timing.duration.isFinite ? min(max(timing.duration, 0), 10) : 0
    latestPeriod = max(duration, latestDue.map { due - $0 } ?? 0)
    latestDue = due
    videoEnd = due + duration
    let scaledDue = strip.ahead.last?.due ?? strip.shown?.due
    let isWorthIt =
      scaledDue.map { isWanted(due, duration, due - $0) } ?? true
    guard isWorthIt else {
      hasGap = true
      return
    }
    strip.ahead.append(
      DecodedFrame(
        due: due, duration: duration, time: time, loopIndex: turn.index,
        pixels: draw(framePlacement),
        followsGap: hasGap || source.effort >= .referenceOnly))
    hasGap = false
  }

  /// Draws the source's current frame.
  private func draw(_ placement: FramePlacement) -> PixelBuffer {
    let buffer = pool.take(placement.size)
    source.render(into: buffer, showing: placement.region)
    return buffer
  }

  // MARK: Turns and seeks

  /// Starts the clip again behind its end once both streams have ended, so that it loops without a
  /// gap.
  ///
  /// - Returns: Whether a turn was begun.
  func beginNextTurn() throws(MediaError) -> Bool {
    guard let end = turnEnd, !isStill, end - timeline.latest.start > 0.001 else { return false }
    guard padSound(until: end) else { return false }
    try source.seek(to: 0, precision: .exact)
    timeline.beginTurn(at: end)
    placement.beginTurn()
    prepareStreams()
    videoEnd = end
    soundEnd = end
    return true
  }

  /// Moves to a time in the clip. What was decoded ahead is thrown away.
  ///
  /// On failure nothing has changed as far as the source did not move.
  func seek(to time: Double, precision: SeekPrecision) throws(MediaError) {
    try source.seek(to: time, precision: precision)
    restart(at: time, isSettled: precision == .exact || !hasVideo)
  }

  /// Goes on with another source of the same clip, at its beginning.
  func replaceSource(_ source: any MediaSource) {
    self.source = source
    source.selectSubtitleTrack(subtitleTrack)
    restart(at: 0, isSettled: true)
  }

  private func restart(at time: Double, isSettled: Bool) {
    strip.removeAll()
    hasGap = true
    latestDue = nil
    needsRewind = false
    isLoopBroken = false
    timeline = LoopTimeline(index: timeline.latest.index)
    prepareStreams()
    videoEnd = 0
    soundEnd = 0
    isStartSettled = false
    sound = nil
    start = time
    if isSettled { settleStart(at: time) }
  }

  private func prepareStreams() {
    frameProgress = hasVideo ? .made : .ended
    framesInTurn = 0
    soundProgress = info.hasAudio ? .made : .ended
    pending.removeAll(keepingCapacity: true)
    pendingOffset = 0
    silenceLeft = 0
  }

  private func settleStart(at time: Double) {
    isStartSettled = true
    start = time
    guard info.hasAudio else { return }
    sound = SoundQueue(PCMBuffer(origin: time))
    placement = AudioPlacement(origin: time)
    soundEnd = time
  }
}
