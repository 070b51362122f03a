import CLibAV
import MediaCore
import Models

/// What reading a container through to its end, without decoding, tells of a clip.
struct PacketScan {
  /// Seconds from the first picture's start to the last one's end, or the sound's without picture.
  private(set) var duration: Double?
  private(set) var pictureCount = 0

  /// Reads all packets; the container has to be opened anew after it.
  ///
  /// - Parameters:
  ///   - context: The open container.
  ///   - picture: Its pictures, which are counted.
  ///   - sound: Its sound, which tells the length of a clip without pictures.
  ///   - hasTimes: Whether packets carry times; if not, their number and rate make the duration.
  ///   - limit: How many pictures are enough.
  ///   - packet: Blank, and so it is left.
  ///   - cancellation: Ends the reading.
  /// - Throws: `.cancelled` or `.timedOut`.
  init(
    _ context: UnsafeMutablePointer<AVFormatContext>, picture: MediaStream?, sound: MediaStream?,
    hasTimes: Bool, atMost limit: Int, using packet: UnsafeMutablePointer<AVPacket>,
    cancellation: CancellationToken
  ) throws(MediaError) {
    guard let timed = picture ?? sound else { return }
    var first = Double.infinity
    var last = -Double.infinity
    while pictureCount < limit, av_read_frame(context, packet) >= 0 {
      if packet.pointee.stream_index == timed.index {
        pictureCount += timed.kind == .picture ? 1 : 0
        let time =
          packet.pointee.pts == AVStatus.noTimestamp ? packet.pointee.dts : packet.pointee.pts
        if let time = timed.seconds(time) {
          let shown = timed.seconds(packet.pointee.duration) ?? 0
          first = min(first, time)
          last = max(last, time + max(shown, 0))
        }
      }
      av_packet_unref(packet)
    }
    if let interruption = AVStatus.interruption(of: cancellation) { throw interruption }
    if !hasTimes {
      duration = timed.frameRate.map { Double(pictureCount) / $0 }
    } else if last > first {
      duration = last - first
    }
  }
}
