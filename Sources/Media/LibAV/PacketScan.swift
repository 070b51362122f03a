import CLibAV
import MediaCore
import Models

/// The results of reading a container to its end without decoding.
struct PacketScan {
  /// Seconds from the start of the first frame to the end of the last one, or of the audio if there
  /// is no video.
  private(set) var duration: Double?
  private(set) var frameCount = 0
  /// Frames per second, from the times of the first frames, or from their durations if they have no
  /// times; `nil` if unknown.
  private(set) var frameRate: Double?

  /// A keyframe to start from, if times jump and are not seekable: its presentation time on the
  /// mended clock, its packet's byte position, and the mender from there on.
  typealias Landmark = (time: Double, position: Int64, timestampRepair: TimestampRepair)

  private var landmarks: [Landmark] = []

  /// Keyframes closer together than this, in seconds, share a landmark.
  private static let landmarkDistance = 0.5

  /// The last landmark up to a time; `nil` if times do not jump, or there is none.
  func landmark(before time: Double) -> Landmark? {
    landmarks.last { $0.time <= time + 0.0005 }
  }

  /// Reads all packets; the container must be reopened afterwards.
  ///
  /// - Parameters:
  ///   - context: The open container.
  ///   - frame: Its video, whose frames are counted.
  ///   - sound: Its audio, which gives the duration of a clip without video.
  ///   - mender: Corrects the times of containers that may jump; `nil` for others.
  ///   - hasTimes: Whether packets carry times; if not, the duration follows from their number and
  ///     rate.
  ///   - limit: The maximum number of frames.
  ///   - packet: Blank, and left blank.
  ///   - cancellation: Cancels the scan.
  /// - Throws: `.cancelled` or `.timedOut`.
  init(
    _ context: UnsafeMutablePointer<AVFormatContext>, video: MediaStream?, sound: MediaStream?,
    timestampRepair: TimestampRepair?, hasTimes: Bool, atMost limit: Int,
    using packet: UnsafeMutablePointer<AVPacket>,
    cancellation: CancellationToken
  ) throws(MediaError) {
    guard let timed = video ?? sound else { return }
    var first = Double.infinity
    var last = -Double.infinity
    var timestampRepair = timestampRepair
    var shown: [Double] = []
    var lengths: Set<Int64> = []
    while frameCount < limit, av_read_frame(context, packet) >= 0 {
      let before = timestampRepair
      for stream in [video, sound] {
        guard let stream, stream.index == packet.pointee.stream_index else { continue }
        timestampRepair?.repair(packet, of: stream)
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
    if timestampRepair?.jumps ?? 0 == 0 { landmarks = [] }
  }

  private mutating func note(
    _ packet: UnsafeMutablePointer<AVPacket>, at time: Double, _ timestampRepair: TimestampRepair
  ) {
    guard packet.pointee.flags & AV_PKT_FLAG_KEY != 0, packet.pointee.pos >= 0,
      landmarks.last.map({ time - $0.time >= Self.landmarkDistance }) ?? true
    else { return }
    landmarks.append((time, packet.pointee.pos, timestampRepair))
  }
}
