import CLibAV
import MediaCore
import Models

/// What reading a container through to its end, without decoding, tells of a clip.
struct PacketScan {
  /// Seconds from the first frame's start to the last one's end, or the sound's without video.
  private(set) var duration: Double?
  private(set) var frameCount = 0
  /// Frames in a second, by the times of the first, or by their lengths where they have no times; `nil` if
  /// those do not tell.
  private(set) var frameRate: Double?

  /// A keyframe to start from, where times jump and cannot be sought: when it is shown, on the
  /// mended clock, the byte its packet starts at, and what mends the times from there on.
  typealias Landmark = (time: Double, position: Int64, mender: TimestampMender)

  private var landmarks: [Landmark] = []

  /// Keyframes closer together than this, in seconds, are not told apart.
  private static let landmarkDistance = 0.5

  /// The last landmark up to a time; `nil` if times do not jump, or there is none.
  func landmark(before time: Double) -> Landmark? {
    landmarks.last { $0.time <= time + 0.0005 }
  }

  /// Reads all packets; the container has to be opened anew after it.
  ///
  /// - Parameters:
  ///   - context: The open container.
  ///   - frame: Its frames, which are counted.
  ///   - sound: Its sound, which tells the length of a clip without frames.
  ///   - mender: Mends the times of containers that may jump; `nil` for others.
  ///   - hasTimes: Whether packets carry times; if not, their number and rate make the duration.
  ///   - limit: How many frames are enough.
  ///   - packet: Blank, and so it is left.
  ///   - cancellation: Ends the reading.
  /// - Throws: `.cancelled` or `.timedOut`.
  init(
    _ context: UnsafeMutablePointer<AVFormatContext>, video: MediaStream?, sound: MediaStream?,
    mender: TimestampMender?, hasTimes: Bool, atMost limit: Int,
    using packet: UnsafeMutablePointer<AVPacket>,
    cancellation: CancellationToken
  ) throws(MediaError) {
    guard let timed = video ?? sound else { return }
    var first = Double.infinity
    var last = -Double.infinity
    var mender = mender
    var shown: [Double] = []
    var lengths: Set<Int64> = []
    while frameCount < limit, av_read_frame(context, packet) >= 0 {
      let before = mender
      for stream in [video, sound] {
        guard let stream, stream.index == packet.pointee.stream_index else { continue }
        mender?.mend(packet, of: stream)
      }
      if packet.pointee.stream_index == timed.index {
        frameCount += timed.kind == .video ? 1 : 0
        if lengths.count < 2 { lengths.insert(packet.pointee.duration) }
        if let time = timed.time(of: packet) {
          let length = timed.seconds(packet.pointee.duration) ?? 0
          if let before { note(packet, at: time, before) }
          if shown.count < FrameRate.sample { shown.append(time) }
          first = min(first, time)
          last = max(last, time + max(length, 0))
        }
      }
      av_packet_unref(packet)
    }
    if let interruption = AVStatus.interruption(of: cancellation) { throw interruption }
    if !hasTimes {
      if timed.kind == .video, lengths.count == 1 {
        frameRate = timed.seconds(lengths.first ?? 0).flatMap(FrameRate.plausible)
      }
      duration = (frameRate ?? timed.frameRate).map { Double(frameCount) / $0 }
    } else if last > first {
      duration = last - first
    }
    if hasTimes, timed.kind == .video {
      frameRate = FrameRate.measured(
        shown, isWhole: frameCount < min(limit, FrameRate.sample), tick: timed.timeBase)
    }
    if mender?.jumps ?? 0 == 0 { landmarks = [] }
  }

  private mutating func note(
    _ packet: UnsafeMutablePointer<AVPacket>, at time: Double, _ mender: TimestampMender
  ) {
    guard packet.pointee.flags & AV_PKT_FLAG_KEY != 0, packet.pointee.pos >= 0,
      landmarks.last.map({ time - $0.time >= Self.landmarkDistance }) ?? true
    else { return }
    landmarks.append((time, packet.pointee.pos, mender))
  }
}
