import CLibAV
import MediaCore
import Models

/// Takes a container apart into the packets of one video stream, one sound stream and one of
/// subtitles.
///
/// They are asked for apart from each other; packets met on the way to the one wait in the queue of
/// the other, within `DecodeLimits`.
final class Demuxer {
  private(set) var format: MediaFormat
  let input: MediaInput
  private(set) var context: UnsafeMutablePointer<AVFormatContext>?
  private let scratch: UnsafeMutablePointer<AVPacket>
  /// By the number of their kind.
  private var queues = MediaStream.Kind.allCases.map { _ in PacketQueue() }
  private var streams = StreamChoice()
  private(set) var scan: PacketScan?
  private var measuredRate: Double?
  /// `nil` for containers whose times do not jump.
  var mender: TimestampMender?
  /// Times of the first packets.
  private(set) var firstSound: Double?
  private(set) var firstFrame: Double?
  /// `nil` for what cannot grow.
  var growth: FileGrowth?
  /// Whether the header tells a length, of which there may be less as yet.
  private(set) var isLengthInHeader = false
  /// Bytes in the file when libav opened it.
  private(set) var contextByteCount: Int64?
  var isAtEnd = false
  /// Up to where packets were read.
  var marks = StreamMarks()
  private var failuresInARow = 0
  /// Where the first segment of a stream begins on the container's clock, in seconds.
  var streamStart = 0.0

  /// The end of the packet that reaches furthest, of those read since the last seek, in seconds on
  /// the container's clock.
  private(set) var readEnd: Double?

  /// Sound before this time, in seconds of the container's clock, is not wanted: a seek reads a
  /// long way to its video, and nobody will hear what lies between.
  var soundStart = -Double.infinity

  /// Codecs need up to this many seconds of what goes before to sound right (RFC 7845, 4.6).
  private static let soundPreroll = 0.1

  var video: MediaStream? { streams.video }
  var sound: MediaStream? { streams.sound }

  /// Frames in a second on average; `nil` if nothing tells.
  var frameRate: Double? { measuredRate ?? video?.frameRate }

  var cancellation: CancellationToken { input.cancellation }

  /// Recognises a file, reads its header and chooses the streams.
  init(_ input: MediaInput) throws(MediaError) {
    self.input = input
    let inputFormat = try FormatContext.recognise(input)
    guard let format = MediaFormat(demuxerNames: String(cString: inputFormat.pointee.name))
    else { throw .notMedia }
    self.format = format
    growth = input.presentByteCount.map(FileGrowth.init(byteCount:))
    guard let scratch = av_packet_alloc() else { throw .tooLarge }
    self.scratch = scratch
    try openContext(inputFormat)
    if format.demuxer == "jpeg_pipe" { try lookForMotion() }
    if !hasReliableDuration || self.format.mayHoldOneFrame || isDurationDoubtful,
      input.isCheapToScan
    {
      scan = try scanned()
      try reopen()
    }
    // Of a stream without times, FFmpeg 7 tells 25 whatever its headers say.
    if video?.isFrameRateDoubtful == true || !format.hasTimes { try measureRate() }
    // Its headers do not tell where the streams begin.
    while format.traits.contains(.countsDurationFromZero), queues.allSatisfy(\.isEmpty), !isAtEnd {
      try readPacket()
    }
    noteOpenedLength()
  }

  deinit {
    avformat_close_input(&context)
    var packet: UnsafeMutablePointer<AVPacket>? = scratch
    av_packet_free(&packet)
  }

  /// The clip is one video without a clock, though there may be sound to it.
  var isStill: Bool {
    format.isStill || video?.isCoverArt == true || scan?.frameCount == 1 && sound == nil
  }

  /// Reads JPEG frames in a row as a clip: libav takes them for the first of them.
  private func lookForMotion() throws(MediaError) {
    let count = try scanned(atMost: MediaFormat.framesInAClip)?.frameCount ?? 0
    if count >= MediaFormat.framesInAClip, let motion = MediaFormat(demuxerNames: "mjpeg"),
      let inputFormat = av_find_input_format(motion.demuxer)
    {
      format = motion
      try reopen(as: inputFormat)
    } else {
      try reopen()
    }
  }

