import Foundation
import LibAV
import MediaCore
import Models
import TestSupport
import Testing

@Suite struct ImageWriterTests {
  @Test(arguments: [(1, 1), (3, 5), (161, 97)])
  func pixelsRoundTrip(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)
    var random = SeededGenerator(seed: 11)
    let pixels = (0..<(width * height)).map { _ in
      UInt32.random(in: 0...0xFF_FFFF, using: &random)
    }
    let file = try ImageWriter.png.encode(PixelBuffer(size: size, pixels: pixels))
    let folder = try ScratchFolder()
    let path = folder.file("picture.png")
    try Data(file).write(to: URL(fileURLWithPath: path))
    let source = try open(FilePath(path))
    #expect(source.info.displaySize == size)
    _ = try source.nextFrame()
    #expect(DecodedFrame(source, size).pixels.map { $0 & 0xFF_FFFF } == pixels)
  }

  @Test func emptyFrameIsRefused() {
    #expect(throws: MediaError.noStreams) {
      try ImageWriter.png.encode(PixelBuffer(size: PixelSize(width: 0, height: 4)))
    }
  }
}

/// Thumbnails as they are kept.
@Suite struct JPEGTests {
  @Test func picturesComeBackAlmostTheSame() throws {
    let size = PixelSize(width: 96, height: 54)
    let pixels = (0..<size.width * size.height).map { index -> UInt32 in
      let (x, y) = (UInt32(index % size.width), UInt32(index / size.width))
      return x * 2 | y * 4 << 8 | (255 - x) << 16
    }
    let file = try ImageWriter.jpeg.encode(PixelBuffer(size: size, pixels: pixels))
    #expect(file.count < pixels.count)
    let decoded = try #require(ImageReader.decode(file))
    #expect(decoded.size == size)
    func channels(_ pixel: UInt32) -> [Int] { [0, 8, 16].map { Int(pixel >> $0 & 0xFF) } }
    let shown = decoded.withPixels { Array($0) }
    let errors = zip(shown, pixels).flatMap { shown, wanted in
      zip(channels(shown), channels(wanted)).map { abs($0 - $1) }
    }
    #expect(errors.reduce(0, +) / errors.count <= 4)
  }

  @Test func anythingElseIsNoPicture() throws {
    #expect(ImageReader.decode([]) == nil)
    #expect(ImageReader.decode(Array("not an image".utf8)) == nil)
    let large = PixelBuffer(size: PixelSize(width: 2_000, height: 4))
    #expect(try ImageReader.decode(ImageWriter.png.encode(large)) == nil)
  }
}
