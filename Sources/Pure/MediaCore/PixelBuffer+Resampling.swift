import Models

extension PixelBuffer {
  /// Returns the picture stretched to another size, taking the nearest pixel.
  ///
  /// Bridges the moment until the decoder has drawn the picture in its new size.
  package func resampled(to size: PixelSize) -> PixelBuffer {
    let target = PixelBuffer(size: size)
    guard self.size.width > 0, self.size.height > 0 else { return target }
    let from = self.size
    withPixels { source in
      target.withMutablePixels { pixels in
        for row in 0..<max(size.height, 0) {
          let sourceRow = (2 * row + 1) * from.height / (2 * size.height) * from.width
          for column in 0..<max(size.width, 0) {
            let sourceColumn = (2 * column + 1) * from.width / (2 * size.width)
            pixels[row * size.width + column] = source[sourceRow + sourceColumn]
          }
        }
      }
    }
    return target
  }
}
