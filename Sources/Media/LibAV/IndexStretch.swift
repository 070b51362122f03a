import CLibAV
import MediaCore
import Models

/// What lies between two entries of an index that has positions only.
struct IndexStretch {
  /// Seconds since the first frame.
  var start: Double
  var end: Double
  var bytes: Int64

  var rate: Double { Double(bytes) / max(end - start, 0.001) }
}

// Where in stretches of an index something happens.
extension Demuxer {
  /// The most stretches that are read to know where in them something happens, and their bytes; a
  /// camera has a keyframe each ten seconds.
  private static let readStretches = 24
  private static let readBytes = 24e6
  /// The packets of more than a minute.
  private static let packetsPerStretch = 6_000
  /// Shorter ones tell enough, in seconds.
  private static let shortStretch = 4.0
  /// How long that may take, in seconds.
  private static let readTime = 0.8

  /// Adds the bytes of all stretches. The busiest ones of a local file are read, without being decoded,
  /// if they are long.
  func add(
    _ stretches: [IndexStretch], of stream: MediaStream, _ origin: Double,
    to activity: inout Activity
  ) throws(MediaError) {
    guard let packet = av_packet_alloc() else { throw .tooLarge }
    var spare: UnsafeMutablePointer<AVPacket>? = packet
    defer { av_packet_free(&spare) }
    let end = cancellation.now + Self.readTime
    let isLocal = input is FileInput
    var budget = Self.readBytes
    var count = 0
    for stretch in stretches.sorted(by: { $0.rate > $1.rate }) {
      // A broken index may count the same bytes again and again.
      budget -= Double(stretch.bytes)
      count += 1
      let isRead =
        isLocal && stretch.end - stretch.start > Self.shortStretch && budget > 0
        && count <= Self.readStretches && cancellation.now < end
      let sizes = isRead ? self.sizes(in: stretch, of: stream, origin, packet) : []
      if let interruption = AVStatus.interruption(of: cancellation) { throw interruption }
      let total = sizes.reduce(0) { $0 + $1.bytes }
      // Sound and the keyframe are there all the time.
      activity.add(max(Double(stretch.bytes) - total, 0), from: stretch.start, to: stretch.end)
      for size in sizes { activity.add(size.bytes, at: size.time) }
    }
  }

  /// The times and sizes of the frames of a stretch, without its keyframe.
  private func sizes(
    in stretch: IndexStretch, of stream: MediaStream, _ origin: Double,
    _ packet: UnsafeMutablePointer<AVPacket>
  ) -> [(time: Double, bytes: Double)] {
    let ticks = ((stretch.start + origin + 0.0005) / stream.timeBase).rounded(.down)
    guard let context, abs(ticks) < 0x1p62,
      av_seek_frame(context, stream.index, Int64(ticks), AVSEEK_FLAG_BACKWARD) >= 0
    else { return [] }
    var sizes: [(time: Double, bytes: Double)] = []
    for _ in 0..<Self.packetsPerStretch {
      guard av_read_frame(context, packet) >= 0 else { break }
      defer { av_packet_unref(packet) }
      guard packet.pointee.stream_index == stream.index, let time = stream.time(of: packet) else {
        continue
      }
      if time - origin >= stretch.end { break }
      if packet.pointee.flags & AV_PKT_FLAG_KEY == 0, time - origin >= stretch.start {
        sizes.append((time - origin, Double(packet.pointee.size)))
      }
    }
    return sizes
  }
}
