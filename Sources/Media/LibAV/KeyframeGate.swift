import CLibAV
import MediaCore

/// Decides which packets reach the frame decoder.
///
/// After a seek, nothing can be decoded before a keyframe; with `DecodeEffort.keyframesOnly`,
/// nothing else is.
struct KeyframeGate {
  private var isClosed: Bool
  private var turnedAway = 0

  /// How much decoding to skip.
  var effort = DecodeEffort.full {
    didSet {
      // Frames between keyframes reference those that were skipped.
      if oldValue == .keyframesOnly, effort != .keyframesOnly { close() }
    }
  }

  init(isClosed: Bool = true) {
    self.isClosed = isClosed
  }

  /// Whether to send a packet to the decoder.
  mutating func admits(isKeyframe: Bool) -> Bool {
    if isKeyframe {
      isClosed = false
      turnedAway = 0
    } else if isClosed {
      turnedAway += 1
      // Some streams mark none.
      if turnedAway > DecodeLimits.packetsWithoutKeyframe { isClosed = false }
    }
    return isKeyframe || !isClosed && effort != .keyframesOnly
  }

  /// Waits for a keyframe again.
  mutating func close() {
    isClosed = true
    turnedAway = 0
  }

  /// Whether decoding can start at a packet.
  static func isKeyframe(_ packet: UnsafeMutablePointer<AVPacket>, codec: AVCodecID) -> Bool {
    packet.pointee.flags & AV_PKT_FLAG_KEY != 0 && isWhole(packet, codec: codec)
      && isTransparencyWhole(packet, codec: codec)
  }

  /// Whether a frame is intra-coded, judging by its first bits. Some writers mark every packet as a
  /// keyframe.
  private static func isWhole(
    _ packet: UnsafeMutablePointer<AVPacket>, codec: AVCodecID
  ) -> Bool {
    guard packet.pointee.size > 0, let first = packet.pointee.data?.pointee else { return true }
    return switch codec {
    case AV_CODEC_ID_MSMPEG4V2, AV_CODEC_ID_MSMPEG4V3, AV_CODEC_ID_WMV1: first >> 6 == 0
    case AV_CODEC_ID_WMV2: first >> 7 == 0
    default: true
    }
  }

  /// Whether the second stream inside a VP8 or VP9 packet of Matroska, the alpha channel, is at a
  /// keyframe. The two streams have their keyframes in different places.
  private static func isTransparencyWhole(
    _ packet: UnsafeMutablePointer<AVPacket>, codec: AVCodecID
  ) -> Bool {
    guard codec == AV_CODEC_ID_VP8 || codec == AV_CODEC_ID_VP9 else { return true }
    var size = 0
    // Eight bytes give the type of the addition; 1 is alpha.
    guard
      let data = av_packet_get_side_data(packet, AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL, &size),
      size > 8, data[7] == 1
    else { return true }
    let header = data[8]
    // RFC 6386, 9.1: the first bit is 0 in a keyframe. VP9's specification, 6.2: so is the bit
    // after the marker, the profile and `show_existing_frame`.
    return codec == AV_CODEC_ID_VP8 ? header & 1 == 0 : header & 0x0C == 0
  }
}
