import CLibAV
import Models

/// A rectangle of a coded frame, in pixels, that can be addressed without copying.
struct CodedCrop: Hashable {
  let x: Int32
  let y: Int32
  let width: Int32
  let height: Int32

  /// Takes the rectangle nearest to a region whose edges are aligned to chroma samples.
  ///
  /// - Parameters:
  ///   - region: Part of the coded frame, in fractions of its width and height.
  ///   - frame: The frame.
  init(_ region: FrameRegion, of frame: UnsafeMutablePointer<AVFrame>) {
    let (width, height) = (frame.pointee.width, frame.pointee.height)
    guard region != .whole,
      let format = av_pix_fmt_desc_get(AVPixelFormat(rawValue: frame.pointee.format))?.pointee
    else {
      (x, y, self.width, self.height) = (0, 0, width, height)
      return
    }
    // Pixels may also share a byte.
    let isPacked = format.flags & UInt64(AV_PIX_FMT_FLAG_BITSTREAM) != 0
    let across: Int32 = isPacked ? 8 : 1 << Int32(format.log2_chroma_w)
    // Each field of an interlaced frame has its own chroma lines.
    let fields: Int32 = flick_frame_is_interlaced(frame) ? 2 : 1
    let down = fields << Int32(format.log2_chroma_h)
    (x, self.width) = Self.span(region.x, region.width, of: width, grain: across)
    (y, self.height) = Self.span(region.y, region.height, of: height, grain: down)
  }

  private static func span(
    _ start: Double, _ length: Double, of whole: Int32, grain: Int32
  ) -> (Int32, Int32) {
    guard start.isFinite, length.isFinite, whole > 0 else { return (0, whole) }
    let last = (whole - 1) / grain * grain
    let grains: Double = min(max(start, 0), 1) * Double(whole) / Double(grain)
    let from: Int32 = Int32(grains + 0.5) * grain
    let first = min(from, last)
    let end = Int32((min(max(start + length, 0), 1) * Double(whole)).rounded())
    return (first, min(max(end - first, 1), whole - first))
  }

  /// Bytes from the start of a plane to the rectangle's first sample.
  ///
  /// - Parameters:
  ///   - plane: The plane's number.
  ///   - frame: The frame.
  ///   - lineSize: The plane's stride in bytes.
  func offset(
    inPlane plane: Int, of frame: UnsafeMutablePointer<AVFrame>, lineSize: Int
  ) -> Int {
    guard x > 0 || y > 0,
      let format = av_pix_fmt_desc_get(AVPixelFormat(rawValue: frame.pointee.format))?.pointee
    else { return 0 }
    let components = format.comp
    let (index, component) =
      components.0.plane == plane
      ? (0, components.0)
      : components.1.plane == plane
        ? (1, components.1)
        : components.2.plane == plane ? (2, components.2) : (3, components.3)
    let isChroma = (index == 1 || index == 2) && format.flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0
    let column = Int(x) >> (isChroma ? Int(format.log2_chroma_w) : 0)
    let row = Int(y) >> (isChroma ? Int(format.log2_chroma_h) : 0)
    let isPacked = format.flags & UInt64(AV_PIX_FMT_FLAG_BITSTREAM) != 0
    // In packed YUV, the step of luma is that of a pixel; chroma is in the same plane.
    let step = Int(component.step)
    let bytes = isPacked ? column * step / 8 : column * step
    return row * lineSize + bytes
  }
}
