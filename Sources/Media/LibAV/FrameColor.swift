import CLibAV

/// How a decoded frame's samples become red, green and blue.
struct FrameColor: Hashable {
  /// An `AVColorSpace`, which is a valid argument of `sws_getCoefficients`.
  let matrix: Int32
  /// Luma runs from 0, not from 16.
  let isFullRange: Bool
  /// Some pixels let the background through.
  let hasAlpha: Bool
  /// Bits in a sample.
  let depth: Int

  /// Reads what a frame says of itself and guesses what it leaves open.
  init(of frame: UnsafeMutablePointer<AVFrame>) {
    let format = AVPixelFormat(rawValue: frame.pointee.format)
    let description = av_pix_fmt_desc_get(format)?.pointee
    let flags = Int32(truncatingIfNeeded: description?.flags ?? 0)
    // A palette may hold transparent entries.
    hasAlpha = flags & AV_PIX_FMT_FLAG_ALPHA != 0 || flags & AV_PIX_FMT_FLAG_PAL != 0
    depth = Int(description?.comp.0.depth ?? 8)
    let isGray = (description?.nb_components ?? 3) < 3
    let isUnspecified = frame.pointee.color_range == AVCOL_RANGE_UNSPECIFIED
    isFullRange =
      frame.pointee.color_range == AVCOL_RANGE_JPEG || Self.fullRangeFormats.contains(format)
      || flags & AV_PIX_FMT_FLAG_RGB != 0 || isUnspecified && isGray
    // Untagged high-definition video is BT.709, standard definition BT.601, as everyone assumes.
    let isHighDefinition = frame.pointee.height > 576 || frame.pointee.width > 1024
    let isRGB = flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
    matrix =
      switch frame.pointee.colorspace {
      // swscale turns RGB into YUV and back by two matrices, which have to be the same; the second
      // is `SWS_CS_DEFAULT`.
      case _ where isRGB: SWS_CS_DEFAULT
      // Converters leave the mark of an RGB source on what they made of it.
      case AVCOL_SPC_UNSPECIFIED, AVCOL_SPC_RESERVED, AVCOL_SPC_RGB:
        Int32((isHighDefinition ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M).rawValue)
      default: Int32(frame.pointee.colorspace.rawValue)
      }
  }

  /// Formats of JPEG, which are full range by their name.
  private static let fullRangeFormats: [AVPixelFormat] = [
    AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P,
    AV_PIX_FMT_YUVJ411P,
  ]
}
