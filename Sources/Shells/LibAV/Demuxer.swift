import CLibAV
import MediaCore
import Models

/// Takes a container apart into the packets of one picture stream and one sound stream.
///
/// The two are asked for apart from each other; packets met on the way to the one wait in the
/// queue of the other, within `DecodeLimits`.
final class Demuxer {
  let format: ContainerFormat
  private(set) var picture: MediaStream?
  private(set) var sound: MediaStream?
  private let input: FileInput
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private let scratch: UnsafeMutablePointer<AVPacket>
  private var pictureQueue = PacketQueue()
  private var soundQueue = PacketQueue()
  private var scan: PacketScan?
  private var isAtEnd = false
  private var failuresInARow = 0

  /// Sound before this time, in seconds of the container's clock, is not wanted: a seek reads a
  /// long way to its picture, and nobody will hear what lies between.
  var soundStart = -Double.infinity

  /// Codecs need up to this many seconds of what goes before to sound right (RFC 7845, 4.6).
  private static let soundPreroll = 0.1

  var cancellation: CancellationToken { input.cancellation }

  /// Recognises a file, reads its header and chooses the streams.
  init(_ input: FileInput) throws(MediaError) {
    self.input = input
    let inputFormat = try Self.recognise(input)
    guard let format = ContainerFormat(demuxerNames: String(cString: inputFormat.pointee.name))
    else { throw .notMedia }
    self.format = format
    guard let scratch = av_packet_alloc() else { throw .tooLarge }
    self.scratch = scratch
    try openContext(inputFormat)
    if !hasReliableDuration || format.mayHoldOnePicture,
      input.byteCount <= DecodeLimits.scanBytes, let context
    {
      scan = try PacketScan(
        context, picture: picture, sound: sound, using: scratch, cancellation: cancellation)
      try reopen()
    }
  }

  deinit {
    avformat_close_input(&context)
    var packet: UnsafeMutablePointer<AVPacket>? = scratch
    av_packet_free(&packet)
  }

  /// Seconds from the first to the last timestamp; `nil` if that can only be guessed.
  var duration: Double? {
    if let measured = scan?.duration { return measured }
    guard let context, hasReliableDuration || format.isElementaryAudio else { return nil }
    if let told = Self.duration(of: context) { return told }
    return [picture?.duration, sound?.duration].compactMap(\.self).max()
  }

  /// The clip is one picture without a clock, though there may be sound to it.
  var isStill: Bool {
    format.isPicture || picture?.isCoverArt == true || scan?.pictureCount == 1 && sound == nil
  }

  private static func duration(of context: UnsafeMutablePointer<AVFormatContext>) -> Double? {
    guard context.pointee.duration > 0 else { return nil }
    return MediaTime.plausible(Double(context.pointee.duration) / 1e6)
  }

  private var hasReliableDuration: Bool {
    guard !format.isPicture, let context else { return format.isPicture }
    // From the bit rate, libav makes one up for anything.
    if context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE { return false }
    return Self.duration(of: context) != nil || picture?.duration != nil || sound?.duration != nil
  }

  /// Shape of a coded pixel, width over height; the container's word goes before the codec's.
  ///
  /// - Returns: `nil` if neither says.
  func sampleAspectRatio(of frame: UnsafeMutablePointer<AVFrame>?) -> AVRational? {
    guard let context, let picture else { return nil }
    let ratio = av_guess_sample_aspect_ratio(context, picture.pointer, frame)
    return ratio.num > 0 && ratio.den > 0 ? ratio : nil
  }

  /// Reads the next packet of a stream.
  ///
  /// - Parameters:
  ///   - kind: Which stream.
  ///   - packet: Blank; takes the packet's content.
  ///   - mayLose: Instead of returning `.starved`, throw away the oldest packets of the other
  ///     stream once they take four times the budget.
  /// - Returns: `.end` at the end of the container, also where it ends in broken data.
  /// - Throws: `.cancelled` or `.timedOut`.
  func next(
    _ kind: MediaStream.Kind, into packet: UnsafeMutablePointer<AVPacket>, mayLose: Bool = false
  ) throws(MediaError) -> StreamRead<Void> {
    while true {
      let found =
        kind == .picture
        ? pictureQueue.takeFirst(into: packet) : soundQueue.takeFirst(into: packet)
      if found { return .value(()) }
      if isAtEnd || kind == .picture && picture?.isCoverArt == true { return .end }
      if isOtherFull(than: kind, mayLose: mayLose) {
        guard mayLose else { return .starved }
        if kind == .picture { soundQueue.dropFirst() } else { pictureQueue.dropFirst() }
      }
      try readPacket()
    }
  }

