import CLibAV
import Models

/// Renders decoded frames: cropped, scaled, rotated upright, composited over black.
final class FrameRenderer {
  private let scaler = Scaler()
  private var turned: PixelBuffer?

  /// Renders a frame.
  ///
  /// - Parameters:
  ///   - frame: A frame from the decoder.
  ///   - orientation: How to rotate it upright.
  ///   - part: What of it goes where; `nil` for nothing.
  ///   - target: Receives the result; black where there is no frame, or if rendering fails.
  func render(
    _ frame: UnsafeMutablePointer<AVFrame>, orientation: Orientation,
    part: VisiblePart?, into target: PixelBuffer
  ) {
    guard target.size.width > 0, target.size.height > 0 else { return }
    let color = FrameColor(of: frame)
    let mapper = ToneMapper.mapper(for: frame)
    target.withMutablePixels { pixels in
      if part?.size != target.size { pixels.update(repeating: 0) }
      guard let part, let start = pixels.baseAddress else { return }
      let stride = target.size.width
      let isDrawn = draw(
        frame, color, orientation, part, to: start + part.y * stride + part.x,
        stride: stride)
      if !isDrawn {
        pixels.update(repeating: 0)
      } else if color.hasAlpha {
        for index in pixels.indices { pixels[index] = overBlack(pixels[index]) }
      } else if let mapper {
        mapper.map(pixels)
      } else {
        for index in pixels.indices { pixels[index] &= 0xFF_FFFF }
      }
    }
  }

  private func draw(
    _ frame: UnsafeMutablePointer<AVFrame>, _ color: FrameColor, _ orientation: Orientation,
    _ part: VisiblePart, to target: UnsafeMutablePointer<UInt32>, stride: Int
  ) -> Bool {
    let crop = CodedCrop(orientation.coded(part.region), of: frame)
    let size = part.size
    if orientation == .upright {
      return scaler.scale(
        frame, crop: crop, color: color, width: size.width, height: size.height, to: target,
        stride: stride)
    }
    let coded =
      orientation.isTransposed ? PixelSize(width: size.height, height: size.width) : size
    return buffer(coded).withMutablePixels { pixels in
      guard let address = pixels.baseAddress,
        scaler.scale(
          frame, crop: crop, color: color, width: coded.width, height: coded.height, to: address,
          stride: coded.width)
      else { return false }
      orientation.copy(
        address, stride: coded.width, width: size.width, height: size.height, to: target,
        targetStride: stride)
      return true
    }
  }

  private func buffer(_ size: PixelSize) -> PixelBuffer {
    if let turned, turned.size == size { return turned }
    let fresh = PixelBuffer(size: size)
    turned = fresh
    return fresh
  }
}

/// Composites a pixel with straight alpha in its most significant byte over black.
private func overBlack(_ pixel: UInt32) -> UInt32 {
  let alpha = pixel >> 24
  if alpha == 255 { return pixel & 0xFF_FFFF }
  let red = (pixel & 0xFF) * alpha + 127
  let green = (pixel >> 8 & 0xFF) * alpha + 127
  let blue = (pixel >> 16 & 0xFF) * alpha + 127
  return red / 255 | (green / 255) << 8 | (blue / 255) << 16
}
