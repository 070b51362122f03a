import MediaCore
import Models

/// Reads small image files from memory: thumbnails.
package enum ImageReader {
  /// The longest side, in pixels: more than any thumbnail has.
  private static let maxSide = 1024

  /// Decodes an image.
  ///
  /// - Parameter bytes: The whole file, of any format that libav reads.
  /// - Returns: `nil` if it is none, or larger than a thumbnail.
  package static func decode(_ bytes: [UInt8]) -> PixelBuffer? {
    LibAVLibraries.prepare()
    let input = MemoryInput(bytes, cancellation: CancellationToken())
    guard input.rewind(),
      let source = try? LibAVSource(Demuxer(input), threadCount: 1, isForPlaying: false),
      let size = source.info.displaySize, size.width <= maxSide, size.height <= maxSide,
      case .value? = try? source.nextFrame()
    else { return nil }
    let pixels = PixelBuffer(size: size)
    source.render(into: pixels, showing: .whole)
    return pixels
  }
}
