import CLibAV
import MediaCore
import Models

/// Decodes the pictures of a demuxer's picture stream, in the order they are shown.
///
/// Times are seconds on the container's clock.
final class PictureReader {
  private let demuxer: Demuxer
  /// Only for its values: what it points to goes when the demuxer opens the container anew.
  private let stream: MediaStream
  private let nominalDuration: Double
  private let showsDamaged: Bool
  private var decoder: Decoder
  private var change: DecoderChange?
  private let packet: UnsafeMutablePointer<AVPacket>
  private let pictures: DecodedPictures
  private var gate: KeyframeGate

  /// Pictures up to this time have been returned already and come a second time.
  private var shownThrough = -Double.infinity
  private var lastTime = -Double.infinity
  /// How many pictures in a row were due before their predecessors. Some files repeat a timestamp or
  /// turn one back. Where recordings were joined with some overlap, all that follow come too early:
  /// they are shown faster until they have caught up.
  private var turnedBack = 0
  /// The time of the picture decoded last.
  private var decodedTime: Double?
  private var failuresInARow = 0
  private var isDraining = false

  /// How much of the decoding to leave out.
  var effort: DecodeEffort {
    get { gate.effort }
    set {
      gate.effort = newValue
      applyEffort()
    }
  }

  /// Threads that decode side by side; a change takes effect at the next keyframe.
  var threadCount: Int {
    didSet {
      guard threadCount != oldValue, decoder.isThreadable else { return }
      // Once begun, a change cannot be taken back: the old decoder's last pictures are gone.
      if let change {
        change.threadCount = threadCount
      } else {
        change = DecoderChange(threadCount: threadCount)
      }
    }
  }

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
    self.threadCount = threadCount
    self.stream = stream
    self.showsDamaged = showsDamaged
    nominalDuration = 1 / (stream.frameRate ?? 25)
    gate = KeyframeGate(isClosed: !showsDamaged)
    decoder = try Decoder(
      stream, threadCount: threadCount, showsDamaged: showsDamaged,
      cancellation: demuxer.cancellation)
    pictures = try DecodedPictures()
    guard let packet = av_packet_alloc() else { throw .tooLarge }
    self.packet = packet
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    av_packet_free(&packet)
  }

  /// The picture that was returned last; blank before the first.
  var current: UnsafeMutablePointer<AVFrame> { pictures.current }

  /// The picture decoded first, whether it was asked for or not; for what the header left open.
  var latest: UnsafeMutablePointer<AVFrame> { pictures.next }

  /// Makes the next picture the current one.
  ///
  /// - Returns: Its time, later than that of the one before.
  func next() throws(MediaError) -> StreamRead<Double> {
    if pictures.isEmpty {
      switch try decode(into: pictures.blank(), skippingUntil: nil, mayLose: false) {
      case .value(let time): pictures.keep(time)
      case .end: return .end
      case .starved: return .starved
      }
    }
    guard let time = pictures.advance() else { return .end }
    if time > lastTime || lastTime == -.infinity {
      lastTime = time
      turnedBack = 0
    } else {
      turnedBack += 1
      lastTime += lastTime - time < 1 && turnedBack > 2 ? nominalDuration / 2 : nominalDuration
    }
    return .value(lastTime)
  }

  /// Decodes the first picture from here and keeps it for `next`.
  ///
  /// - Returns: Its time; `.end` if nothing could be decoded.
  func prime() throws(MediaError) -> StreamRead<Double> {
    if let time = pictures.nextTime { return .value(time) }
    let frame = try pictures.blank()
    var result = try decodeKeyframeAlone(into: frame)
    if result == nil { result = try decode(into: frame, skippingUntil: nil, mayLose: true) }
    guard case .value(let time)? = result else { return .end }
    pictures.keep(time)
    return .value(time)
  }

  /// How long the current picture is shown, in seconds.
  var currentDuration: Double {
    let ticks = current.pointee.pkt_duration
    let seconds = Double(ticks) * stream.timeBase
    return ticks > 0 && seconds < 3600 ? seconds : nominalDuration
  }

  /// Forgets what was decoded ahead, after the demuxer was moved.
  func flush() {
    if change != nil { replaceDecoder() } else { decoder.flush() }
    pictures.forgetAhead()
    if !showsDamaged { gate.close() }
    shownThrough = -.infinity
    lastTime = -.infinity
    turnedBack = 0
    decodedTime = nil
    failuresInARow = 0
    isDraining = false
  }

  /// The time of the keyframe decoding starts with from here; `nil` if there is none or it has none.
  func keyframeTime() throws(MediaError) -> Double? {
    guard try takeKeyframe() else { return nil }
    defer { demuxer.putBack(packet) }
    return presentationTime(of: packet)
  }

  /// Decodes from here to the picture shown at a time and keeps it, so that `next` returns it.
  ///
  /// - Returns: Whether there was any picture up to that time. If not, a later one is kept.
  func prime(showing target: Double) throws(MediaError) -> Bool {
    var isReached = false
    // Where times are counted, not read, each picture counts.
    let skipTime = demuxer.format.hasPresentationTimes ? target - skipMargin : nil
    while true {
      let read = try decode(into: pictures.blank(), skippingUntil: skipTime, mayLose: true)
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

  /// Times closer than this, in seconds, are the same picture's.
  private static let instant = 0.000_1

  /// Timestamps are rounded to as much as a millisecond, and start times are taken off them.
  static let tolerance = 0.002

  /// Before a seek's target nothing is skipped for this long, or for this many pictures: what is
  /// shown at the target may be a picture no other refers to.
  private var skipMargin: Double { max(0.1, 3 * nominalDuration) }

  private func time(of frame: UnsafeMutablePointer<AVFrame>) -> Double? {
    demuxer.format.hasTimes ? stream.seconds(frame.pointee.best_effort_timestamp) : nil
  }

  private func presentationTime(of packet: UnsafeMutablePointer<AVPacket>) -> Double? {
    demuxer.format.hasTimes ? stream.seconds(packet.pointee.pts) : nil
  }

  private func applyEffort() {
    decoder.context.pointee.skip_loop_filter =
      effort >= .withoutLoopFilter ? AVDISCARD_ALL : AVDISCARD_DEFAULT
    decoder.context.pointee.skip_frame =
      effort >= .referenceOnly ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
  }

  /// Moves the next packet that decoding can start with, or go on with, into `packet`.
  private func takePacket(mayLose: Bool) throws(MediaError) -> StreamRead<Void> {
    while true {
      switch try demuxer.next(.picture, into: packet, mayLose: mayLose) {
      case .end: return .end
      case .starved: return .starved
      case .value: break
      }
      let isKeyframe =
        packet.pointee.flags & AV_PKT_FLAG_KEY != 0
        && TransparencyPacket.isKeyframe(packet, codec: stream.codecID)
      // Decoders take it for damage that they can conceal, and show grey.
      if av_packet_get_side_data(packet, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil {
        av_packet_unref(packet)
        throw .encrypted
      }
      if gate.admits(isKeyframe: isKeyframe) { return .value(()) }
      av_packet_unref(packet)
    }
  }

  private func takeKeyframe() throws(MediaError) -> Bool {
    if case .value = try takePacket(mayLose: true) { return true }
    return false
  }

  /// Decodes one keyframe and drains the decoder, so that the picture need not wait for those that
  /// are decoded after it and shown before it. Then the packet is put back, and decoded a second
  /// time if the next picture is asked for.
  ///
  /// - Returns: `nil` if the way of `decode` has to be taken.
  private func decodeKeyframeAlone(
    into frame: UnsafeMutablePointer<AVFrame>
  ) throws(MediaError) -> StreamRead<Double>? {
    // Only these hold pictures back for long. Without presentation times, the second coming of
    // the picture could not be told from its successor.
    let codec = stream.codecID
    guard codec == AV_CODEC_ID_H264 || codec == AV_CODEC_ID_HEVC, !showsDamaged,
      demuxer.format.hasPresentationTimes
    else { return nil }
    guard try takeKeyframe() else { return .end }
    defer { demuxer.putBack(packet) }
    guard let time = presentationTime(of: packet),
      packet.pointee.flags & AV_PKT_FLAG_DISCARD == 0
    else { return nil }
    avcodec_send_packet(decoder.context, packet)
    avcodec_send_packet(decoder.context, nil)
    let code = avcodec_receive_frame(decoder.context, frame)
    decoder.flush()
    gate.close()
    // A packet may hold one field of two only.
    guard code >= 0, frame.pointee.interlaced_frame == 0,
      self.time(of: frame).map({ abs($0 - time) < Self.tolerance }) == true
    else {
      av_frame_unref(frame)
      return nil
    }
    shownThrough = time
    return .value(time)
  }

  /// Decodes the next picture that has not been shown.
  ///
  /// - Parameters:
  ///   - frame: Blank; takes the picture.
  ///   - skipTime: Up to here, pictures that no other refers to may be left out.
  ///   - mayLose: See `Demuxer.next`.
  /// - Returns: Its time.
  /// - Throws: `.damaged` after many failures in a row, `.cancelled` or `.timedOut`.
  private func decode(
    into frame: UnsafeMutablePointer<AVFrame>, skippingUntil skipTime: Double?, mayLose: Bool
  ) throws(MediaError) -> StreamRead<Double> {
    while true {
      if let interruption = AVStatus.interruption(of: demuxer.cancellation) { throw interruption }
      let code = avcodec_receive_frame(decoder.context, frame)
      if code >= 0 {
        failuresInARow = 0
        // Where a container gives not every picture a time, it follows the one before.
        let time = time(of: frame) ?? decodedTime.map { $0 + nominalDuration } ?? 0
        if let change, let start = change.keyframeTime, time > start - Self.instant {
          // The new decoder brings it.
          av_frame_unref(frame)
          continue
        }
        decodedTime = time
        if time > shownThrough + Self.instant { return .value(time) }
        av_frame_unref(frame)
      } else if let change, change.isDraining,
        code == AVStatus.endOfFile || code == AVStatus.again
      {
        if let start = change.keyframeTime {
          shownThrough = max(shownThrough, start - 2 * Self.instant)
        }
        change.putBack(to: demuxer)
        replaceDecoder()
      } else if code == AVStatus.endOfFile || (code == AVStatus.again && isDraining) {
        return .end
      } else if code == AVStatus.again {
        guard case .value = try send(skippingUntil: skipTime, mayLose: mayLose) else {
          return .starved
        }
      } else {
        try countFailure()
      }
    }
  }

  /// Sends the next packet, or the end of the stream.
  private func send(
    skippingUntil skipTime: Double?, mayLose: Bool
  ) throws(MediaError) -> StreamRead<Void> {
    switch try takePacket(mayLose: mayLose) {
    case .starved: return .starved
    case .end:
      change?.endStream()
      isDraining = change?.isDraining != true
      avcodec_send_packet(decoder.context, nil)
      return .value(())
    case .value: break
    }
    if let change, demuxer.format.hasPresentationTimes,
      !change.admits(packet, time: presentationTime(of: packet), after: decodedTime)
    {
      demuxer.putBack(packet)
      avcodec_send_packet(decoder.context, nil)
      return .value(())
    }
    if let skipTime, let time = presentationTime(of: packet), effort < .referenceOnly {
      decoder.context.pointee.skip_frame = time < skipTime ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    }
    defer {
      av_packet_unref(packet)
      if skipTime != nil { applyEffort() }
    }
    if avcodec_send_packet(decoder.context, packet) < 0 { try countFailure() }
    return .value(())
  }

  /// Opens a decoder with as many threads as are asked for now, or stays with the old one.
  private func replaceDecoder() {
    // Where a container could not be opened anew, there is no stream to open one for.
    if let change, let stream = demuxer.picture,
      let fresh = try? Decoder(
        stream, threadCount: change.threadCount, showsDamaged: showsDamaged,
        cancellation: demuxer.cancellation)
    {
      decoder = fresh
      applyEffort()
    } else {
      decoder.flush()
    }
    change = nil
  }

  private func countFailure() throws(MediaError) {
    failuresInARow += 1
    if failuresInARow > DecodeLimits.failuresInARow { throw .damaged }
  }
}
