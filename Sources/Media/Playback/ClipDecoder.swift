import MediaCore
import Models
import Platform

/// An open clip with frames and sound decoded ahead of playback.
///
/// Owned by one thread at a time: the engine passes it on through the slot of its `Player`. Unless
/// noted otherwise, times are stream times, which keep growing when a loop restarts.
final class ClipDecoder {
  /// Whether a frame is worth scaling.
  typealias IsWanted = (_ due: Double, _ timing: FrameTiming, _ sinceScaled: Double) -> Bool

  /// The result of an attempt to decode something.
  enum Progress: Equatable {
    case made
    /// There is no more before a seek.
    case ended
    /// The other stream must be read first.
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

  /// Where playback starts or resumes.
  var start = 0.0
  /// Whether it must seek back to `PlayerPosition.resumeTime` before use.
  var needsRewind = false
  /// Whether it has produced something to see or hear.
  var isReady = false
  /// How frames are rendered; `nil` until the frame area is known.
  private(set) var frameRendering: FrameRendering?
  /// The subtitle track being decoded; `nil` for none.
  var subtitleTrack: Int? {
    didSet { source.selectSubtitleTrack(subtitleTrack) }
  }
  /// Whether starting the next turn failed; the clip then ends and restarts with a seek.
  var isLoopBroken = false
  /// Whether any frame was ever decoded.
  private(set) var hasDecodedFrame = false

  /// The result of the last attempt to decode a frame; `made` if another one must be decoded.
  var frameProgress = Progress.made
  /// End of the last decoded frame.
  private(set) var videoEnd = 0.0
  private var latestDue: Double?
  /// The distance from the second-last to the last decoded frame, in seconds; more than its
  /// duration if frames are skipped.
  private(set) var latestPeriod = 0.0
  private var framesInTurn = 0
  /// How much of this turn's end the decoder may have skipped, in seconds. If it may have skipped any
  /// frame, their number and the end of the last one say nothing about the clip.
  private var longestGap = 0.0
  // What the source has left out, as last seen.
  private var leftOut = 0
  /// How many frames the source has left out before the last one, because they were not asked for.
  private(set) var latestLeftOut = 0
  // Whether frames are missing before the next one.
  private var hasGap = true

  // Created once the start position is settled; see ClipDecoder+Sound.swift.
  var sound: SoundQueue?
  /// The same for sound.
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

  /// Frames waiting to be shown.
  var frames: [DecodedFrame] { strip.ahead }

  /// When the shown frame was due; `nil` before the first one since the last seek.
  var shownDue: Double? { strip.shown?.due }

  /// The time in the clip of what is seen where the clock stands: that of the frame, which may be ahead
  /// of the clock, unless the frame stands for long.
  func timeOnScreen(at position: Double) -> Double {
    guard let shown = strip.shown,
      shown.due > position - min(shown.duration, Self.longestMoment)
    else { return timeline.time(at: position) }
    return shown.time
  }

  /// In seconds.
  private static let longestMoment = 0.2

  /// Whether there is only one frame and no timing: a still, or a clip that turned out to be one.
  var isStill: Bool {
    !info.hasAudio && (info.isStill || (hasVideo && videoEnded && isOneFrame && start == 0))
  }

  private var isOneFrame: Bool { framesInTurn <= 1 && longestGap == 0 }

  /// Whether decoding keyframes only shows a new frame often enough to be worth it; if a clip has
  /// just one keyframe, it would show nothing else.
  var hasNearKeyframes: Bool {
    source.keyframeSpacing.map { $0 <= Self.nearKeyframes } ?? false
  }

  /// In seconds.
  private static let nearKeyframes = 1.5

  /// End of this turn, once both streams have ended.
  var turnEnd: Double? {
    videoEnded && soundEnded ? max(videoEnd, soundEnd) : nil
  }

  /// Whether a growing clip has been played to the end of its data.
  var isDry: Bool {
    frameProgress == .awaited && frames.isEmpty
      || soundProgress == .awaited && soundLookAhead == 0
  }

  /// Whether the shown frame is the source's current one, so that it can be rendered again.
  var canDrawShownAgain: Bool { shownDue != nil && shownDue == latestDue }

  // MARK: Frames

