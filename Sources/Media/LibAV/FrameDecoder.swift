import CLibAV
import MediaCore
import Models

/// Decodes the packets of a demuxer's video stream into frames, in presentation order and without
/// repeats (docs/decisions/engine-preloading.md).
///
/// Times are seconds on the container's clock.
final class FrameDecoder {
  /// The duration of a frame at the stream's rate, in seconds.
  let nominalDuration: Double
  private let demuxer: Demuxer
  /// Only for its values: its pointers become invalid when the demuxer reopens the container.
  private let stream: MediaStream
  private let blankingLines: BlankingLines?
  private let showsDamaged: Bool
  private var decoder: Decoder
  private var change: DecoderChange?
  private let ownPacket: Allocated<AVPacket>
  private var gate: KeyframeGate
  private(set) var keyframeSpacing = KeyframeSpacing()
  /// See `MediaSource`; on the container's clock.
  var keyframeStart = -Double.infinity

  /// Frames up to this time have already been returned and are being decoded again.
  private var shownThrough = -Double.infinity
  /// The time of the last decoded frame.
  private var decodedTime: Double?
  private var failuresInARow = 0
  private var isDraining = false

  /// Chooses the frames that are asked for; the others are left out if no frame references them. `nil` decodes all.
  var pace: FramePace?
  /// See `MediaSource`.
  private(set) var leftOut = 0
  /// The times of packets whose frames are not asked for, until they are passed.
  private var unasked: [Double] = []

  /// How much decoding to skip.
  var effort: DecodeEffort {
    get { gate.effort }
    set {
      gate.effort = newValue
      applyEffort()
    }
  }

  /// Whether the output is so much smaller than the coded frame that block edges are invisible.
  var isShrunk = false {
    didSet {
      if isShrunk != oldValue { applyEffort() }
    }
  }

