extension PixelBuffer {
  /// Returns the frame in another size: each pixel is the mean of those it covers (a box filter),
  /// or when enlarged, the nearest one.
  ///
  /// - Parameters:
  ///   - size: At least 1 x 1; a frame without pixels becomes black.
  ///   - region: The part of the frame to show.
  ///   - ground: The colour to mix the pixels with, as a pixel.
  ///   - part: The share of the ground in each pixel, from 0 to 1.
  package func scaled(
    to size: PixelSize, showing region: FrameRegion = .whole, over ground: UInt32 = 0,
    by part: Double = 0
  ) -> PixelBuffer {
    let target = PixelBuffer(
      size: PixelSize(width: max(size.width, 1), height: max(size.height, 1)))
    guard self.size.width > 0, self.size.height > 0 else { return target }
    let columns = BoxFilter(from: self.size.width, region.x, region.width, to: target.size.width)
    let rows = BoxFilter(from: self.size.height, region.y, region.height, to: target.size.height)
    // The remaining share of the pixels, in 256ths, and what the ground adds.
    let kept = UInt32((256 * (1 - min(max(part, 0), 1))).rounded())
    let added = (0..<3).reduce(UInt32(0)) { sum, channel in
      let level = ((ground >> (8 * channel)) & 0xFF) * (256 - kept) / 256
      return sum | level << (8 * channel)
    }
    withPixels { source in
      target.withMutablePixels { pixels in
        for y in 0..<target.size.height {
          let lines = rows.span(of: y)
          for x in 0..<target.size.width {
            let span = columns.span(of: x)
            var (red, green, blue) = (UInt32(0), UInt32(0), UInt32(0))
            for line in lines {
              let start = line &* self.size.width
              for column in span {
                let pixel = source[start &+ column]
                red &+= pixel & 0xFF
                green &+= pixel >> 8 & 0xFF
                blue &+= pixel >> 16 & 0xFF
              }
            }
            let count = UInt32(truncatingIfNeeded: span.count &* lines.count)
            func channel(_ sum: UInt32) -> UInt32 { ((sum &+ count / 2) / count &* kept) >> 8 }
            let mean = channel(red) | channel(green) << 8 | channel(blue) << 16
            pixels[y &* target.size.width &+ x] = mean &+ added
          }
        }
      }
    }
    return target
  }
}

/// Which pixels of a line become one of a shorter one.
private struct BoxFilter {
  private let count: Int
  private let start: Double
  private let step: Double

  init(from count: Int, _ start: Double, _ length: Double, to target: Int) {
    self.count = count
    self.start = start * Double(count)
    step = length * Double(count) / Double(target)
  }

  /// At least one pixel, at most 4096: their sum fits in a word.
  func span(of index: Int) -> Range<Int> {
    let first = min(max(Int(start + step * Double(index)), 0), count - 1)
    let end = min(max(Int(start + step * Double(index + 1)), first + 1), count)
    return first..<min(end, first + 64)
  }
}
