import CLibAV
import Models

/// Draws decoded pictures: scaled, turned upright, laid over black.
final class PictureRenderer {
  private let scaler = Scaler()
  private var turned: PixelBuffer?

  /// Draws a picture.
  ///
  /// - Parameters:
  ///   - frame: What the decoder returned.
  ///   - orientation: How it is turned upright.
  ///   - target: Takes the result; black if the picture cannot be drawn.
  func render(
    _ frame: UnsafeMutablePointer<AVFrame>, orientation: Orientation, into target: PixelBuffer
  ) {
    let size = target.size
    guard size.width > 0, size.height > 0 else { return }
    let color = PictureColor(of: frame)
    let isDrawn: Bool
    if orientation == .upright {
      isDrawn = scale(frame, color, into: target)
    } else {
      let coded =
        orientation.isTransposed
        ? PixelSize(width: size.height, height: size.width) : size
      let turned = buffer(coded)
      isDrawn = scale(frame, color, into: turned)
      turned.withPixels { source in
        target.withMutablePixels { pixels in
          guard let from = source.baseAddress, let to = pixels.baseAddress else { return }
          orientation.copy(
            from, stride: coded.width, width: size.width, height: size.height, to: to)
        }
      }
    }
    target.withMutablePixels { pixels in
      if !isDrawn {
        pixels.update(repeating: 0)
      } else if color.hasAlpha {
        for index in pixels.indices { pixels[index] = overBlack(pixels[index]) }
      } else if let mapper = ToneMapper.mapper(for: frame) {
        for index in pixels.indices { pixels[index] = mapper.map(pixels[index]) }
      } else {
        for index in pixels.indices { pixels[index] &= 0xFF_FFFF }
      }
    }
  }

  private func scale(
    _ frame: UnsafeMutablePointer<AVFrame>, _ color: PictureColor, into target: PixelBuffer
  ) -> Bool {
    target.withMutablePixels { pixels in
      guard let address = pixels.baseAddress else { return false }
      return scaler.scale(
        frame, color: color, width: target.size.width, height: target.size.height, to: address)
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
