import Models

extension PixelBuffer {
  /// Returns the frame resampled to another size and region, using the nearest pixel.
  ///
  /// Used until the decoder has rendered the frame again.
  ///
  /// - Parameters:
  ///   - size: The size of the result.
  ///   - region: The region of the whole frame that the result shows.
  ///   - own: The region that these pixels show; its edges are extended outwards.
  package func resampled(
    to size: PixelSize, showing region: FrameRegion = .whole, from own: FrameRegion = .whole
  ) -> PixelBuffer {
    let target = PixelBuffer(size: size)
    guard self.size.width > 0, self.size.height > 0, size.width > 0, size.height > 0 else {
      return target
    }
    let from = self.size
    let columns = Self.sources(
      size.width, of: from.width, start: region.x, length: region.width, ownStart: own.x,
      ownLength: own.width)
    let rows = Self.sources(
      size.height, of: from.height, start: region.y, length: region.height, ownStart: own.y,
      ownLength: own.height)
    withPixels { source in
      target.withMutablePixels { pixels in
        for (row, sourceRow) in rows.enumerated() {
          for (column, sourceColumn) in columns.enumerated() {
            pixels[row * size.width + column] = source[sourceRow * from.width + sourceColumn]
          }
        }
      }
    }
    return target
  }

  // For each of `count` pixels along one axis, the nearest of `sourceCount`.
  private static func sources(
    _ count: Int, of sourceCount: Int, start: Double, length: Double, ownStart: Double,
    ownLength: Double
  ) -> [Int] {
    (0..<count).map { index in
      let place = start + (Double(index) + 0.5) / Double(count) * length
      let own = ownLength > 0 ? (place - ownStart) / ownLength : 0
      let source = Int(saturating: (own * Double(sourceCount)).rounded(.down))
      return min(max(source, 0), sourceCount - 1)
    }
  }
}