  /// Sets how future frames are rendered. Existing ones are rendered again if the source still has
  /// them, otherwise stretched.
  func setRendering(_ rendering: FrameRendering) {
    guard rendering != frameRendering else { return }
    let old = frameRendering
    frameRendering = rendering
    strip.redraw { frame in
      // The last decoded frame is the source's current one.
      if frame.due == latestDue { return draw(rendering) }
      let turn = rendering.rotation.after(old?.rotation ?? rendering.rotation)
      return frame.pixels.rotated(turn).resampled(
        to: rendering.size, showing: rendering.region,
        from: old?.region.rotated(turn) ?? rendering.region)
    }
  }

  /// Decodes the next frame and queues it.
  ///
  /// - Parameter isWanted: Whether a frame is worth scaling, given when it is due, its timing,
  ///   and the time since the last scaled one.
  /// - Returns: The result.
  /// - Throws: Any error of the source.
  func decodeFrame(isWanted: IsWanted = { _, _, _ in true }) throws(MediaError) -> Progress {
    guard let frameRendering else { return .full }
    guard !videoEnded else { return .ended }
    let read = try source.nextFrame()
    noteGaps()
    switch read {
    case .end: endVideo()
    case .starved: frameProgress = .starved
    case .awaited: frameProgress = .awaited
    case .value(let timing):
      frameProgress = .made
      if soundStarved { soundProgress = .made }
      accept(timing, frameRendering, isWanted: isWanted)
    }
    return frameProgress
  }

  /// Marks the video as ended, at its end or because the rest is unreadable.
  func endVideo() {
    frameProgress = .ended
    if longestGap > 0, let duration = info.duration {
      // The last frames were skipped.
      let end = timeline.latest.start + duration
      videoEnd = max(videoEnd, min(end, videoEnd + longestGap))
    }
    if !isStartSettled { settleStart(at: start) }
  }

  private func accept(
    _ timing: FrameTiming, _ frameRendering: FrameRendering, isWanted: IsWanted
  ) {
    let turn = timeline.latest
    // A frame with an implausible time follows the previous one.
    let time = max(MediaTime.plausible(timing.presentationTime) ?? videoEnd - turn.start, 0)
    if !isStartSettled { settleStart(at: time) }
    hasDecodedFrame = true
    framesInTurn += 1
    // Broken timestamps must not run backwards.
    let due = max(turn.start + time, latestDue ?? turn.start)
    let duration = timing.duration.isFinite ? min(max(timing.duration, 0), 10) : 0
    latestPeriod = max(duration, latestDue.map { due - $0 } ?? 0)
    latestDue = due
    videoEnd = due + duration
    let scaledDue = strip.ahead.last?.due ?? strip.shown?.due
    let isWorthIt =
      scaledDue.map { isWanted(due, timing, due - $0) } ?? true
    guard isWorthIt else {
      hasGap = true
      return
    }
    strip.ahead.append(
      DecodedFrame(
        due: due, duration: duration, time: time, loopIndex: turn.index,
        pixels: draw(frameRendering),
        followsGap: hasGap || source.demand.effort >= .referenceOnly))
    hasGap = false
  }

  /// Renders the source's current frame.
  private func draw(_ rendering: FrameRendering) -> PixelBuffer {
    let buffer = pool.take(rendering.size)
    source.render(into: buffer, showing: rendering.region, rotation: rendering.rotation)
    return buffer
  }

  // MARK: Turns and seeks

  /// Restarts the clip after its end once both streams have ended, so that it loops without a gap.
  ///
  /// - Returns: Whether a turn was started.
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

  /// Seeks to a time in the clip. Everything decoded ahead is discarded.
  ///
  /// On failure nothing changes, unless the source has moved.
  func seek(to time: Double, precision: SeekPrecision) throws(MediaError) {
    try source.seek(to: time, precision: precision)
    restart(at: time, isSettled: precision == .exact || !hasVideo)
  }

  /// Continues with another source of the same clip, at its beginning.
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
    longestGap = 0
    leftOut = 0
    soundProgress = info.hasAudio ? .made : .ended
    pending.removeAll(keepingCapacity: true)
    pendingOffset = 0
    silenceLeft = 0
  }

  private func noteGaps() {
    if source.demand.effort >= .referenceOnly { longestGap = Self.nearKeyframes }
    let count = source.leftOut
    latestLeftOut = max(count - leftOut, 0)
    leftOut = count
    guard latestLeftOut > 0 else { return }
    hasGap = true
    longestGap = max(longestGap, min(source.demand.interval, Self.nearKeyframes))
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
