import MediaCore
import Models

/// A single picture of an open clip, apart from play.
package enum StillPicture {
  /// The most pixels of a picture: 8K UHD with the rows that coding adds, as for decoding.
  static let pixelLimit = 8192 * 4608
  /// Pieces of sound read to get past them to a picture.
  private static let soundLimit = 10_000

  /// Makes a picture of another size, or of the clip's own.
  ///
  /// - Parameters:
  ///   - source: Left behind the picture.
  ///   - time: Seconds since the first picture; outside the clip the nearest counts.
  ///   - precision: Whether the keyframe before that will do, which takes a hundredth of the time.
  ///   - size: The whole picture fills it, whatever its shape; `nil` for the clip's own size in square
  ///     pixels.
  /// - Throws: `noStreams` for a clip without pictures, `tooLarge`, or what reading throws.
  package static func make(
    of source: any MediaSource, at time: Double, _ precision: SeekPrecision, size: PixelSize? = nil
  ) throws(MediaError) -> PixelBuffer {
    try make(of: source, at: time, precision) { PicturePlacement(size: size ?? $0) }
  }

  /// Makes a picture that fits an area, or one of the clip's own size.
  static func make(
    of source: any MediaSource, at time: Double, _ precision: SeekPrecision, in area: PictureArea?
  ) throws(MediaError) -> PixelBuffer {
    try make(of: source, at: time, precision) { shape in
      area.map { PicturePlacement(of: shape, in: $0) } ?? PicturePlacement(size: shape)
    }
  }

  private static func make(
    of source: any MediaSource, at time: Double, _ precision: SeekPrecision,
    placing: (PixelSize) -> PicturePlacement
  ) throws(MediaError) -> PixelBuffer {
    guard let shape = source.info.displaySize else { throw .noStreams }
    let placement = placing(shape)
    guard placement.size.width > 0, placement.size.height > 0,
      placement.size.width <= pixelLimit / placement.size.height
    else { throw .tooLarge }
    try source.seek(to: time, precision: precision)
    try decodePicture(of: source)
    let pixels = PixelBuffer(size: placement.size)
    source.render(into: pixels, showing: placement.region)
    return pixels
  }

  private static func decodePicture(of source: any MediaSource) throws(MediaError) {
    var sound: [Int16] = []
    for _ in 0..<soundLimit {
      switch try source.nextPicture() {
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
