import CLibAV

/// Puts right what libav's demuxers get wrong of streams, or leave open.
enum StreamRepair {
  /// Looks through the streams of a container whose header was just read.
  static func apply(to context: UnsafeMutablePointer<AVFormatContext>) {
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[index] else { continue }
      // ISO 14496-12, 8.4.2.3: all ones stand for an unknown length.
      if stream.pointee.duration == Int64(UInt32.max) {
        stream.pointee.duration = AVStatus.noTimestamp
      }
    }
  }
}
