import Graphics
import Models
import TerminalCore

/// A frame as an image among the lines of a terminal, as other programs print text.
package struct PrintedImage {
  private let image: SurfaceImage
  private let cells: CellSize

  /// The most pixels of an image.
  private static let mostPixels = 1 << 23

  /// Whether an image of this many cells can be printed.
  ///
  /// - Parameter cell: The size of a cell in pixels.
  package static func suits(_ cells: CellSize, cell: PixelSize) -> Bool {
    cells.columns * cell.width * cells.rows * cell.height <= mostPixels
  }

  /// Puts a frame into cells.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - cells: The cells it fills.
  ///   - cell: Their size in pixels.
  /// - Returns: `nil` if there is nothing to see.
  package init?(_ frame: PixelBuffer, in cells: CellSize, cell: PixelSize) {
    var surface = Surface(size: cells)
    surface.frameForm = .pixels(cell: cell)
    surface.drawFrame(frame, in: surface.bounds)
    guard let image = surface.images.first else { return nil }
    self.image = image
    self.cells = cells
  }

  /// The bytes that print it at the start of a line and leave the cursor at the start of the line
  /// below it.
  ///
  /// - Returns: `nil` if the method does not send images.
  @MainActor package func bytes(by method: OutputMethod) -> [UInt8]? {
    // Room for the image, so that nothing scrolls while it is drawn; then back up.
    var bytes = [UInt8](repeating: 0x0A, count: cells.rows)
    bytes += "\u{1B}[\(cells.rows)A\r".utf8
    switch method {
    case .cells: return nil
    case .kitty:
      let deflater = Deflater()
      guard let packed = deflater.compress(ImageReader(image)) else { return nil }
      KittyGraphics.transmitAndDisplay(
        size: image.size, cells: cells, compressed: packed, into: &bytes)
    case .sixel(let registers):
      var encoder = SixelEncoder(registers: registers)
      for piece in SixelScreen.pieces(of: image.canvas, cell: image.cell) {
        // The cursor is saved and restored (DECSC, DECRC).
        bytes += "\u{1B}7".utf8
        if piece.row > 0 { bytes += "\u{1B}[\(piece.row)B".utf8 }
        if piece.column > 0 { bytes += "\u{1B}[\(piece.column)C".utf8 }
        encoder.encode(ImageReader(image), cells: piece, into: &bytes)
        bytes += "\u{1B}8".utf8
      }
    }
    return bytes + "\u{1B}[\(cells.rows)B\r".utf8
  }
}