  /// Puts a packet of the picture stream back, to be the next one. It is left blank.
  func putBack(_ packet: UnsafeMutablePointer<AVPacket>) {
    pictureQueue.prepend(packet)
  }

  /// Moves both streams to the last keyframe at or before a time, or about there.
  ///
  /// - Parameter time: Seconds on the container's clock; `nil` for the beginning.
  /// - Returns: Whether the container could; otherwise it stands where it can go on from, which
  ///   may be anywhere.
  func seek(to time: Double?) -> Bool {
    guard let context, let anchor = picture.flatMap({ $0.isCoverArt ? nil : $0 }) ?? sound else {
      return false
    }
    forgetPackets()
    var result: Int32 = -1
    if let time {
      // Half a millisecond more, so that a keyframe at this very time is not missed by rounding.
      let ticks = ((time + 0.0005) / anchor.timeBase).rounded(.down)
      guard abs(ticks) < 0x1p62 else { return false }
      result = av_seek_frame(context, anchor.index, Int64(ticks), AVSEEK_FLAG_BACKWARD)
    } else if format.startsAtFirstByte {
      result = av_seek_frame(context, -1, 0, AVSEEK_FLAG_BYTE)
    } else {
      let start = context.pointee.start_time
      let ticks = start == AVStatus.noTimestamp ? 0 : start
      result = avformat_seek_file(context, -1, .min, ticks, ticks, 0)
    }
    return result >= 0
  }

  /// Opens the container anew, at its first packet: the way back for those that cannot seek.
  func reopen() throws(MediaError) {
    forgetPackets()
    let inputFormat = context.flatMap { UnsafePointer($0.pointee.iformat) }
    let streams = [picture?.index, sound?.index]
    // They go with the context, also where there is no other.
    picture = nil
    sound = nil
    avformat_close_input(&context)
    guard let inputFormat, input.rewind() else { throw .damaged }
    try openContext(inputFormat)
    // The decoders are those of the streams there were.
    guard [picture?.index, sound?.index] == streams else { throw .damaged }
  }

  private func forgetPackets() {
    pictureQueue.removeAll()
    soundQueue.removeAll()
    isAtEnd = false
    failuresInARow = 0
  }

  private func isOtherFull(than kind: MediaStream.Kind, mayLose: Bool) -> Bool {
    let other = kind == .picture ? sound : picture
    guard let other, !other.isCoverArt else { return false }
    let count = kind == .picture ? soundQueue.count : pictureQueue.count
    let bytes = kind == .picture ? soundQueue.byteCount : pictureQueue.byteCount
    let span = kind == .picture ? soundQueue.span : pictureQueue.span
    guard count > 1 else { return false }
    if mayLose { return bytes >= 4 * DecodeLimits.queueBytes }
    return bytes >= DecodeLimits.queueBytes
      || span * other.timeBase >= DecodeLimits.queueSeconds
  }

  private func readPacket() throws(MediaError) {
    guard let context else {
      isAtEnd = true
      return
    }
    if let interruption = AVStatus.interruption(of: cancellation) { throw interruption }
    let code = av_read_frame(context, scratch)
    guard code >= 0 else {
      if let interruption = AVStatus.interruption(of: cancellation) { throw interruption }
      failuresInARow += 1
      // A damaged piece may be followed by whole ones; the end, or a broken disk, will not.
      if code == AVStatus.endOfFile || failuresInARow > DecodeLimits.failuresInARow {
        isAtEnd = true
      }
      return
    }
    failuresInARow = 0
    if scratch.pointee.stream_index == picture?.index, picture?.isCoverArt != true {
      pictureQueue.append(scratch)
    } else if scratch.pointee.stream_index == sound?.index, isWanted(sound: scratch) {
      soundQueue.append(scratch)
    } else {
      av_packet_unref(scratch)
    }
  }

