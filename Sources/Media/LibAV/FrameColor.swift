import CLibAV

/// How to convert a decoded frame's samples to RGB.
struct FrameColor: Hashable {
  /// An `AVColorSpace`, valid as an argument of `sws_getCoefficients`.
  let matrix: Int32
  /// Luma starts at 0, not at 16.
  let isFullRange: Bool
  /// Some pixels may be transparent.
  let hasAlpha: Bool
  /// Bits per sample.
  let depth: Int

  /// Reads a frame's colour properties and guesses the missing ones.
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
    // Untagged high-definition video is BT.709, standard definition BT.601, as is customary.
    let isHighDefinition = frame.pointee.height > 576 || frame.pointee.width > 1024
    let isRGB = flags & (AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
    matrix =
      switch frame.pointee.colorspace {
      // swscale converts RGB to YUV and back with two matrices, which must be the same; the second
      // is `SWS_CS_DEFAULT`.
      case _ where isRGB: SWS_CS_DEFAULT
      // Converters leave the tag of an RGB source on their output.
      case AVCOL_SPC_UNSPECIFIED, AVCOL_SPC_RESERVED, AVCOL_SPC_RGB:
        Int32((isHighDefinition ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M).rawValue)
      default: Int32(frame.pointee.colorspace.rawValue)
      }
  }

  /// JPEG formats, which are full range by definition.
  private static let fullRangeFormats: [AVPixelFormat] = [
    AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P,
    AV_PIX_FMT_YUVJ411P,
  ]
}
