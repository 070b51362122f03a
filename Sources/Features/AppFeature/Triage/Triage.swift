import Models

/// Going through a feed to keep or reject its clips, and what was decided
/// (docs/decisions/triage.md).
package struct Triage: Hashable, Sendable {
  /// Whether the keys of triage are in force.
  package var isOn: Bool
  /// The tags that have keys.
  package let tags: [String]
  /// How far before the key a part begins while the clip plays, in seconds.
  package let markLead: Double
  /// The tags of clips, the most frequent first.
  var usedTags: [String] = []
  /// What can be undone.
  package var undo = UndoStack()
  /// Items whose saved reviews the index does not know yet.
  var outdated: Set<ItemID> = []
  /// The last item of a filter, which it leaves as soon as its verdict is saved.
  var leaving: ItemID?
  /// Whether an undo leads to another page, which is not known or not there yet.
  var isReturning = false
  /// What is noted about the item on screen, as read last.
  package var notes: [ItemID: FileNotes] = [:]
  /// When a verdict last came too early, in seconds since 1970.
  var refused = -Double.infinity

  /// The last point that was marked.
  var marked: MarkedPoint?

  /// A point that was marked.
  struct MarkedPoint: Hashable {
    var point: Review.Point
    var id: PageID
    /// Where the clip was, in seconds.
    var time: Double
    /// In seconds since 1970.
    var at: Double
  }

  /// For how long a picture has to be on screen before a verdict counts, and for how long no other
  /// may have come too early, in seconds: a held key must not reject what nobody has seen.
  package static let threshold = 0.15

  /// The longest time that a picture may be on its way to the screen, in seconds.
  static let longestWay = 60.0

  /// The word of the filter that leaves out what was judged.
  package static let filterWord = "is:unreviewed"

  /// How many tags may have keys.
  package static let tagKeyCount = 4

  /// The same point again within this time is a repeat of a held key, in seconds: keyboards take up
  /// to 0.66 s until the first one.
  static let repeatDelay = 0.7

  /// Creates the state.
  package init(isOn: Bool = false, tags: [String] = [], markLead: Double = 0) {
    self.isOn = isOn
    self.tags = tags
    self.markLead = markLead
  }

  /// The tags that may be completed, each once: those with keys first.
  var knownTags: [String] {
    let recent = undo.lots.reversed().flatMap(\.decisions).flatMap(\.after.tags)
    return (tags + recent + usedTags).reduce(into: []) { known, tag in
      if !known.contains(tag) { known.append(tag) }
    }
  }

  /// The verdicts by which the pace is measured.
  private static let paceCount = 30
  /// Fewer say nothing.
  private static let minPaceCount = 5
  /// A longer time between two verdicts was a break, in seconds.
  private static let longestGap = 120.0

  /// How long a verdict takes, in seconds, by the latest ones; `nil` if there were too few.
  package var pace: Double? {
    let times = undo.lots.suffix(Self.paceCount).filter(\.isVerdict).map(\.time)
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 <= Self.longestGap }
    return gaps.count < Self.minPaceCount ? nil : gaps.reduce(0, +) / Double(gaps.count)
  }

  /// Whether a filter leaves out what was judged.
  static func hidesJudged(_ filter: FeedFilter) -> Bool {
    filter.text.split(separator: " ").contains { $0 == filterWord }
  }

  /// A filter with or without the word that leaves out what was judged.
  package static func filter(_ filter: FeedFilter, hidesJudged: Bool) -> FeedFilter {
    var words = filter.text.split(separator: " ").filter { $0 != filterWord }
    if hidesJudged { words.append(filterWord[...]) }
    return FeedFilter(text: words.joined(separator: " "))
  }
}