  private func isWanted(sound packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    guard let sound, packet.pointee.pts != AVStatus.noTimestamp else { return true }
    let end = Double(packet.pointee.pts) + Double(max(packet.pointee.duration, 0))
    return end * sound.timeBase >= soundStart - Self.soundPreroll
  }

  private static func recognise(
    _ input: FileInput
  ) throws(MediaError) -> UnsafePointer<AVInputFormat> {
    var format: UnsafePointer<AVInputFormat>?
    // Without a name, which would let some demuxers go by the extension.
    let code = av_probe_input_buffer2(
      input.context, &format, nil, nil, 0, DecodeLimits.recognitionBytes)
    if let interruption = AVStatus.interruption(of: input.cancellation) { throw interruption }
    guard code >= 0, let format else {
      throw code == -EIO ? AVStatus.error(code, input.cancellation) : .notMedia
    }
    return format
  }

  private func openContext(_ inputFormat: UnsafePointer<AVInputFormat>) throws(MediaError) {
    guard let fresh = avformat_alloc_context() else { throw .tooLarge }
    fresh.pointee.pb = input.context
    fresh.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    fresh.pointee.io_open = refuseToOpen
    fresh.pointee.interrupt_callback = AVIOInterruptCB(
      callback: shouldStop, opaque: Unmanaged.passUnretained(input.cancellation).toOpaque())
    fresh.pointee.max_streams = DecodeLimits.streams
    fresh.pointee.probesize = DecodeLimits.probeBytes
    fresh.pointee.max_analyze_duration = DecodeLimits.probeMicroseconds
    fresh.pointee.format_whitelist = av_strdup(ContainerFormat.whitelist)
    // On failure it is freed, and `context` left nil.
    context = fresh
    let code = avformat_open_input(&context, nil, inputFormat, nil)
    guard code >= 0, let context else { throw AVStatus.error(code, cancellation) }
    picture = MediaStream(.picture, in: context)
    sound = MediaStream(.sound, in: context)
    if !isDescribed { try readStreamInfo(context) }
    guard picture != nil || sound != nil else { throw .noStreams }
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[index] else { continue }
      let isPlayed =
        stream.pointee.index == picture?.index || stream.pointee.index == sound?.index
      stream.pointee.discard = isPlayed ? AVDISCARD_DEFAULT : AVDISCARD_ALL
    }
    if let picture, picture.isCoverArt,
      av_packet_ref(scratch, &picture.pointer.pointee.attached_pic) >= 0
    {
      pictureQueue.append(scratch)
    }
  }

  /// Whether the header said all that `MediaInfo` needs.
  private var isDescribed: Bool {
    guard format.describesStreams, hasReliableDuration, picture != nil || sound != nil else {
      return false
    }
    guard let picture, !picture.isCoverArt else { return true }
    return picture.parameters.pointee.width > 0 && picture.frameRate != nil
      && (sound == nil || sound?.parameters.pointee.sample_rate ?? 0 > 0)
  }

  private func readStreamInfo(
    _ context: UnsafeMutablePointer<AVFormatContext>
  ) throws(MediaError) {
    let code = avformat_find_stream_info(context, nil)
    if let interruption = AVStatus.interruption(of: cancellation) { throw interruption }
    // Streams may appear only now; a failure leaves what there is, for the decoders to judge.
    if code < 0, context.pointee.nb_streams == 0 { throw AVStatus.error(code, cancellation) }
    picture = MediaStream(.picture, in: context)
    sound = MediaStream(.sound, in: context)
  }
}

// File-scope functions: closures formed in a main-actor context would trap on libav's threads.
private func shouldStop(_ opaque: UnsafeMutableRawPointer?) -> Int32 {
  guard let opaque else { return 0 }
  let token = Unmanaged<CancellationToken>.fromOpaque(opaque).takeUnretainedValue()
  return token.shouldStop ? 1 : 0
}

/// Keeps a file from making libav open another: a playlist, a data reference, an address.
private func refuseToOpen(
  _ context: UnsafeMutablePointer<AVFormatContext>?,
  _ result: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
  _ url: UnsafePointer<CChar>?, _ flags: Int32, _ options: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  -EPERM
}
