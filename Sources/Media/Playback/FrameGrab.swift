import MediaCore
import Models

/// A single frame of an open clip, apart from play.
package enum FrameGrab {
  /// The most pixels of a frame: 8K UHD with the rows that coding adds, as for decoding.
  static let pixelLimit = 8192 * 4608
  /// Pieces of sound read to get past them to a frame.
  private static let soundLimit = 10_000

  /// Makes a frame.
  ///
  /// - Parameters:
  ///   - source: Left behind the frame.
  ///   - time: Seconds since the first frame; outside the clip the nearest counts.
  ///   - precision: Whether the keyframe before that will do, which takes a hundredth of the time.
  ///   - placing: Tells from the clip's own size in square pixels which size the frame gets, and what
  ///     part of the clip's it shows.
  /// - Throws: `noStreams` for a clip without frames, `tooLarge`, or what reading throws.
  package static func make(
    of source: any MediaSource, at time: Double, _ precision: SeekPrecision,
    placing: (PixelSize) -> (size: PixelSize, region: FrameRegion)
  ) throws(MediaError) -> PixelBuffer {
    guard let shape = source.info.displaySize else { throw .noStreams }
    let (size, region) = placing(shape)
    guard size.width > 0, size.height > 0, size.width <= pixelLimit / size.height else {
      throw .tooLarge
    }
    try source.seek(to: time, precision: precision)
    try decodeFrame(of: source)
    let pixels = PixelBuffer(size: size)
    source.render(into: pixels, showing: region)
    return pixels
  }

  private static func decodeFrame(of source: any MediaSource) throws(MediaError) {
    var sound: [Int16] = []
    for _ in 0..<soundLimit {
      switch try source.nextFrame() {
      case .value: return
      case .end, .awaited: throw .damaged
      case .starved:
        sound.removeAll(keepingCapacity: true)
        guard case .value = try source.nextAudio(appendingTo: &sound) else { throw .damaged }
      }
    }
    throw .damaged
  }
}
