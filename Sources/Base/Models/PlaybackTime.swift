/// Where a player stands in its clip.
package struct PlaybackTime: Hashable, Sendable {
  /// Seconds since the clip's first frame.
  package var position: Double
  /// The clip's length in seconds; `nil` while unknown.
  package var duration: Double?
  /// What can be played without waiting for a disk or a server, in seconds since the first frame;
  /// `nil` if nothing is known of it.
  package var buffered: ClosedRange<Double>?
  /// Whether more of that, or of the clip, is on its way, though the clip may be paused.
  package var isFetching: Bool
  /// Whether the clip is one silent frame, for which no time passes.
  package var isStill: Bool
  /// Whether what is played has only just been sent, or written.
  package var isLive: Bool

  /// What is further behind the end of what has been written is not live, in seconds: writers come by
  /// pieces of some seconds.
  package static let longestLag = 10.0

  /// Creates a time.
  package init(
    position: Double = 0, duration: Double? = nil, buffered: ClosedRange<Double>? = nil,
    isFetching: Bool = false, isStill: Bool = false, isLive: Bool = false
  ) {
    self.position = position
    self.duration = duration
    self.buffered = buffered
    self.isFetching = isFetching
    self.isStill = isStill
    self.isLive = isLive
  }

  /// The part played, from 0 to 1; 0 while the length is unknown or makes no sense.
  package var progress: Double {
    guard let duration, duration.isFinite, duration > 0, position.isFinite else { return 0 }
    return min(max(position / duration, 0), 1)
  }
}