  /// The number of parallel threads; a change takes effect at the next keyframe.
  var threadCount: Int {
    didSet {
      guard threadCount != oldValue, decoder.isThreadable else { return }
      // Once started, a change cannot be undone: the old decoder's last frames are gone.
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
  ///   - stream: The demuxer's video stream.
  ///   - demuxer: The source of the packets.
  ///   - threadCount: See `Decoder`.
  ///   - showsDamaged: Whether to return frames with missing parts.
  init(
    _ stream: MediaStream, of demuxer: Demuxer, threadCount: Int, showsDamaged: Bool
  ) throws(MediaError) {
    self.demuxer = demuxer
    self.threadCount = threadCount
    self.stream = stream
    self.showsDamaged = showsDamaged
    nominalDuration = 1 / (demuxer.frameRate ?? 25)
    blankingLines = stream.blankingLines
    gate = KeyframeGate(isClosed: !showsDamaged)
    decoder = try Decoder(
      stream, threadCount: threadCount, showsDamaged: showsDamaged,
      cancellation: demuxer.cancellation)
    ownPacket = try Allocated(av_packet_alloc(), av_packet_free)
  }

  private var packet: UnsafeMutablePointer<AVPacket> { ownPacket.pointer }

  /// Discards all input, after a seek of the demuxer.
  func flush() {
    if change != nil { replaceDecoder() } else { decoder.flush() }
    if !showsDamaged { gate.close() }
    keyframeSpacing.jump()
    keyframeStart = -.infinity
    shownThrough = -.infinity
    decodedTime = nil
    leftOut = 0
    unasked.removeAll(keepingCapacity: true)
    failuresInARow = 0
    isDraining = false
  }

  /// The time of the keyframe at which decoding starts from here; `nil` if there is none or it has
  /// no time.
  func keyframeTime() throws(MediaError) -> Double? {
    guard try takeKeyframe() else { return nil }
    defer { demuxer.putBack(packet) }
    return presentationTime(of: packet)
  }

  /// Decodes one keyframe and drains the decoder, so that the frame need not wait for those decoded
  /// after it and shown before it. The packet is then put back, and decoded again if the next frame
  /// is requested.
  ///
  /// - Returns: `nil` if `decode` must be used instead.
  func decodeKeyframeAlone(
    into frame: UnsafeMutablePointer<AVFrame>
  ) throws(MediaError) -> StreamRead<Double>? {
    // Only these delay frames for long. Without presentation times, the repeated frame could not be
    // told from its successor.
    let codec = stream.codecID
    guard codec == AV_CODEC_ID_H264 || codec == AV_CODEC_ID_HEVC, !showsDamaged,
      demuxer.format.hasPresentationTimes
    else { return nil }
    guard try takeKeyframe() else { return .end }
    defer { demuxer.putBack(packet) }
    guard let time = presentationTime(of: packet),
      packet.pointee.flags & AV_PKT_FLAG_DISCARD == 0
    else { return nil }
    decoder.context.pointee.skip_frame = AVDISCARD_DEFAULT
    avcodec_send_packet(decoder.context, packet)
    avcodec_send_packet(decoder.context, nil)
    let code = avcodec_receive_frame(decoder.context, frame)
    decoder.flush()
    gate.close()
    // A packet may contain only one of two fields.
    guard code >= 0, !flick_frame_is_interlaced(frame),
      self.time(of: frame).map({ abs($0 - time) < FrameReader.tolerance }) == true
    else {
      av_frame_unref(frame)
      return nil
    }
    shownThrough = time
    return .value(time)
  }

  /// Decodes the next frame that has not been shown.
  ///
  /// - Parameters:
  ///   - frame: Blank; receives the frame.
  ///   - skipTime: Up to here, non-reference frames may be skipped.
  ///   - mayLose: See `Demuxer.next`.
  /// - Returns: Its time.
  /// - Throws: `.damaged` after many consecutive failures, `.cancelled` or `.timedOut`.
  func decode(
    into frame: UnsafeMutablePointer<AVFrame>, skippingUntil skipTime: Double?, mayLose: Bool
  ) throws(MediaError) -> StreamRead<Double> {
    while true {
      if let interruption = AVStatus.interruption(of: demuxer.cancellation) { throw interruption }
      let code = avcodec_receive_frame(decoder.context, frame)
      if code >= 0 {
        failuresInARow = 0
        blankingLines?.remove(from: frame)
        // If a container does not give every frame a time, the frame follows the previous one.
        let time = time(of: frame) ?? decodedTime.map { $0 + nominalDuration } ?? 0
        if let change, let start = change.keyframeTime, time > start - Self.instant {
          // The new decoder will produce it.
          av_frame_unref(frame)
          continue
        }
        decodedTime = time
        notePassed(time)
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
        leftOut += unasked.count
        unasked.removeAll(keepingCapacity: true)
        return .end
      } else if code == AVStatus.again {
        if let pause = try send(skippingUntil: skipTime, mayLose: mayLose) { return pause }
      } else {
        try countFailure()
      }
    }
  }

  /// Times closer than this, in seconds, belong to the same frame.
  private static let instant = 0.000_1

  private func time(of frame: UnsafeMutablePointer<AVFrame>) -> Double? {
    demuxer.format.hasTimes ? stream.seconds(frame.pointee.best_effort_timestamp) : nil
  }

  private func presentationTime(of packet: UnsafeMutablePointer<AVPacket>) -> Double? {
    demuxer.format.hasTimes ? stream.seconds(packet.pointee.pts) : nil
  }

  private func applyEffort() {
    decoder.context.pointee.skip_loop_filter =
      effort >= .withoutLoopFilter ? AVDISCARD_ALL : isShrunk ? unseenFilters : AVDISCARD_DEFAULT
  }

  /// Whether the frame of `packet` is decoded even if no other one references it.
  private func isAskedFor(skippingUntil skipTime: Double?) -> Bool {
    guard effort < .referenceOnly else { return false }
    // If times are counted, not read, no frame may be skipped.
    guard demuxer.format.hasPresentationTimes, let time = presentationTime(of: packet) else {
      return true
    }
    if let skipTime { return time >= skipTime }
    let ticks = packet.pointee.duration
    let gap = ticks > 0 ? Double(ticks) * stream.timeBase : nominalDuration
    guard pace?.admits(time, gap: gap) == false else { return true }
    if unasked.count < Self.longestDelay { unasked.append(time) }
    return false
  }

  /// More packets than a decoder holds back.
  private static let longestDelay = 64

  // Frames come in the order of their times: a packet of before that had none was left out.
  private func notePassed(_ time: Double) {
    guard !unasked.isEmpty else { return }
    unasked.removeAll { unasked in
      guard unasked < time + Self.instant else { return false }
      if unasked < time - Self.instant { leftOut += 1 }
      return true
    }
  }

  /// Which frames skip the deblocking filter if that is invisible: in H.264 all bidirectional ones,
  /// whose errors end before the next keyframe or forward frame; in other codecs non-reference
  /// frames.
  private var unseenFilters: AVDiscard {
    stream.codecID == AV_CODEC_ID_H264 ? AVDISCARD_BIDIR : AVDISCARD_NONREF
  }

  /// Moves the next packet that decoding can start with, or continue with, into `packet`.
  private func takePacket(mayLose: Bool) throws(MediaError) -> StreamRead<Void> {
    while true {
      let read = try demuxer.next(.video, into: packet, mayLose: mayLose)
      guard case .value = read else { return read }
      let isKeyframe = KeyframeGate.isKeyframe(packet, codec: stream.codecID)
      if isKeyframe {
        keyframeSpacing.note(at: demuxer.format.hasTimes ? stream.time(of: packet) : nil)
      }
      // Decoders take it for damage that they can conceal, and show grey.
      if av_packet_get_side_data(packet, AV_PKT_DATA_ENCRYPTION_INFO, nil) != nil {
        av_packet_unref(packet)
        throw .encrypted
      }
      let isSkipped =
        effort == .keyframesOnly && presentationTime(of: packet) ?? .infinity < keyframeStart
      if !isSkipped, gate.admits(isKeyframe: isKeyframe) { return .value(()) }
      av_packet_unref(packet)
    }
  }

  private func takeKeyframe() throws(MediaError) -> Bool {
    if case .value = try takePacket(mayLose: true) { return true }
    return false
  }

  /// Sends the next packet, or the end of the stream.
  ///
  /// - Returns: Why there is nothing to send yet; `nil` if something was sent.
  private func send(
    skippingUntil skipTime: Double?, mayLose: Bool
  ) throws(MediaError) -> StreamRead<Double>? {
    switch try takePacket(mayLose: mayLose) {
    case .starved: return .starved
    case .awaited: return .awaited
    case .end:
      change?.endStream()
      isDraining = change?.isDraining != true
      avcodec_send_packet(decoder.context, nil)
      return nil
    case .value: break
    }
    if let change, demuxer.format.hasPresentationTimes,
      !change.admits(packet, time: presentationTime(of: packet), after: decodedTime)
    {
      demuxer.putBack(packet)
      avcodec_send_packet(decoder.context, nil)
      return nil
    }
    decoder.context.pointee.skip_frame =
      isAskedFor(skippingUntil: skipTime) ? AVDISCARD_DEFAULT : AVDISCARD_NONREF
    defer { av_packet_unref(packet) }
    if avcodec_send_packet(decoder.context, packet) < 0 { try countFailure() }
    return nil
  }

  /// Opens a decoder with the number of threads now requested, or keeps the old one.
  private func replaceDecoder() {
    // If the container could not be reopened, there is no stream to open one for.
    if let change, let stream = demuxer.video,
      let fresh = try? Decoder(
        stream, threadCount: change.threadCount, showsDamaged: showsDamaged,
        cancellation: demuxer.cancellation)
    {
      decoder = fresh
      // Packets that were put back are judged again.
      pace = nil
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
