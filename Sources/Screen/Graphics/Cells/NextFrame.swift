import Models

/// The frame that will be shown next, in the same place: cells are chosen so that they suit it, too
/// (docs/decisions/cells-encoder.md).
struct NextFrame {
  let pixels: PixelBuffer
  let placement: FramePlacement

  /// - Returns: `nil` if the frame does not fit as it is.
  init?(_ pixels: PixelBuffer, in rect: CellRect, raster: PixelSize) {
    placement = FramePlacement(frame: pixels.size, in: rect, raster: raster)
    guard placement.isUnscaled, raster.height <= NextColors.mostLines else { return nil }
    self.pixels = pixels
  }
}

/// The colours of cells in a `NextFrame`.
struct NextColors {
  /// The most pixels a cell has from top to bottom.
  static let mostLines = 4

  // Points into the frame, which lives as long as the surface that is encoded.
  private let pixels: UnsafePointer<UInt32>
  private let placement: FramePlacement
  /// The cells that are part of the frame as a whole, in the current row of cells.
  private var columns = 0..<0
  /// Their first pixel, less the number of pixels before it.
  private var start = 0

  init(_ pixels: UnsafePointer<UInt32>, _ placement: FramePlacement) {
    self.pixels = pixels
    self.placement = placement
  }

  /// Goes to a row of cells.
  mutating func enter(row: Int) {
    let raster = placement.raster
    let y = row &* raster.height &- placement.top
    guard y >= 0, y &+ raster.height <= placement.height, placement.left >= 0 else {
      columns = 0..<0
      return
    }
    let first = (placement.left &+ raster.width &- 1) / raster.width
    columns = first..<max((placement.left &+ placement.width) / raster.width, first)
    start = y &* placement.width &- placement.left
  }

  /// The colours of the halves of a cell; `nil` beside the frame.
  @inline(__always)
  func halves(column: Int) -> (top: UInt32, bottom: UInt32)? {
    guard columns.contains(column) else { return nil }
    return (pixels[start &+ column], pixels[start &+ column &+ placement.width])
  }

  /// The colours of two parts of a cell, the means of their pixels; `nil` beside the frame.
  ///
  /// - Parameter mask: The parts of the first.
  func colors(_ mask: MosaicMask, column: Int) -> (first: UInt32, second: UInt32)? {
    guard columns.contains(column) else { return nil }
    let (width, lines) = (placement.raster.width, placement.raster.height)
    var sums = (first: SIMD4<UInt32>(), second: SIMD4<UInt32>())
    for y in 0..<lines {
      // The part at the centre of the pixel.
      let bits = mask.rawValue >> UInt32((y &* 12 &+ 6) / lines &* 2)
      for x in 0..<width {
        let pixel = pixels[start &+ column &* width &+ y &* placement.width &+ x]
        let channels = SIMD4(pixel & 0xFF, pixel >> 8 & 0xFF, pixel >> 16 & 0xFF, 1)
        if bits >> UInt32(x) & 1 != 0 {
          sums.first &+= channels
        } else {
          sums.second &+= channels
        }
      }
    }
    func mean(_ sum: SIMD4<UInt32>) -> UInt32 {
      let count = max(sum[3], 1)
      return sum[0] / count | sum[1] / count << 8 | sum[2] / count << 16
    }
    return (mean(sums.first), mean(sums.second))
  }
}

extension Surface {
  /// Notes which frame will be shown next, in the same rectangle as the one drawn last.
  ///
  /// - Parameter pixels: `nil` if that is not known, or will not be soon.
  package mutating func expect(_ pixels: PixelBuffer?, in rect: CellRect) {
    guard case .glyphs(let set) = frameForm else {
      next = nil
      return
    }
    next = pixels.flatMap { NextFrame($0, in: rect, raster: set.raster) }
  }
}
