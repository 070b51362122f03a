import MediaCore
import Models

/// Frames of one clip at even distances, made with one opening.
package enum Storyboard {
  /// A part of the clip: a frame, and the time that it stands for, in seconds.
  package struct Part: Sendable {
    package let time: Double
    package let frame: PixelBuffer
  }

  /// Makes the frames of a clip: the middle of each of so many equal parts.
  ///
  /// - Parameters:
  ///   - source: It ends up after one of its frames.
  ///   - count: How many; a still has one.
  ///   - precision: Whether the preceding keyframes will do.
  ///   - rotation: How the user has rotated the clip.
  ///   - placing: Returns the size of the result and the region to show, as for `FrameGrab.make`.
  /// - Returns: At least one. A truncated clip has fewer.
  /// - Throws: Why there is none.
  package static func make(
    of source: any MediaSource, count: Int, _ precision: SeekPrecision, rotation: Rotation = .none,
    placing: (PixelSize) -> (size: PixelSize, region: FrameRegion)
  ) throws(MediaError) -> [Part] {
    var times = [0.0]
    if !source.info.isStill, let duration = source.info.duration, duration > 0 {
      let count = max(count, 1)
      times = (0..<count).map { (index: Int) -> Double in
        duration * (Double(index) + 0.5) / Double(count)
      }
    }
    var parts: [Part] = []
    for time in times {
      do {
        let frame = try FrameGrab.make(
          of: source, at: time, precision, rotation: rotation, placing: placing)
        parts.append(Part(time: time, frame: frame))
      } catch {
        if parts.isEmpty || error == .cancelled { throw error }
        break
      }
    }
    return parts
  }
}
