import MediaCore
import Models

/// A single frame of an open clip, separate from playback.
package enum FrameGrab {
  /// The maximum number of pixels: 8K UHD with coding padding, as for decoding.
  static let pixelLimit = 8192 * 4608
  /// The number of audio chunks to read past on the way to a frame.
  private static let soundLimit = 10_000

  /// Grabs a frame.
  ///
  /// - Parameters:
  ///   - source: It ends up after the frame.
  ///   - time: Seconds since the first frame, clamped to the clip.
  ///   - precision: Whether the preceding keyframe will do, which takes a hundredth of the time.
  ///   - rotation: How the user has rotated the clip.
  ///   - placing: Returns the size of the result and the region to show, from the size of the
  ///     rotated clip in square pixels.
  /// - Throws: `noStreams` for a clip without video, `tooLarge`, or any error from reading.
  package static func make(
    of source: any MediaSource, at time: Double, _ precision: SeekPrecision,
    rotation: Rotation = .none, placing: (PixelSize) -> (size: PixelSize, region: FrameRegion)
  ) throws(MediaError) -> PixelBuffer {
    try timed(of: source, at: time, precision, rotation: rotation, placing: placing).frame
  }

  /// The same, with when the frame is shown, in seconds since the first frame.
  static func timed(
    of source: any MediaSource, at time: Double, _ precision: SeekPrecision,
    rotation: Rotation = .none, placing: (PixelSize) -> (size: PixelSize, region: FrameRegion)
  ) throws(MediaError) -> (frame: PixelBuffer, time: Double) {
    guard let shape = source.info.displaySize else { throw .noStreams }
    let (size, region) = placing(shape.rotated(rotation))
    guard size.width > 0, size.height > 0, size.width <= pixelLimit / size.height else {
      throw .tooLarge
    }
    try source.seek(to: time, precision: precision)
    let shown = try decodeFrame(of: source)
    let pixels = PixelBuffer(size: size)
    source.render(into: pixels, showing: region, rotation: rotation)
    return (pixels, shown)
  }

  private static func decodeFrame(of source: any MediaSource) throws(MediaError) -> Double {
    var sound: [Int16] = []
    for _ in 0..<soundLimit {
      switch try source.nextFrame() {
      case .value(let timing): return timing.presentationTime
      case .end, .awaited: throw .damaged
      case .starved:
        sound.removeAll(keepingCapacity: true)
        guard case .value = try source.nextAudio(appendingTo: &sound) else { throw .damaged }
      }
    }
    throw .damaged
  }
}
