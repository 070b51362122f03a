import Models
import TestSupport
import Testing

@testable import Graphics

/// A frame drawn as an image on a surface of a size of its own.
func image(
  _ frame: PixelBuffer, cell: PixelSize, columns: Int, rows: Int
) throws -> SurfaceImage {
  var surface = Surface(size: CellSize(columns: columns, rows: rows))
  surface.frameForm = .pixels(cell: cell)
  surface.drawFrame(frame, in: surface.bounds)
  return try #require(surface.images.first)
}

/// A frame of noise.
func randomFrame(_ size: PixelSize, _ generator: inout SeededGenerator) -> PixelBuffer {
  let pixels = (0..<(size.width * size.height)).map { _ in
    UInt32.random(in: 0...0xFF_FFFF, using: &generator)
  }
  return PixelBuffer(size: size, pixels: pixels)
}

/// All pixels of a reader, row-major.
func pixels(of reader: ImageReader) -> [UInt32] {
  var pixels = [UInt32](repeating: 1, count: reader.size.width * reader.size.height)
  pixels.withUnsafeMutableBufferPointer { pixels in
    for row in 0..<reader.size.height {
      let part = pixels[(row * reader.size.width)..<((row + 1) * reader.size.width)]
      reader.read(
        row: row, columns: 0..<reader.size.width, into: UnsafeMutableBufferPointer(rebasing: part))
    }
  }
  return pixels
}
