import Models

/// All captions of a clip, given out as play gets to them (docs/decisions/engine-captions.md).
package struct CaptionReel: Sendable {
  private var captions: [Caption]
  /// Those that a seek has led into the middle of.
  private var standing: [Caption] = []
  private var next = 0

  /// Creates a reel at its beginning.
  ///
  /// - Parameter captions: In any order.
  package init(_ captions: [Caption]) {
    self.captions = captions.filter { $0.start.isFinite && $0.end > $0.start }
      .enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
  }

  /// Goes to a time, in seconds since the first picture: what is still said then comes next.
  package mutating func move(to time: Double) {
    next = captions.firstIndex { $0.start >= time } ?? captions.count
    standing = captions[..<next].filter { $0.end > time }
  }

  /// Takes the captions that begin up to a time and were not taken since the last move.
  ///
  /// - Parameters:
  ///   - time: In seconds since the first picture.
  ///   - limit: The most to take; the rest waits for the next call.
  package mutating func take(upTo time: Double, atMost limit: Int) -> [Caption] {
    var taken = Array(standing.prefix(limit))
    standing.removeFirst(taken.count)
    while taken.count < limit, next < captions.count, captions[next].start <= time {
      taken.append(captions[next])
      next += 1
    }
    return taken
  }
}
