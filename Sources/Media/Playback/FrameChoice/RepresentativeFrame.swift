import MediaCore
import Models

/// The frame that best shows what a clip is about.
package enum RepresentativeFrame {
  /// Where to look for it, as parts of the clip. Keyframes cost little; a clip whose only keyframe is
  /// at its beginning is so short that the last looks cost little, too.
  private static let looks: [(part: Double, precision: SeekPrecision)] = [
    (0.1, .keyframe), (0.3, .keyframe), (0.6, .keyframe), (0.3, .exact), (0.6, .exact),
  ]

  /// Longer clips of which all keyframes look alike, in seconds, are what they look like.
  private static let longestExact = 30.0

  /// Finds the frame: the first good one, or else the best.
  ///
  /// - Parameters:
  ///   - source: It ends up after one of its frames.
  ///   - rotation: How the user has rotated the clip.
  ///   - placing: Returns the size of the result and the region to show, as for `FrameGrab.make`.
  ///   - firstLook: Called with the first frame if that is not good, because finding a better one
  ///     takes time.
  /// - Throws: Why there is no frame.
  package static func make(
    of source: any MediaSource, rotation: Rotation = .none,
    placing: (PixelSize) -> (size: PixelSize, region: FrameRegion),
    firstLook: (PixelBuffer) -> Void = { _ in }
  ) throws(MediaError) -> (frame: PixelBuffer, quality: FrameScore) {
    func look(_ time: Double, _ precision: SeekPrecision) throws(MediaError) -> PixelBuffer {
      try FrameGrab.make(of: source, at: time, precision, rotation: rotation, placing: placing)
    }
    guard !source.info.isStill, let duration = source.info.duration, duration > 0 else {
      let frame = try look(0, .keyframe)
      return (frame, FrameScore(frame))
    }
    if source.info.isWaveform {
      // All of them look alike.
      let frame = try look(looks[0].part * duration, .keyframe)
      return (frame, FrameScore(frame))
    }
    var best: (frame: PixelBuffer, quality: FrameScore)?
    var last: FrameScore?
    var isOneKeyframe = true
    for (part, precision) in looks {
      // A good enough keyframe makes exact frames not worth their time.
      let isShort = isOneKeyframe && duration <= longestExact
      if precision == .exact, !isShort, best?.quality.isBlank == false { break }
      let frame: PixelBuffer
      do {
        frame = try look(part * duration, precision)
      } catch {
        if error == .cancelled || (error == .timedOut && best == nil) { throw error }
        // A truncated clip is intact at its beginning.
        break
      }
      let quality = FrameScore(frame)
      if quality.isGood { return (frame, quality) }
      if precision == .keyframe, let last, last != quality { isOneKeyframe = false }
      last = quality
      if best == nil { firstLook(frame) }
      if quality.score > best?.quality.score ?? -1 { best = (frame, quality) }
    }
    if let best { return best }
    let frame = try look(0, .keyframe)
    return (frame, FrameScore(frame))
  }
}
