import Models

/// A picture that the terminal shows as an image of its own, and where.
///
/// The image is a canvas of whole cells on which the picture lies; what it leaves of them has the
/// ground's colour.
/// So it takes the place of its cells completely, and any part of it can be cut out along cells.
package struct SurfaceImage: Sendable {
  package let picture: PixelBuffer

  /// The cells of the canvas. They may reach beyond the surface.
  package private(set) var canvas: CellRect

  /// The part of the canvas that is seen where nothing covers it.
  package private(set) var visible: CellRect

  /// How many of the canvas's pixels make a cell.
  package let cell: PixelSize

  /// The canvas in pixels.
  package var size: PixelSize {
    PixelSize(width: canvas.columns * cell.width, height: canvas.rows * cell.height)
  }

  /// Where the picture lies on the canvas, in pixels from its upper left corner.
  package let left: Int
  package let top: Int

  /// The size it has there. It is not the picture's own where that would not fit.
  package let shown: PixelSize

  /// The colour of what the picture leaves of the canvas.
  package let ground: Color

  /// Places a picture in the middle of a rectangle.
  ///
  /// - Parameters:
  ///   - picture: Made smaller in its own shape if it is larger than the rectangle.
  ///   - cell: How many pixels of the picture make a cell.
  ///   - rect: May reach beyond the bounds; what lies outside is not seen.
  ///   - bounds: The whole surface.
  ///   - ground: What lies around the picture.
  /// - Returns: `nil` if nothing of it is seen.
  init?(
    _ picture: PixelBuffer, cell: PixelSize, in rect: CellRect, bounds: CellRect,
    ground: Color = .black
  ) {
    let available = PixelSize(width: rect.columns * cell.width, height: rect.rows * cell.height)
    let size = picture.size
    guard available.width > 0, available.height > 0, size.width > 0, size.height > 0 else {
      return nil
    }
    if size.width <= available.width, size.height <= available.height {
      shown = size
    } else if size.width * available.height >= size.height * available.width {
      shown = PixelSize(
        width: available.width, height: max(size.height * available.width / size.width, 1))
    } else {
      shown = PixelSize(
        width: max(size.width * available.height / size.height, 1), height: available.height)
    }
    let (x, y) = ((available.width - shown.width) / 2, (available.height - shown.height) / 2)
    let (column, row) = (x / cell.width, y / cell.height)
    left = x - column * cell.width
    top = y - row * cell.height
    canvas = CellRect(
      column: rect.column + column, row: rect.row + row,
      columns: (left + shown.width + cell.width - 1) / cell.width,
      rows: (top + shown.height + cell.height - 1) / cell.height)
    visible = canvas.intersection(rect).intersection(bounds)
    self.cell = cell
    self.picture = picture
    self.ground = ground
    if visible.isEmpty { return nil }
  }

  /// The image moved by some rows, as far as it is then seen in a rectangle; `nil` if it is not.
  func moved(byRows rows: Int, within rect: CellRect) -> SurfaceImage? {
    var image = self
    image.canvas.row += rows
    image.visible.row += rows
    image.visible = image.visible.intersection(rect)
    return image.visible.isEmpty ? nil : image
  }

  /// Whether a cell of the surface shows a part of it when nothing covers it.
  package func contains(column: Int, row: Int) -> Bool {
    visible.column <= column && column < visible.column + visible.columns && visible.row <= row
      && row < visible.row + visible.rows
  }

  /// The mean colour of a part of the canvas.
  ///
  /// - Parameters:
  ///   - x: The columns, in pixels of the canvas.
  ///   - y: The rows, likewise.
  func mean(x: Range<Int>, y: Range<Int>) -> Color {
    let columns = x.clamped(to: left..<(left + shown.width))
    let rows = y.clamped(to: top..<(top + shown.height))
    var (red, green, blue) = (0, 0, 0)
    picture.withPixels { source in
      for row in rows {
        let start = (row - top) * picture.size.height / shown.height * picture.size.width
        for column in columns {
          let pixel = source[start + (column - left) * picture.size.width / shown.width]
          red += Int(pixel & 0xFF)
          green += Int(pixel >> 8 & 0xFF)
          blue += Int(pixel >> 16 & 0xFF)
        }
      }
    }
    let count = max(x.count * y.count, 1)
    let beside = x.count * y.count - columns.count * rows.count
    red += Int(ground.red) * beside
    green += Int(ground.green) * beside
    blue += Int(ground.blue) * beside
    return Color(
      red: UInt8(red / count), green: UInt8(green / count), blue: UInt8(blue / count))
  }
}