  /// Measures the rate by the times of frames, where the header's cannot be.
  private func measureRate() throws(MediaError) {
    if let scan {
      measuredRate = scan.frameRate
    } else {
      measuredRate = try scanned(atMost: FrameRate.sample)?.frameRate
      try reopen()
    }
  }

  private func scanned(atMost limit: Int = .max) throws(MediaError) -> PacketScan? {
    guard let context else { return nil }
    return try PacketScan(
      context, video: video, sound: sound, mender: mender, hasTimes: format.hasTimes,
      atMost: limit, using: scratch, cancellation: cancellation)
  }

  /// Shape of a pixel, width over height; the container's word goes before the codec's.
  ///
  /// - Returns: `nil` if neither says.
  func sampleAspectRatio(of frame: UnsafeMutablePointer<AVFrame>?) -> AVRational? {
    guard let context, let video else { return nil }
    let ratio = av_guess_sample_aspect_ratio(context, video.pointer, frame)
    guard ratio.num > 0, ratio.den > 0 else { return nil }
    return video.blankingLines?.corrected(ratio) ?? ratio
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
      if queues[kind.rawValue].takeFirst(into: packet) { return .value(()) }
      if kind == .video, video?.isCoverArt == true { return .end }
      if isAtEnd {
        guard isBeingWritten else { return .end }
        guard try resume() else { return .awaited }
      }
      let other: MediaStream.Kind = kind == .video ? .sound : .video
      if isFull(other, mayLose: mayLose) {
        guard mayLose else { return .starved }
        queues[other.rawValue].dropFirst()
      }
      if isBehindWriter { return .awaited }
      try readPacket()
    }
  }

  /// Puts a packet of the video stream back, to be the next one. It is left blank.
  func putBack(_ packet: UnsafeMutablePointer<AVPacket>) {
    queues[MediaStream.Kind.video.rawValue].prepend(packet)
  }

  /// Takes the next packet of subtitles that was met.
  ///
  /// - Parameter packet: Blank; takes the packet's content.
  /// - Returns: `false` if none waits.
  func nextCue(into packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    queues[MediaStream.Kind.subtitles.rawValue].takeFirst(into: packet)
  }

  /// Reads another stream of sound or of subtitles from here on; what went before of it is lost. With
  /// `nil` none is read: packets that nobody takes would hold up the frames.
  func select(_ kind: MediaStream.Kind, _ stream: MediaStream?) {
    streams.select(kind, stream)
    queues[kind.rawValue].removeAll()
    if let context { streams.discardOthers(in: context) }
  }

  /// Opens the container anew, at its first packet or where `rewind` moves the input to: the way back for
  /// those that cannot seek.
  func reopen(
    as other: UnsafePointer<AVInputFormat>? = nil, rewinding rewind: (() -> Bool)? = nil
  ) throws(MediaError) {
    forgetPackets()
    try renew(as: other, rewinding: rewind)
  }

  /// Opens the container anew; what was read ahead stays.
  func renew(
    as other: UnsafePointer<AVInputFormat>? = nil, rewinding rewind: (() -> Bool)? = nil
  ) throws(MediaError) {
    let inputFormat = other ?? context.flatMap { UnsafePointer($0.pointee.iformat) }
    let indices = [video?.index, sound?.index]
    // They go with the context, also where there is no other.
    streams.forget()
    avformat_close_input(&context)
    guard let inputFormat, rewind?() ?? input.rewind() else { throw .damaged }
    try openContext(inputFormat)
    // The decoders are those of the streams there were.
    guard [video?.index, sound?.index] == indices else { throw .damaged }
  }

  /// Forgets what was read ahead, before the container is moved.
  func forgetPackets() {
    for index in queues.indices { queues[index].removeAll() }
    readEnd = nil
    marks = StreamMarks()
    isAtEnd = false
    failuresInARow = 0
  }

  private func isFull(_ kind: MediaStream.Kind, mayLose: Bool) -> Bool {
    guard let stream = kind == .video ? video : sound, !stream.isCoverArt else { return false }
    return queues[kind.rawValue].isFull(
      seconds: kind == .video
        ? DecodeLimits.frameQueueSeconds : DecodeLimits.soundQueueSeconds,
      timeBase: stream.timeBase, mayLose: mayLose)
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
    growth?.notePiece(Int(scratch.pointee.size))
    if isCutShort(scratch) {
      av_packet_unref(scratch)
      isAtEnd = true
      return
    }
    guard let stream = streams.played(at: scratch.pointee.stream_index), !stream.isCoverArt,
      stream.kind == .subtitles
        ? scratch.pointee.size <= DecodeLimits.subtitleBytes : !isRepeated(scratch, of: stream)
    else { return av_packet_unref(scratch) }
    mender?.mend(scratch, of: stream)
    if stream.kind != .subtitles { noteEnd(of: stream) }
    if stream.kind == .video, firstFrame == nil { firstFrame = stream.time(of: scratch) }
    if stream.kind == .sound, firstSound == nil { firstSound = stream.time(of: scratch) }
    if stream.kind == .sound, !isWanted(sound: scratch) { return av_packet_unref(scratch) }
    let queue = stream.kind.rawValue
    queues[queue].append(scratch)
    // Nobody waits for subtitles: if they are not taken, the oldest go.
    if stream.kind == .subtitles, queues[queue].count > DecodeLimits.subtitles {
      queues[queue].dropFirst()
    }
  }

  private func noteEnd(of stream: MediaStream) {
    guard let start = stream.time(of: scratch) else { return }
    let end = start + max(stream.seconds(scratch.pointee.duration) ?? 0, 0)
    readEnd = max(readEnd ?? end, end)
  }

  private func isWanted(sound packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    guard let sound, packet.pointee.pts != AVStatus.noTimestamp else { return true }
    let end = Double(packet.pointee.pts) + Double(max(packet.pointee.duration, 0))
    return end * sound.timeBase >= soundStart - Self.soundPreroll
  }

  private func openContext(_ inputFormat: UnsafePointer<AVInputFormat>) throws(MediaError) {
    contextByteCount = input.presentByteCount
    let context = try FormatContext.open(inputFormat, from: input)
    self.context = context
    isLengthInHeader = context.pointee.duration > 0
    mender =
      inputFormat.pointee.flags & AVFMT_TS_DISCONT != 0 ? TimestampMender() : nil
    streams.find(in: context)
    if !isDescribed { try readStreamInfo(context) }
    guard video != nil || sound != nil else { throw input.failure ?? .noStreams }
    if context.pointee.start_time != AVStatus.noTimestamp {
      streamStart = Double(context.pointee.start_time) / 1e6
    }
    streams.discardOthers(in: context)
    if let video, video.isCoverArt,
      av_packet_ref(scratch, &video.pointer.pointee.attached_pic) >= 0
    {
      queues[MediaStream.Kind.video.rawValue].append(scratch)
    }
  }

  /// Whether the header said all that `MediaInfo` needs.
  private var isDescribed: Bool {
    guard format.traits.contains(.describesStreams), hasReliableDuration,
      video != nil || sound != nil
    else {
      return false
    }
    if format.demuxer == "mov", sound?.isLayoutDoubtful == true { return false }
    guard let video, !video.isCoverArt else { return true }
    return video.parameters.pointee.width > 0 && video.frameRate != nil
      && (sound == nil || sound?.parameters.pointee.sample_rate ?? 0 > 0)
  }

  private func readStreamInfo(
    _ context: UnsafeMutablePointer<AVFormatContext>
  ) throws(MediaError) {
    let code = avformat_find_stream_info(context, nil)
    if let interruption = AVStatus.interruption(of: cancellation) { throw interruption }
    // Streams may appear only now; a failure leaves what there is, for the decoders to judge.
    if code < 0, context.pointee.nb_streams == 0 { throw AVStatus.error(code, cancellation) }
    streams.find(in: context)
  }
}
