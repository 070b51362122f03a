import CLibAV
import MediaCore
import Models

/// Gives the pictures of a demuxer's picture stream one after another, at times that rise.
///
/// Times are seconds on the container's clock.
final class PictureReader {
  private let demuxer: Demuxer
  let decoder: PictureDecoder
  let pictures: DecodedPictures
  private let timeBase: Double

  private var lastTime = -Double.infinity
  /// How many pictures in a row were due before their predecessors. Some files repeat a timestamp or
  /// turn one back. Where recordings were joined with some overlap, all that follow come too early:
  /// they are shown faster until they have caught up.
  private var turnedBack = 0

  /// Opens the decoder.
  ///
  /// - Parameters:
  ///   - stream: The demuxer's picture stream.
  ///   - demuxer: Where the packets come from.
  ///   - threadCount: See `Decoder`.
  ///   - showsDamaged: Whether pictures count of which parts are missing.
  init(
    _ stream: MediaStream, of demuxer: Demuxer, threadCount: Int, showsDamaged: Bool = false
  ) throws(MediaError) {
    self.demuxer = demuxer
    timeBase = stream.timeBase
    decoder = try PictureDecoder(
      stream, of: demuxer, threadCount: threadCount, showsDamaged: showsDamaged)
    pictures = try DecodedPictures()
  }

  /// Makes the next picture the current one.
  ///
  /// - Returns: Its time, later than that of the one before.
  func next() throws(MediaError) -> StreamRead<Double> {
    if pictures.isEmpty {
      let read = try decoder.decode(into: pictures.blank(), skippingUntil: nil, mayLose: false)
      guard case .value(let time) = read else { return read }
      pictures.keep(time)
    }
    guard let time = pictures.advance() else { return .end }
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

  /// Decodes the first picture from here and keeps it for `next`.
  ///
  /// - Returns: Its time; `.end` if nothing could be decoded.
  func prime() throws(MediaError) -> StreamRead<Double> {
    if let time = pictures.nextTime { return .value(time) }
    let frame = try pictures.blank()
    var result = try decoder.decodeKeyframeAlone(into: frame)
    if result == nil { result = try decoder.decode(into: frame, skippingUntil: nil, mayLose: true) }
    guard case .value(let time)? = result else { return .end }
    pictures.keep(time)
    return .value(time)
  }

  /// How long the current picture is shown, in seconds.
  var currentDuration: Double {
    let ticks = flick_frame_duration(pictures.current)
    let seconds = Double(ticks) * timeBase
    return ticks > 0 && seconds < 3600 ? seconds : decoder.nominalDuration
  }

  /// Forgets what was decoded ahead, after the demuxer was moved.
  func flush() {
    decoder.flush()
    pictures.forgetAhead()
    lastTime = -.infinity
    turnedBack = 0
  }

  /// Decodes from here to the picture shown at a time and keeps it, so that `next` returns it.
  ///
  /// - Returns: Whether there was any picture up to that time. If not, a later one is kept.
  func prime(showing target: Double) throws(MediaError) -> Bool {
    var isReached = false
    // Where times are counted, not read, each picture counts.
    let skipTime = demuxer.format.hasPresentationTimes ? target - skipMargin : nil
    while true {
      let read = try decoder.decode(into: pictures.blank(), skippingUntil: skipTime, mayLose: true)
      guard case .value(let time) = read else { return isReached }
      // A picture beyond the target shows that the one before it is the wanted one; it is kept to
      // follow that.
      let isBeyond = time > target + Self.tolerance
      pictures.keep(time, insteadOfOthers: !(isBeyond && isReached))
      if !isBeyond { isReached = true }
      if demuxer.cancellation.isInHaste { return true }
      if time >= target - Self.tolerance { return isReached }
    }
  }

  /// Timestamps are rounded to as much as a millisecond, and start times are taken off them.
  static let tolerance = 0.002

  /// Before a seek's target nothing is skipped for this long, or for this many pictures: what is
  /// shown at the target may be a picture no other refers to.
  private var skipMargin: Double { max(0.1, 3 * decoder.nominalDuration) }
}
