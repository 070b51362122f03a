import CLibAV

/// The lines of the vertical blanking interval at the top of frames from D-10 tapes (IMX).
///
/// SMPTE ST 356 codes 32 of them above the 576 lines of the frame, and 26 above 486. Headers may or
/// may not count them.
struct BlankingLines {
  private static let width: Int32 = 720

  /// Lines of the coded frame.
  private let coded: Int32
  /// The visible lines, which are the last ones.
  private let seen: Int32

  /// Recognises frames that may have such lines by their size; `nil` for all others.
  init?(codec: AVCodecID, width: Int32, height: Int32) {
    guard codec == AV_CODEC_ID_MPEG2VIDEO, width == Self.width else { return nil }
    switch height {
    case 608, 576: (coded, seen) = (608, 576)
    case 512, 486: (coded, seen) = (512, 486)
    default: return nil
    }
  }

  /// The visible height of a frame.
  func seen(of height: Int32) -> Int32 { height == coded ? seen : height }

  /// Removes the lines from a decoded frame.
  func remove(from frame: UnsafeMutablePointer<AVFrame>) {
    guard frame.pointee.height == coded else { return }
    frame.pointee.crop_top = Int(coded - seen)
    av_frame_apply_cropping(frame, 0)
  }

  /// The sample aspect ratio. Files store that of the whole frame, which applies to the visible
  /// lines; if it was computed from all lines, it is corrected.
  func corrected(_ ratio: AVRational) -> AVRational {
    let whole = av_mul_q(ratio, AVRational(num: Self.width, den: coded))
    let shapes = [AVRational(num: 4, den: 3), AVRational(num: 16, den: 9)]
    guard shapes.contains(where: { av_cmp_q($0, whole) == 0 }) else { return ratio }
    return av_mul_q(whole, AVRational(num: seen, den: Self.width))
  }
}
