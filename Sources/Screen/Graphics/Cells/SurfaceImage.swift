import Models

/// A frame that the terminal shows as an image, and where.
///
/// The image is a canvas of whole cells that contains the frame; the rest of them has the ground's
/// colour. So it replaces its cells completely, and any part of it can be cut out along cells.
package struct SurfaceImage: Sendable {
  package let frame: PixelBuffer

  /// The cells of the canvas. They may extend beyond the surface.
  package private(set) var canvas: CellRect

  /// The visible part of the canvas where nothing covers it.
  package private(set) var visible: CellRect

  /// How many of the canvas's pixels make up a cell.
  package let cell: PixelSize

  /// The canvas in pixels.
  package var size: PixelSize {
    PixelSize(width: canvas.columns * cell.width, height: canvas.rows * cell.height)
  }

  /// The frame's position on the canvas, in pixels from its upper left corner.
  package let left: Int
  package let top: Int

  /// Its size there, which differs from the frame's own if that does not fit.
  package let shown: PixelSize

  /// The colour of the canvas around the frame.
  package let ground: Color

  /// Centres a frame in a rectangle.
  ///
  /// - Parameters:
  ///   - frame: Scaled down with its aspect ratio kept if it is larger than the rectangle.
  ///   - cell: How many pixels of the frame make up a cell.
  ///   - rect: May extend beyond the bounds; what lies outside is not visible.
  ///   - bounds: The whole surface.
  ///   - ground: The colour around the frame.
  /// - Returns: `nil` if nothing of it is visible.
  init?(
    _ frame: PixelBuffer, cell: PixelSize, in rect: CellRect, bounds: CellRect,
    ground: Color = .black
  ) {
    let size = frame.size
    guard !rect.isEmpty, cell.width > 0, cell.height > 0, size.width > 0, size.height > 0 else {
      return nil
    }
    let placement = FramePlacement(frame: size, in: rect, raster: cell)
    shown = PixelSize(width: placement.width, height: placement.height)
    canvas = placement.cells
    left = placement.left - canvas.column * cell.width
    top = placement.top - canvas.row * cell.height
    visible = canvas.intersection(rect).intersection(bounds)
    self.cell = cell
    self.frame = frame
    self.ground = ground
    if visible.isEmpty { return nil }
  }

  /// The image moved by some rows and clipped to a rectangle; `nil` if it is then invisible.
  func moved(byRows rows: Int, within rect: CellRect) -> SurfaceImage? {
    var image = self
    image.canvas.row += rows
    image.visible.row += rows
    image.visible = image.visible.intersection(rect)
    return image.visible.isEmpty ? nil : image
  }

  /// The mean colour of a part of the canvas.
  ///
  /// - Parameters:
  ///   - x: The columns, in pixels of the canvas.
  ///   - y: The rows, likewise.
  func mean(x: Range<Int>, y: Range<Int>) -> Color {
    frame.withPixels { Color(rawValue: mean(x: x, y: y, of: $0)) }
  }

  /// The same as 0x00BBGGRR, of the frame's pixels.
  @inline(__always)
  func mean(x: Range<Int>, y: Range<Int>, of source: UnsafeBufferPointer<UInt32>) -> UInt32 {
    let (frame, shown) = (frame.size, shown)
    let columns = x.clamped(to: left..<(left + shown.width))
    let rows = y.clamped(to: top..<(top + shown.height))
    // Red and blue are summed in one word: 2^16 pixels fit.
    var (redBlue, green) = (UInt64(0), UInt64(0))
    for row in rows {
      let start = (row - top) * frame.height / shown.height * frame.width
      for column in columns {
        let pixel = UInt64(source[start + (column - left) * frame.width / shown.width])
        redBlue &+= pixel & 0xFF | (pixel & 0xFF_0000) << 16
        green &+= pixel >> 8 & 0xFF
      }
    }
    let count = UInt64(max(x.count * y.count, 1))
    let beside = UInt64(x.count * y.count - columns.count * rows.count)
    let ground = UInt64(ground.rawValue)
    redBlue &+= (ground & 0xFF | (ground & 0xFF_0000) << 16) &* beside
    green &+= (ground >> 8 & 0xFF) &* beside
    let (red, blue) = ((redBlue & 0xFFFF_FFFF) / count, (redBlue >> 32) / count)
    return UInt32(red | (green / count) << 8 | blue << 16)
  }
}
