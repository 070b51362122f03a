import CLibAV
import Models

/// Scales decoded frames to 32-bit RGB, each target pixel the mean of the area it covers.
/// See docs/decisions/frames-scaling.md.
final class Scaler {
  /// The parameters of a context; libav's own cache ignores matrix and range.
  private struct Job: Hashable {
    var sourceWidth: Int32
    var sourceHeight: Int32
    var format: Int32
    var color: FrameColor
    var width: Int32
    var height: Int32
  }

  /// From this many coded lines per output line, every other line is skipped: half the time for 4K.
  /// With this many, even the finest detail keeps 40 dB; with eight it falls to 37 dB.
  private static let linesForSkipping = 16
  /// The neutral value of brightness, contrast and saturation.
  private static let one: Int32 = 1 << 16

  private var job: Job?
  private var context: FlickScaler?
  /// The intermediate result; `nil` if scaling directly to RGB.
  private var planar: PlanarFrame?

  deinit {
    sws_freeContext(context)
  }

  /// Scales part of a frame.
  ///
  /// - Parameters:
  ///   - frame: A frame from the decoder.
  ///   - crop: The part.
  ///   - color: Its colour properties.
  ///   - width: Width of the result in pixels.
  ///   - height: Height of the result in pixels.
  ///   - target: Receives rows of `width` pixels, with alpha in the most significant byte of each
  ///     if the frame has it, otherwise undefined.
  ///   - stride: The stride of `target` in pixels.
  /// - Returns: Whether the frame could be scaled.
  func scale(
    _ frame: UnsafeMutablePointer<AVFrame>, crop: CodedCrop, color: FrameColor, width: Int,
    height: Int, to target: UnsafeMutablePointer<UInt32>, stride: Int
  ) -> Bool {
    let field = Self.field(of: frame, crop: crop, height: height)
    let step: Int32 =
      field != nil || Int(crop.height) >= Self.linesForSkipping * height ? 2 : 1
    var lineCount = crop.height / step
    // The second field may have one chroma line less than its last luma line requires.
    if field == 1 { lineCount -= lineCount % Self.chromaLines(of: frame) }
    let wanted = Job(
      sourceWidth: crop.width, sourceHeight: lineCount,
      format: frame.pointee.format, color: color, width: Int32(width), height: Int32(height))
    if wanted != job { prepare(wanted) }
    guard let context else { return false }

    var lines = frame.pointee.linesize
    var data = frame.pointee.data
    let planes = av_pix_fmt_count_planes(AVPixelFormat(rawValue: frame.pointee.format))
    return withUnsafeMutablePointer(to: &data) { data in
      data.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 8) { data in
        withUnsafeMutablePointer(to: &lines) { lines in
          lines.withMemoryRebound(to: Int32.self, capacity: 8) { lines in
            for plane in 0..<Int(max(planes, 0)) {
              data[plane] = data[plane].map {
                let lineSize = Int(lines[plane])
                return $0 + crop.offset(inPlane: plane, of: frame, lineSize: lineSize)
                  + (field ?? 0) * lineSize
              }
              lines[plane] *= step
            }
            if let planar {
              let rows = sws_scale(
                context, data, lines, 0, wanted.sourceHeight, planar.planes, planar.lineSizes)
              planar.write(color: color, to: target, stride: stride)
              return rows > 0
            }
            var output: UnsafeMutablePointer<UInt8>? = UnsafeMutableRawPointer(target)
              .assumingMemoryBound(to: UInt8.self)
            var stride = Int32(stride) * 4
            let rows = sws_scale(
              context, data, lines, 0, wanted.sourceHeight, &output, &stride)
            return rows > 0
          }
        }
      }
    }
  }

  /// The first line of the field to show of an interlaced frame, because the mean of both would
  /// show moving objects twice. `nil` for all lines: the frame is progressive, or a field has too
  /// few.
  private static func field(
    of frame: UnsafeMutablePointer<AVFrame>, crop: CodedCrop, height: Int
  ) -> Int? {
    guard flick_frame_is_interlaced(frame), Int(crop.height) >= 2 * height,
      crop.height >= 2 * chromaLines(of: frame)
    else { return nil }
    // Chroma is subsampled within each field, so that its lines alternate like those of luma.
    return flick_frame_has_top_field_first(frame) ? 0 : 1
  }

  /// Luma lines per chroma line.
  private static func chromaLines(of frame: UnsafeMutablePointer<AVFrame>) -> Int32 {
    let format = av_pix_fmt_desc_get(AVPixelFormat(rawValue: frame.pointee.format))
    return 1 << Int32(format?.pointee.log2_chroma_h ?? 0)
  }

  private func prepare(_ wanted: Job) {
    sws_freeContext(context)
    let format = AVPixelFormat(rawValue: wanted.format)
    let size = PixelSize(width: Int(wanted.width), height: Int(wanted.height))
    planar = PlanarFrame.suits(format) ? PlanarFrame(size: size) : nil
    let target =
      planar != nil
      ? AV_PIX_FMT_YUV444P10LE : wanted.color.hasAlpha ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB0
    // Without full chroma, two neighbouring pixels of the result share their colour.
    let flags = Int32(FLICK_SCALE_BY_AREA)
    context = sws_getContext(
      wanted.sourceWidth, wanted.sourceHeight, format, wanted.width, wanted.height, target, flags,
      nil, nil, nil)
    job = wanted
    guard let context else { return }
    let range: Int32 = wanted.color.isFullRange ? 1 : 0
    let matrix = sws_getCoefficients(wanted.color.matrix)
    // Keeps the luma and chroma planes unchanged. Fails for RGB frames, which need no setting.
    sws_setColorspaceDetails(
      context, matrix, range, planar != nil ? matrix : sws_getCoefficients(SWS_CS_DEFAULT),
      planar != nil ? range : 1, 0, Self.one, Self.one)
  }
}
