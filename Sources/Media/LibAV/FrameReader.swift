import CLibAV
import MediaCore
import Models

/// Gives the frames of a demuxer's frame stream one after another, at times that rise.
///
/// Times are seconds on the container's clock.
final class FrameReader {
  private let demuxer: Demuxer
  let decoder: FrameDecoder
  private let timeBase: Double

  private var shown: Allocated<AVFrame>
  /// Decoded beyond the one shown.
  private var ahead: [(frame: Allocated<AVFrame>, time: Double)] = []
  /// Blank ones to decode into, which are used again and again.
  private var spare: [Allocated<AVFrame>] = []

  private var lastTime = -Double.infinity
  /// How many frames in a row were due before their predecessors. Some files repeat a timestamp or
  /// turn one back. Where recordings were joined with some overlap, all that follow come too early:
  /// they are shown faster until they have caught up.
  private var turnedBack = 0

  /// Opens the decoder.
  ///
  /// - Parameters:
  ///   - stream: The demuxer's frame stream.
  ///   - demuxer: Where the packets come from.
  ///   - threadCount: See `Decoder`.
  ///   - showsDamaged: Whether frames count of which parts are missing.
  init(
    _ stream: MediaStream, of demuxer: Demuxer, threadCount: Int, showsDamaged: Bool = false
  ) throws(MediaError) {
    self.demuxer = demuxer
    timeBase = stream.timeBase
    decoder = try FrameDecoder(
      stream, of: demuxer, threadCount: threadCount, showsDamaged: showsDamaged)
    shown = try Allocated(av_frame_alloc(), av_frame_free)
  }

  /// The frame shown last; blank before the first.
  var current: UnsafeMutablePointer<AVFrame> { shown.pointer }

  /// The frame that is next in turn, or the current one.
  var upcoming: UnsafeMutablePointer<AVFrame> { (ahead.first?.frame ?? shown).pointer }

  /// Makes the next frame the current one.
  ///
  /// - Returns: Its time, later than that of the one before.
  func next() throws(MediaError) -> StreamRead<Double> {
    if ahead.isEmpty {
      let read = try decoder.decode(into: blank(), skippingUntil: nil, mayLose: false)
      guard case .value(let time) = read else { return read }
      keep(time)
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
    return .value(lastTime)
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

  /// How long the current frame is shown, in seconds.
  var currentDuration: Double {
    let ticks = flick_frame_duration(current)
    let seconds = Double(ticks) * timeBase
    return ticks > 0 && seconds < 3600 ? seconds : decoder.nominalDuration
  }

  /// Forgets what was decoded ahead, after the demuxer was moved.
  func flush() {
    decoder.flush()
    forgetAhead()
    lastTime = -.infinity
    turnedBack = 0
  }

  /// Decodes from here to the frame shown at a time and keeps it, so that `next` returns it.
  ///
  /// - Returns: Whether there was any frame up to that time. If not, a later one is kept.
  func prime(showing target: Double) throws(MediaError) -> Bool {
    var isReached = false
    // Where times are counted, not read, each frame counts.
    let skipTime = demuxer.format.hasPresentationTimes ? target - skipMargin : nil
    while true {
      let read = try decoder.decode(into: blank(), skippingUntil: skipTime, mayLose: true)
      guard case .value(let time) = read else { return isReached }
      // A frame beyond the target shows that the one before it is the wanted one; it is kept to
      // follow that.
      let isBeyond = time > target + Self.tolerance
      keep(time, insteadOfOthers: !(isBeyond && isReached))
      if !isBeyond { isReached = true }
      if demuxer.cancellation.isInHaste { return true }
      if time >= target - Self.tolerance { return isReached }
    }
  }

  /// Timestamps are rounded to as much as a millisecond, and start times are taken off them.
  static let tolerance = 0.002

  /// Before a seek's target nothing is skipped for this long, or for this many frames: what is
  /// shown at the target may be a frame no other refers to.
  private var skipMargin: Double { max(0.1, 3 * decoder.nominalDuration) }

  // MARK: Frames

  /// A blank frame to decode into; `keep` makes a frame of it.
  private func blank() throws(MediaError) -> UnsafeMutablePointer<AVFrame> {
    if spare.isEmpty { spare.append(try Allocated(av_frame_alloc(), av_frame_free)) }
    return spare[spare.count - 1].pointer
  }

  /// Keeps what was decoded into the blank frame, to be last in turn.
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
