import Models
import TestSupport

/// The frames of a stamped clip that a far terminal has shown.
struct ShownFrames {
  /// A frame when it first stood on the screen.
  struct DecodedFrame {
    /// How many frames of the clip came before, repetitions included.
    let number: Int
    /// Host time at which its last byte was written.
    let written: Double
    /// Host time at which its last byte had arrived.
    let seen: Double
    /// Decibels to what it should be.
    let quality: Double
  }

  private(set) var frames: [DecodedFrame] = []
  /// Updates after which the number could not be read.
  private(set) var unreadable = 0
  /// Bytes that arrived from the first frame to the last.
  private(set) var byteCount = 0

  /// Looks at a recording between two times.
  init(
    _ recording: LinkRecording, screen: CellSize, clip: StampedClip, from start: Double,
    to end: Double
  ) throws {
    let position = FramePosition(of: StampedClip.size, on: screen)
    let references = try position.frames(of: clip.path)
    let far = try FarScreen(recording, size: screen)
    var firstOffset: Int?
    while let (model, offset) = far.next(until: end) {
      let seen = recording.arrival(of: offset)
      guard seen >= start else { continue }
      guard let number = StampedClip.number(on: model, at: position) else {
        unreadable += 1
        continue
      }
      let last = frames.last?.number ?? number
      guard frames.isEmpty || number != last % StampedClip.frameCount else { continue }
      var unwrapped = last - last % StampedClip.frameCount + number
      if unwrapped < last - StampedClip.frameCount / 2 { unwrapped += StampedClip.frameCount }
      guard number < references.count else { continue }
      let error = FrameError(of: position.frame(on: model), from: references[number])
      frames.append(
        DecodedFrame(
          number: unwrapped, written: recording.departure(of: offset), seen: seen,
          quality: error.cappedDecibels))
      firstOffset = firstOffset ?? offset
      byteCount = offset - (firstOffset ?? offset)
    }
  }

  /// How many of them are shown in a second.
  var rate: Double {
    guard let first = frames.first, let last = frames.last, last.seen > first.seen else {
      return 0
    }
    return Double(frames.count - 1) / (last.seen - first.seen)
  }

  /// The host time at which the clip's first frame was due, by the frame that was written earliest
  /// of all for its number; `nil` if none was seen.
  var start: Double? { frames.map { $0.written - due($0) }.min() }

  /// Seconds from when each was due, by the frames' own pace, to when it was seen.
  var latencies: [Double] { start.map(lateness) ?? [] }

  /// Seconds from when each was due to when it was seen, if the first one was due at a host time.
  func lateness(since start: Double) -> [Double] { frames.map { $0.seen - due($0) - start } }

  /// Seconds each was on its way.
  var transits: [Double] { frames.map { $0.seen - $0.written } }

  private func due(_ frame: DecodedFrame) -> Double {
    Double(frame.number) / StampedClip.frameRate
  }
}
