import CLibAV

/// The first bits of a coded picture, which tell its kind.
enum CodedPicture {
  /// Whether a picture builds on no other, as far as it says so itself. Some writers mark every packet
  /// as a keyframe.
  ///
  /// - Parameters:
  ///   - packet: A packet of the stream.
  ///   - codec: The stream's codec.
  static func isWhole(
    _ packet: UnsafeMutablePointer<AVPacket>, codec: AVCodecID
  ) -> Bool {
    guard packet.pointee.size > 0, let first = packet.pointee.data?.pointee else { return true }
    return switch codec {
    case AV_CODEC_ID_MSMPEG4V2, AV_CODEC_ID_MSMPEG4V3, AV_CODEC_ID_WMV1: first >> 6 == 0
    case AV_CODEC_ID_WMV2: first >> 7 == 0
    default: true
    }
  }
}
