/// A player's position in its clip.
package struct PlaybackTime: Hashable, Sendable {
  /// Seconds since the clip's first frame.
  package var position: Double
  /// The clip's duration in seconds; `nil` while unknown.
  package var duration: Double?
  /// The range that plays without waiting for a disk or server, in seconds since the first frame;
  /// `nil` if unknown.
  package var buffered: ClosedRange<Double>?
  /// Whether more of that range, or of the clip, is being fetched, even while the clip is paused.
  package var isFetching: Bool
  /// Whether the clip is one silent frame, for which no time passes.
  package var isStill: Bool
  /// Whether playback is at the live end: data that was only just sent or written.
  package var isLive: Bool
  /// Whether the machine cannot keep up with the clip, which therefore plays late, slowly or by its
  /// keyframes.
  package var isOverloaded: Bool
  /// Frames per second, on average; `nil` while unknown, and without moving frames.
  package var frameRate: Double?
  /// When the clip's first frame was recorded, in seconds since 1970; `nil` if unknown.
  package var recorded: Double?

  /// Playback further than this behind the end of the written data is not live, in seconds; writers
  /// append a few seconds at a time.
  package static let longestLag = 10.0

  package init(
    position: Double = 0, duration: Double? = nil, buffered: ClosedRange<Double>? = nil,
    isFetching: Bool = false, isStill: Bool = false, isLive: Bool = false,
    isOverloaded: Bool = false,
    frameRate: Double? = nil, recorded: Double? = nil
  ) {
    self.recorded = recorded
    self.position = position
    self.duration = duration
    self.buffered = buffered
    self.isFetching = isFetching
    self.isStill = isStill
    self.isLive = isLive
    self.isOverloaded = isOverloaded
    self.frameRate = frameRate
  }

  /// Counts the time of a part of a clip from the clip's first frame.
  ///
  /// - Parameters:
  ///   - start: Where the part begins, in seconds since the clip's first frame.
  ///   - duration: The clip's duration in seconds, if known.
  package mutating func count(from start: Double, of duration: Double?) {
    position += start
    buffered = buffered.map { $0.lowerBound + start...$0.upperBound + start }
    self.duration = duration
  }

  /// The number of the frame, from 0, and that of the last one if known; `nil` without a plausible
  /// frame rate.
  package var frame: (number: Int, last: Int?)? {
    guard let frameRate, frameRate.isFinite, 0..<10_000 ~= frameRate else { return nil }
    // Containers round times, some of them to milliseconds.
    func number(_ time: Double) -> Int? {
      (0..<1e9).contains(time) ? Int((time * frameRate + 0.1).rounded(.down)) : nil
    }
    let last = duration.flatMap(number).map { max($0 - 1, 0) }
    return number(position).map { (min($0, last ?? $0), last) }
  }

  /// The fraction played, from 0 to 1; 0 while the duration is unknown or invalid.
  package var progress: Double {
    guard let duration, duration.isFinite, duration > 0, position.isFinite else { return 0 }
    return min(max(position / duration, 0), 1)
  }
}
