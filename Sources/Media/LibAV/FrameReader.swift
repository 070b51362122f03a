import CLibAV
import MediaCore
import Models

/// Returns the frames of a demuxer's video stream one by one, at increasing times.
///
/// Times are seconds on the container's clock.
final class FrameReader {
  private let demuxer: Demuxer
  let decoder: FrameDecoder
  private let timeBase: Double

  private var shown: Allocated<AVFrame>
  /// Decoded ahead of the current one.
  private var ahead: [(frame: Allocated<AVFrame>, time: Double)] = []
  /// Blank frames to decode into, for reuse.
  private var spare: [Allocated<AVFrame>] = []

  /// Which frames to decode.
  var demand = DecodeDemand() {
    didSet {
      decoder.effort = demand.effort
      if demand.interval != oldValue.interval { restartPace() }
    }
  }
  private var pace = FramePace()

  private var lastTime = -Double.infinity
  /// The number of consecutive frames that were due before their predecessors. Some files repeat or
  /// reverse a timestamp. After joins of overlapping recordings, all following frames are early:
  /// they are shown faster until they have caught up.
  private var turnedBack = 0

  /// Opens the decoder.
  ///
  /// - Parameters:
  ///   - stream: The demuxer's video stream.
  ///   - demuxer: The source of the packets.
  ///   - threadCount: See `Decoder`.
  ///   - showsDamaged: Whether to return frames with missing parts.
  init(
    _ stream: MediaStream, of demuxer: Demuxer, threadCount: Int, showsDamaged: Bool = false
  ) throws(MediaError) {
    self.demuxer = demuxer
    timeBase = stream.timeBase
    decoder = try FrameDecoder(
      stream, of: demuxer, threadCount: threadCount, showsDamaged: showsDamaged)
    shown = try Allocated(av_frame_alloc(), av_frame_free)
  }

  /// The current frame; blank before the first.
  var current: UnsafeMutablePointer<AVFrame> { shown.pointer }

  /// The next frame, or else the current one.
  var upcoming: UnsafeMutablePointer<AVFrame> { (ahead.first?.frame ?? shown).pointer }

  /// Advances to the next frame.
  ///
  /// - Returns: Its time, later than the previous one's, and whether the demand's interval asks for it.
  func next() throws(MediaError) -> StreamRead<(time: Double, isAskedFor: Bool)> {
    if ahead.isEmpty {
      switch try decoder.decode(into: blank(), skippingUntil: nil, mayLose: false) {
      case .value(let time): keep(time)
      case .end: return .end
      case .starved: return .starved
      case .awaited: return .awaited
      }
    }
    recycle(shown)
    let time: Double
    (shown, time) = ahead.removeFirst()
    if time > lastTime || lastTime == -.infinity {
      lastTime = time
      turnedBack = 0
    } else {
      turnedBack += 1
      lastTime +=
        lastTime - time < 1 && turnedBack > 2
        ? decoder.nominalDuration / 2 : decoder.nominalDuration
    }
    let isAskedFor = pace.admits(lastTime)
    // Packets are judged by the same intervals.
    if decoder.pace == nil { decoder.pace = pace }
    return .value((lastTime, isAskedFor))
  }

  private func restartPace() {
    pace = FramePace(interval: demand.interval)
    decoder.pace = nil
  }

  /// Decodes the first frame from here and keeps it for `next`.
  ///
  /// - Returns: Its time; `.end` if nothing could be decoded.
  func prime() throws(MediaError) -> StreamRead<Double> {
    if let time = ahead.first?.time { return .value(time) }
    let frame = try blank()
    var result = try decoder.decodeKeyframeAlone(into: frame)
    if result == nil { result = try decoder.decode(into: frame, skippingUntil: nil, mayLose: true) }
    guard case .value(let time)? = result else { return .end }
    keep(time)
    return .value(time)
  }

  /// The duration of the current frame, in seconds.
  var currentDuration: Double {
    let ticks = flick_frame_duration(current)
    let seconds = Double(ticks) * timeBase
    return ticks > 0 && seconds < 3600 ? seconds : decoder.nominalDuration
  }

  /// Drops everything decoded ahead, after a seek of the demuxer.
  func flush() {
    decoder.flush()
    restartPace()
    forgetAhead()
    lastTime = -.infinity
    turnedBack = 0
  }

  /// Decodes from here to the frame shown at a time and keeps it for `next`.
  ///
  /// - Returns: Whether there was any frame up to that time. If not, a later one is kept.
  func prime(showing target: Double) throws(MediaError) -> Bool {
    var isReached = false
    // If times are counted, not read, no frame may be skipped.
    let skipTime = demuxer.format.hasPresentationTimes ? target - skipMargin : nil
    while true {
      let read = try decoder.decode(into: blank(), skippingUntil: skipTime, mayLose: true)
      guard case .value(let time) = read else { return isReached }
      // A frame beyond the target shows that the previous one is the target frame; it is kept to
      // follow that.
      let isBeyond = time > target + Self.tolerance
      keep(time, insteadOfOthers: !(isBeyond && isReached))
      if !isBeyond { isReached = true }
      if demuxer.cancellation.isInHaste { return true }
      if time >= target - Self.tolerance { return isReached }
    }
  }

  /// Timestamps are rounded to as much as a millisecond, and start times are subtracted from them.
  static let tolerance = 0.002

  /// No frames are skipped this long before a seek's target, or for this many frames: the target
  /// may be a non-reference frame.
  private var skipMargin: Double { max(0.1, 3 * decoder.nominalDuration) }

  // MARK: Frames

  /// A blank frame to decode into; `keep` queues it.
  private func blank() throws(MediaError) -> UnsafeMutablePointer<AVFrame> {
    if spare.isEmpty { spare.append(try Allocated(av_frame_alloc(), av_frame_free)) }
    return spare[spare.count - 1].pointer
  }

  /// Queues the frame that was just decoded.
  private func keep(_ time: Double, insteadOfOthers: Bool = false) {
    guard let frame = spare.popLast() else { return }
    if insteadOfOthers { forgetAhead() }
    ahead.append((frame, time))
  }

  private func forgetAhead() {
    for (frame, _) in ahead { recycle(frame) }
    ahead.removeAll(keepingCapacity: true)
  }

  private func recycle(_ frame: Allocated<AVFrame>) {
    av_frame_unref(frame.pointer)
    spare.append(frame)
  }
}
