import Models

/// One of a clip's chapters.
package struct ChapterPlace: Hashable, Sendable {
  /// Counted from 1.
  package var number: Int
  package var count: Int
  package var chapter: Chapter
}

extension [Chapter] {
  /// How long after its beginning a chapter counts as begun, in seconds: going back leads to its
  /// beginning, before that to the chapter before.
  private static var begun: Double { 2 }

  /// The chapter some steps from a time, backwards if negative; at the ends, the last or first one.
  ///
  /// - Returns: `nil` if there are none.
  func place(_ steps: Int, from time: Double) -> ChapterPlace? {
    guard !isEmpty else { return nil }
    // Before the first one, there is a place of its own.
    let current = lastIndex { $0.start <= time } ?? -1
    let isBegun = current >= 0 && time > self[current].start + Self.begun
    let (target, overflows) = (steps < 0 && isBegun ? current + 1 : current)
      .addingReportingOverflow(steps)
    let index = overflows ? (steps > 0 ? count - 1 : 0) : target
    let found = Swift.min(Swift.max(index, 0), count - 1)
    return ChapterPlace(number: found + 1, count: count, chapter: self[found])
  }
}
