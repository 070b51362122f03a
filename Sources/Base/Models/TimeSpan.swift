/// A part of a clip.
package struct TimeSpan: Hashable, Sendable {
  /// Seconds since the clip's first frame; not negative.
  package let start: Double
  /// Seconds since the clip's first frame, after `start`; `nil` for the clip's end.
  package let end: Double?

  /// `nil` unless `start` is finite and not negative, and `end` is after it.
  package init?(start: Double, end: Double? = nil) {
    guard start.isFinite, start >= 0, end.map({ $0 > start }) ?? true else { return nil }
    self.start = start
    self.end = end.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Whether a time is in it, in seconds since the clip's first frame.
  package func contains(_ time: Double) -> Bool { time >= start && time < end ?? .infinity }
}
