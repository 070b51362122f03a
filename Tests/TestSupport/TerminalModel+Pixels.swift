import Glibc
import Models

/// A frame as a terminal shows it or as it should look: 0xRRGGBB, or `nil` where there is text or
/// the terminal's own colour.
package struct PixelGrid: Equatable, Sendable {
  package let size: PixelSize
  /// Pixels in rows from the top.
  package let pixels: [UInt32?]

  /// Creates a grid; `pixels` holds `size.width * size.height` values.
  package init(size: PixelSize, pixels: [UInt32?]) {
    self.size = size
    self.pixels = pixels
  }

  /// Peak signal-to-noise ratio against a frame of the same size, in decibels.
  ///
  /// A pixel without a colour counts as entirely wrong.
  ///
  /// - Parameter reference: How it should look.
  /// - Returns: Infinity if they are equal; 0 if the sizes differ.
  package func psnr(against reference: PixelGrid) -> Double {
    guard size == reference.size, !pixels.isEmpty else { return 0 }
    var sum = 0
    for (shown, wanted) in zip(pixels, reference.pixels) {
      guard let shown, let wanted else {
        sum += 3 * 255 * 255
        continue
      }
      for shift in [0, 8, 16] as [UInt32] {
        let difference = Int(shown >> shift & 0xFF) - Int(wanted >> shift & 0xFF)
        sum += difference * difference
      }
    }
    let meanSquare = Double(sum) / Double(3 * pixels.count)
    return meanSquare == 0 ? .infinity : 10 * log10(255 * 255 / meanSquare)
  }

  /// A part of the frame, in pixels.
  package func cropped(x: Range<Int>, y: Range<Int>) -> PixelGrid {
    let part = y.flatMap { row in x.map { pixels[row * size.width + $0] } }
    return PixelGrid(size: PixelSize(width: x.count, height: y.count), pixels: part)
  }

  /// The smallest rectangle that contains all matching pixels; `nil` if there are none.
  package func bounds(where isInside: (UInt32) -> Bool) -> (x: Range<Int>, y: Range<Int>)? {
    var left = Int.max
    var right = Int.min
    var top = Int.max
    var bottom = Int.min
    for (index, pixel) in pixels.enumerated() {
      guard let pixel, isInside(pixel) else { continue }
      left = min(left, index % size.width)
      right = max(right, index % size.width)
      top = min(top, index / size.width)
      bottom = max(bottom, index / size.width)
    }
    return left <= right ? (left..<(right + 1), top..<(bottom + 1)) : nil
  }
}

extension TerminalModel {
  /// The whole screen as half-block pixels: one per column, two per row.
  package var pixels: PixelGrid {
    var pixels = [UInt32?](repeating: nil, count: size.columns * size.rows * 2)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        guard let halves = cell(column: column, row: row).halves else { continue }
        pixels[row * 2 * size.columns + column] = halves.top
        pixels[(row * 2 + 1) * size.columns + column] = halves.bottom
      }
    }
    return PixelGrid(
      size: PixelSize(width: size.columns, height: size.rows * 2), pixels: pixels)
  }
}
