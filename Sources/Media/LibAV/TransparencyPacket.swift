import CLibAV

/// The second stream inside a VP8 or VP9 packet that holds the picture's transparency.
enum TransparencyPacket {
  /// Whether decoding can start at a packet as far as its transparency goes. The two streams have
  /// their keyframes in different places.
  ///
  /// - Parameters:
  ///   - packet: A packet of a stream in Matroska.
  ///   - codec: The stream's codec.
  static func isKeyframe(
    _ packet: UnsafeMutablePointer<AVPacket>, codec: AVCodecID
  ) -> Bool {
    guard codec == AV_CODEC_ID_VP8 || codec == AV_CODEC_ID_VP9 else { return true }
    var size = 0
    // Eight bytes tell what the addition is; 1 is transparency.
    guard
      let data = av_packet_get_side_data(packet, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, &size),
      size > 8, data[7] == 1
    else { return true }
    let header = data[8]
    // RFC 6386, 9.1: the first bit is 0 in a keyframe. VP9's specification, 6.2: so is the bit
    // behind the marker, the profile and `show_existing_frame`.
    return codec == AV_CODEC_ID_VP8 ? header & 1 == 0 : header & 0x0C == 0
  }
}
