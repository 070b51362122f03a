import Models

/// All subtitles of a clip, returned as playback reaches them (docs/decisions/engine-subtitles.md).
package struct CueIndex: Sendable {
  private var subtitles: [SubtitleCue]
  /// The cues that are already showing at the target of a seek.
  private var active: [SubtitleCue] = []
  private var next = 0

  /// Creates an index at its beginning.
  ///
  /// - Parameter subtitles: In any order.
  package init(_ subtitles: [SubtitleCue]) {
    self.subtitles = subtitles.filter { $0.start.isFinite && $0.end > $0.start }
      .enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
  }

  /// Moves to a time, in seconds since the first frame; cues showing at that time come next.
  package mutating func move(to time: Double) {
    next = subtitles.firstIndex { $0.start >= time } ?? subtitles.count
    active = subtitles[..<next].filter { $0.end > time }
  }

  /// Returns the cues that begin up to a time and were not returned since the last move.
  ///
  /// - Parameters:
  ///   - time: In seconds since the first frame.
  ///   - limit: The maximum number; the rest waits for the next call.
  package mutating func take(upTo time: Double, atMost limit: Int) -> [SubtitleCue] {
    var taken = Array(active.prefix(limit))
    active.removeFirst(taken.count)
    while taken.count < limit, next < subtitles.count, subtitles[next].start <= time {
      taken.append(subtitles[next])
      next += 1
    }
    return taken
  }
}
