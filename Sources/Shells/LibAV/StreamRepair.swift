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
      if let parameters = stream.pointee.codecpar, isWebVTT(parameters.pointee) {
        parameters.pointee.codec_id = AV_CODEC_ID_WEBVTT
      }
    }
  }

  /// Whether captions without a known name begin as a file of WebVTT does: libav 5.1 does not know
  /// Matroska's `S_TEXT/WEBVTT`, which keeps that beginning.
  private static func isWebVTT(_ parameters: AVCodecParameters) -> Bool {
    guard parameters.codec_type == AVMEDIA_TYPE_SUBTITLE,
      parameters.codec_id == AV_CODEC_ID_NONE, let header = parameters.extradata
    else { return false }
    let bytes = UnsafeBufferPointer(start: header, count: max(Int(parameters.extradata_size), 0))
    return bytes.starts(with: "WEBVTT".utf8)
  }
}
