import Models

/// The frame that will be shown next, in the same place: half blocks are chosen so that they suit it,
/// too (docs/decisions/cells-encoder.md).
struct NextFrame {
  let pixels: PixelBuffer
  let placement: FramePlacement

  /// - Returns: `nil` if the frame does not fit as it is.
  init?(_ pixels: PixelBuffer, in rect: CellRect) {
    placement = FramePlacement(
      frame: pixels.size, in: rect, raster: GlyphSet.half.raster)
    guard placement.isUnscaled else { return nil }
    self.pixels = pixels
  }
}

/// The colours of half blocks in a `NextFrame`.
struct NextHalves {
  // Points into the frame, which lives as long as the surface that is encoded.
  private let pixels: UnsafePointer<UInt32>
  private let placement: FramePlacement
  /// The cells that are part of the frame as a whole, in the current row of cells.
  private var columns = 0..<0
  /// The index of the pixel that would be the upper half of the row's first cell.
  private var start = 0

  init(_ pixels: UnsafePointer<UInt32>, _ placement: FramePlacement) {
    self.pixels = pixels
    self.placement = placement
  }

  /// Goes to a row of cells.
  mutating func enter(row: Int) {
    let y = row &* 2 &- placement.top
    let isInside = y >= 0 && y &+ 2 <= placement.height
    columns = isInside ? placement.left..<(placement.left &+ placement.width) : 0..<0
    start = y &* placement.width &- placement.left
  }

  /// The colours of a cell; `nil` beside the frame.
  @inline(__always)
  func halves(column: Int) -> (top: UInt32, bottom: UInt32)? {
    guard columns.contains(column) else { return nil }
    let index = start &+ column
    return (pixels[index], pixels[index &+ placement.width])
  }
}

extension Surface {
  /// Notes which frame will be shown next, in the same rectangle as the one drawn last.
  ///
  /// - Parameter pixels: `nil` if that is not known, or will not be soon.
  package mutating func expect(_ pixels: PixelBuffer?, in rect: CellRect) {
    next = frameForm == .glyphs(.half) ? pixels.flatMap { NextFrame($0, in: rect) } : nil
  }
}
