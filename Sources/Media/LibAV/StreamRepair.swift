import CLibAV
import MediaCore
import Models

/// Puts right what libav's demuxers get wrong of streams, or leave open.
enum StreamRepair {
  /// Looks through the streams of a container whose header was just read.
  static func apply(to context: UnsafeMutablePointer<AVFormatContext>) {
    var end = 0.0
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[index] else { continue }
      // ISO 14496-12, 8.4.2.3: all ones stand for an unknown length.
      if stream.pointee.duration == Int64(UInt32.max) {
        stream.pointee.duration = AVStatus.noTimestamp
      }
      end = max(end, self.end(of: stream.pointee) ?? 0)
    }
    // Of MP4, 5.1 has the length from its header, 7.1 no more.
    if context.pointee.duration <= 0, end > 0, isMP4(context) {
      context.pointee.duration = Int64((end * Double(AV_TIME_BASE)).rounded())
    }
  }

  /// When a stream ends, in seconds on the container's clock; `nil` if its header does not say, or has
  /// no samples because they come in fragments.
  private static func end(of stream: AVStream) -> Double? {
    guard stream.duration > 0, stream.nb_frames > 0 else { return nil }
    let start = stream.start_time == AVStatus.noTimestamp ? 0 : Double(stream.start_time)
    let ticks = start + Double(stream.duration)
    return MediaTime.plausible(ticks * av_q2d(stream.time_base))
  }

  private static func isMP4(_ context: UnsafeMutablePointer<AVFormatContext>) -> Bool {
    guard let name = context.pointee.iformat.pointee.name else { return false }
    return MediaFormat(demuxerNames: String(cString: name))?.demuxer == "mov"
  }
}
