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
  /// - Throws: `.cancelled` or `.timedOut`.
  init(
    _ context: UnsafeMutablePointer<AVFormatContext>, picture: MediaStream?, sound: MediaStream?,
    using packet: UnsafeMutablePointer<AVPacket>, cancellation: CancellationToken
  ) throws(MediaError) {
    guard let timed = picture ?? sound else { return }
    var first = Double.infinity
    var last = -Double.infinity
    while av_read_frame(context, packet) >= 0 {
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
    if last > first { duration = last - first }
  }
}
