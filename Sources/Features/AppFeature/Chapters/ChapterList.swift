import Models

/// The chapters of the clip on screen, over its page, one of them selected.
package struct ChapterList: Hashable, Sendable {
  /// The item.
  let id: ItemID
  /// At least one, by start time.
  package let chapters: [Chapter]
  /// The index of the selected one.
  package private(set) var selected: Int

  /// What happened to the list.
  package enum Action: Hashable, Sendable {
    /// The chapters of an item, which is at a time in seconds.
    case found([Chapter], of: ItemID, at: Double)
    /// Selects another one, so many rows below, above if negative.
    case moved(by: Int)
    /// Goes to the selected one.
    case chosen
  }

  /// Selects the chapter that is played.
  init(_ chapters: [Chapter], of id: ItemID, at time: Double) {
    self.id = id
    self.chapters = chapters
    selected = chapters.lastIndex { $0.start <= time } ?? 0
  }

  mutating func move(by rows: Int) {
    let (target, overflows) = selected.addingReportingOverflow(rows)
    selected = overflows ? (rows > 0 ? chapters.count - 1 : 0) : target
    selected = min(max(selected, 0), chapters.count - 1)
  }
}

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
