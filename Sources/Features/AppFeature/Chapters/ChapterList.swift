import Models

/// The chapters of the clip on screen, over its page, one of them selected.
package struct ChapterList: Hashable, Sendable {
  /// The item.
  let id: PageID
  /// At least one, by start time.
  package let chapters: [Chapter]
  /// The index of the selected one.
  package private(set) var selected: Int

  /// What happened to the list.
  package enum Action: Hashable, Sendable {
    /// Shows or hides the list.
    case toggled
    /// The chapters of an item, which is at a time in seconds.
    case found([Chapter], of: PageID, at: Double)
    /// Selects another one, so many rows below, above if negative.
    case moved(by: Int)
    /// Goes to the selected one.
    case chosen
  }

  /// Selects the chapter that is played.
  init(_ chapters: [Chapter], of id: PageID, at time: Double) {
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
