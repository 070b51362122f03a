import Models

/// One stay of a page on the screen (docs/decisions/files-state.md).
package struct Visit: Hashable, Sendable {
  package let id: ItemID
  /// When it began, in seconds since 1970.
  package let start: Double
  /// Since when the page has been running, in seconds since 1970; `nil` while it is held.
  package var runningSince: Double?
  /// How long it ran before that, in seconds.
  package var watched = 0.0
  /// How often the clip came to its end.
  package var loops = 0

  /// How long a page has to be on screen to count as seen, in seconds.
  package static let threshold = 0.5

  /// Notes that the page runs from now on, or is held.
  package mutating func setRunning(_ isRunning: Bool, at now: Double) {
    if let runningSince { watched += max(now - runningSince, 0) }
    runningSince = isRunning ? now : nil
  }

  /// What is to be remembered of the visit, ending now; `nil` if it was too short or the item is
  /// nothing to remember.
  package func impression(
    of item: FeedItem, at now: Double, leaving: Impression.Leaving
  ) -> Impression? {
    // Nobody knows for how long it was there if the clock was set back.
    guard now - start >= Self.threshold || now < start, let key = item.key else { return nil }
    var ended = self
    ended.setRunning(false, at: now)
    return Impression(
      key: key, title: item.title, start: start, end: max(now, start), watched: ended.watched,
      loops: loops, leaving: leaving)
  }
}
