import Foundation
import LibAV
import MediaCore
import Models
import TestSupport
import Testing

@Suite struct PNGWriterTests {
  @Test(arguments: [(1, 1), (3, 5), (161, 97)])
  func pixelsRoundTrip(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)
    var random = SeededGenerator(seed: 11)
    let pixels = (0..<(width * height)).map { _ in
      UInt32.random(in: 0...0xFF_FFFF, using: &random)
    }
    let file = try PNGWriter.encode(PixelBuffer(size: size, pixels: pixels))
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
      try PNGWriter.encode(PixelBuffer(size: PixelSize(width: 0, height: 4)))
    }
  }
}
