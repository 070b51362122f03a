import CLibAV
import MediaCore
import Models

/// Demuxes a container into the packets of one video stream, one audio stream and one subtitle
/// stream.
///
/// Each stream is read separately; packets of the others found on the way are queued, within
/// `DecodeLimits`.
final class Demuxer {
  private(set) var format: MediaFormat
  let input: MediaInput
  private(set) var context: UnsafeMutablePointer<AVFormatContext>?
  private let scratch: UnsafeMutablePointer<AVPacket>
  /// Indexed by stream kind.
  private var queues = MediaStream.Kind.allCases.map { _ in PacketQueue() }
  private var streams = StreamChoice()
  private(set) var scan: PacketScan?
  private var measuredRate: Double?
  /// `nil` for containers whose times do not jump.
  var timestampRepair: TimestampRepair?
  /// Times of the first packets.
  private(set) var firstSound: Double?
  private(set) var firstFrame: Double?
  /// `nil` for inputs that cannot grow.
  var growth: FileGrowth?
  /// Whether the header has a duration, of which less may have been written.
  private(set) var isLengthInHeader = false
  /// The file size in bytes when libav opened it.
  private(set) var contextByteCount: Int64?
  var isAtEnd = false
  /// How far packets were read.
  var marks = StreamMarks()
  private var failuresInARow = 0
  /// When the first segment of a stream begins on the container's clock, in seconds.
  var streamStart = 0.0

  /// The latest end of all packets read since the last seek, in seconds on the container's clock.
  private(set) var readEnd: Double?

  /// Sound before this time, in seconds on the container's clock, is skipped: a seek reads far
  /// ahead to reach its video frame, and the sound in between is not heard.
  var soundStart = -Double.infinity

  /// Codecs need up to this many seconds of preceding data to sound right (RFC 7845, 4.6).
  private static let soundPreroll = 0.1

  var video: MediaStream? { streams.video }
  var sound: MediaStream? { streams.sound }

  /// Frames per second on average; `nil` if unknown.
  var frameRate: Double? { measuredRate ?? video?.frameRate }

  var cancellation: CancellationToken { input.cancellation }

  /// Recognises the format, reads the header and chooses the streams.
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
    // For a stream without timestamps, FFmpeg 7 reports 25 whatever its headers say.
    if video?.isFrameRateDoubtful == true || !format.hasTimes { try measureRate() }
    // Its headers do not give the start times of the streams.
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

  /// The clip is a single frame without timing, possibly with sound.
  var isStill: Bool {
    format.isStill || video?.isCoverArt == true || scan?.frameCount == 1 && sound == nil
  }

  /// Treats a sequence of JPEG frames as a clip; libav would see only the first one.
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

  /// Measures the rate from frame times, if the header's is implausible.
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
      context, video: video, sound: sound, timestampRepair: timestampRepair,
      hasTimes: format.hasTimes,
      atMost: limit, using: scratch, cancellation: cancellation)
  }

  /// The sample aspect ratio; the container takes precedence over the codec.
  ///
  /// - Returns: `nil` if neither has one.
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
  ///   - packet: Blank; receives the packet's content.
  ///   - mayLose: Instead of returning `.starved`, drop the oldest packets of the other stream once
  ///     they exceed four times the budget.
  /// - Returns: `.end` at the end of the container, also if it ends in broken data.
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

  /// Puts a video packet back, to be the next one. It is left blank.
  func putBack(_ packet: UnsafeMutablePointer<AVPacket>) {
    queues[MediaStream.Kind.video.rawValue].prepend(packet)
  }

  /// Takes the next queued subtitle packet.
  ///
  /// - Parameter packet: Blank; receives the packet's content.
  /// - Returns: `false` if none is queued.
  func nextCue(into packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    queues[MediaStream.Kind.subtitles.rawValue].takeFirst(into: packet)
  }

  /// Switches to another audio or subtitle stream from here on; its earlier packets are lost. With
  /// `nil` none is read: packets that are never taken would block the video.
  func select(_ kind: MediaStream.Kind, _ stream: MediaStream?) {
    streams.select(kind, stream)
    queues[kind.rawValue].removeAll()
    if let context { streams.discardOthers(in: context) }
  }

  /// Reopens the container, at its first packet or at the input's position after `rewind`: the only
  /// way back if it is not seekable.
  func reopen(
    as other: UnsafePointer<AVInputFormat>? = nil, rewinding rewind: (() -> Bool)? = nil
  ) throws(MediaError) {
    forgetPackets()
    try renew(as: other, rewinding: rewind)
  }

  /// Reopens the container; queued packets are kept.
  func renew(
    as other: UnsafePointer<AVInputFormat>? = nil, rewinding rewind: (() -> Bool)? = nil
  ) throws(MediaError) {
    let inputFormat = other ?? context.flatMap { UnsafePointer($0.pointee.iformat) }
    let indices = [video?.index, sound?.index]
    // They are freed with the context, even if there is no new one.
    streams.forget()
    avformat_close_input(&context)
    guard let inputFormat, rewind?() ?? input.rewind() else { throw .damaged }
    try openContext(inputFormat)
    // The decoders belong to the previous streams.
    guard [video?.index, sound?.index] == indices else { throw .damaged }
  }

  /// Drops queued packets, before a seek.
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
      // The user is asked to log in, and the clip goes on.
      if case .loginRefused? = input.failure, let failure = input.failure { throw failure }
      failuresInARow += 1
      // Valid packets may follow a damaged one; after the end, or an I/O error, there are none.
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
    timestampRepair?.repair(scratch, of: stream)
    if stream.kind != .subtitles { noteEnd(of: stream) }
    if stream.kind == .video, firstFrame == nil { firstFrame = stream.time(of: scratch) }
    if stream.kind == .sound, firstSound == nil { firstSound = stream.time(of: scratch) }
    if stream.kind == .sound, !isWanted(sound: scratch) { return av_packet_unref(scratch) }
    let queue = stream.kind.rawValue
    queues[queue].append(scratch)
    // Nothing waits for subtitles: if they are not taken, the oldest are dropped.
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
    timestampRepair =
      inputFormat.pointee.flags & AVFMT_TS_DISCONT != 0 ? TimestampRepair() : nil
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

  /// Whether the header contained everything that `MediaInfo` needs.
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
    // Streams may appear only now; after a failure, the decoders decide what is usable.
    if code < 0, context.pointee.nb_streams == 0 { throw AVStatus.error(code, cancellation) }
    streams.find(in: context)
  }
}
