import Models
import TestSupport
import Testing

@testable import Graphics

@Suite struct ImageReaderTests {
  @Test func framesAreCenteredInWholeCells() throws {
    // 5 x 3 pixels in 4 x 2 cells of 3 x 4: the canvas is the two columns and rows it touches.
    let frame = PixelBuffer(size: PixelSize(width: 5, height: 3), pixels: 1...15)
    let image = try image(frame, cell: PixelSize(width: 3, height: 4), columns: 4, rows: 2)
    #expect(image.canvas == CellRect(column: 1, row: 0, columns: 2, rows: 2))
    let pixels = pixels(of: ImageReader(image))
    for y in 0..<8 {
      for x in 0..<6 {
        let isInside = x < 5 && (2..<5).contains(y)
        #expect(pixels[y * 6 + x] == (isInside ? UInt32((y - 2) * 5 + x + 1) : 0))
      }
    }
  }

  @Test func largeFramesAreScaledDownProportionally() throws {
    var generator = SeededGenerator(seed: 3)
    let frame = randomFrame(PixelSize(width: 80, height: 30), &generator)
    let image = try image(frame, cell: PixelSize(width: 4, height: 8), columns: 10, rows: 10)
    #expect(image.shown == PixelSize(width: 40, height: 15))
    #expect(image.canvas == CellRect(column: 0, row: 4, columns: 10, rows: 2))
    let pixels = pixels(of: ImageReader(image))
    frame.withPixels { source in
      for y in 0..<15 {
        for x in 0..<40 {
          #expect(pixels[y * 40 + x] == source[y * 2 * 80 + x * 2])
        }
      }
    }
  }

  @Test func downscaledPixelsAreMeans() throws {
    let frame = PixelBuffer(
      size: PixelSize(width: 4, height: 4),
      pixels: [
        0x00_0010, 0x00_0030, 0, 0, 0x00_0020, 0x00_0020, 0, 0, 0, 0, 0xFF_0000, 0xFF_0000, 0, 0,
        0xFF_FF00, 0xFF_FF00,
      ])
    let image = try image(frame, cell: PixelSize(width: 4, height: 4), columns: 1, rows: 1)
    let reader = ImageReader(image, reduction: 2)
    #expect(reader.size == PixelSize(width: 2, height: 2))
    #expect(pixels(of: reader) == [0x20, 0, 0, 0xFF_7F00])
  }

  @Test func aRegionMatchesTheWholeFrame() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<50 {
      let frame = randomFrame(
        PixelSize(
          width: .random(in: 1...50, using: &generator),
          height: .random(in: 1...40, using: &generator)), &generator)
      let image = try image(frame, cell: PixelSize(width: 5, height: 9), columns: 8, rows: 4)
      let reader = ImageReader(image, reduction: .random(in: 1...4, using: &generator))
      let all = pixels(of: reader)
      let row = Int.random(in: 0..<reader.size.height, using: &generator)
      let first = Int.random(in: 0..<reader.size.width, using: &generator)
      let columns = first..<Int.random(in: (first + 1)...reader.size.width, using: &generator)
      var part = [UInt32](repeating: 1, count: columns.count)
      part.withUnsafeMutableBufferPointer { reader.read(row: row, columns: columns, into: $0) }
      let start = row * reader.size.width + columns.lowerBound
      #expect(part == Array(all[start..<(start + columns.count)]))
    }
  }
}
