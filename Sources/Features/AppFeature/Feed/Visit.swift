import Models

/// One visit of a page (docs/decisions/records.md).
package struct Visit: Hashable, Sendable {
  package let id: PageID
  /// When it started, in seconds since 1970.
  package let start: Double
  /// When the page started running, in seconds since 1970; `nil` while it is paused.
  package var runningSince: Double?
  /// The watch time before that, in seconds.
  package var watched = 0.0
  /// Whether the page was only shown while a filter was being typed.
  package var isPreview = false
  /// How often the clip reached its end.
  package var loops = 0
  /// When its frame appeared, in seconds since 1970, as far as triage needs to know; `nil` before.
  package var frameSince: Double?

  /// The end of the feed that the user was told of.
  package var reportedEnd: FeedDirection?

  /// How long a page has to be on screen to count as seen, in seconds.
  package static let threshold = 0.5

  /// Notes that the page runs from now on, or is paused.
  package mutating func setRunning(_ isRunning: Bool, at now: Double) {
    if let runningSince { watched += max(now - runningSince, 0) }
    runningSince = isRunning ? now : nil
  }

  /// The impression of the visit, ending now; `nil` if it was too short or the item is not one to
  /// remember.
  package func impression(
    of item: FeedItem, at now: Double, leaving: Impression.Leaving
  ) -> Impression? {
    // If the clock was set back, the length of the visit is unknown.
    guard now - start >= Self.threshold || now < start, let key = item.key else { return nil }
    var ended = self
    ended.setRunning(false, at: now)
    var impression = Impression(
      key: key, title: item.title, start: start, end: max(now, start), watched: ended.watched,
      loops: loops, leaving: leaving)
    impression.page =
      if case .film = id { .film } else { item.excerpt.map { .excerpt($0.span) } ?? .item }
    return impression
  }
}
