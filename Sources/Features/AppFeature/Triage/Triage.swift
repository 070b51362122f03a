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
  /// The decisions that can be undone, the oldest first.
  package private(set) var done: [Decision] = []
  /// Those that were undone, the last one last.
  package private(set) var undone: [Decision] = []
  /// What is known of those of earlier runs.
  package private(set) var earlier = Earlier.unknown
  /// The items of decisions about several clips.
  var lotIDs: [ContentKey: ItemID] = [:]
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

  /// What is known of the decisions of earlier runs.
  package enum Earlier: Hashable, Sendable {
    case unknown
    /// They were asked for; whether the user wants to undo the last one.
    case loading(undoes: Bool)
    case known
  }

  /// How many decisions can be undone.
  private static let limit = 10_000

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
    let recent = done.reversed().flatMap(\.after.tags)
    return (tags + recent + usedTags).reduce(into: []) { known, tag in
      if !known.contains(tag) { known.append(tag) }
    }
  }

  /// Notes decisions of the user: what was undone before them cannot be done again.
  mutating func decide(_ lot: [Decision]) {
    undone = []
    for decision in lot { add(decision) }
  }

  /// Begins to load the decisions of earlier runs.
  ///
  /// - Returns: Whether that was not done before.
  mutating func load() -> Bool {
    guard earlier == .unknown else { return false }
    earlier = .loading(undoes: false)
    return true
  }

  /// Whether it is not known yet what is to be undone.
  var isUndoUnknown: Bool { done.isEmpty && earlier != .known }

  /// Undoes the last decision as soon as those of earlier runs are known.
  mutating func undoLater() { earlier = .loading(undoes: true) }

  /// Takes up the decisions of earlier runs.
  ///
  /// - Returns: Whether the last one is to be undone now.
  mutating func add(earlier decisions: [Decision]) -> Bool {
    defer { earlier = .known }
    let known = Set((done + undone).map(\.id))
    done = decisions.filter { !known.contains($0.id) } + done
    return earlier == .loading(undoes: true)
  }

  /// The decisions that were made together with the last one, and can be undone.
  package var lastLot: ArraySlice<Decision> { Self.lot(atEndOf: done) }

  /// Those that were undone together last, the last one first.
  package var lastUndoneLot: ArraySlice<Decision> { Self.lot(atEndOf: undone) }

  /// Takes back what was decided last; nothing if there is nothing.
  mutating func undo() -> [Decision] {
    let lot = Array(lastLot)
    done.removeLast(lot.count)
    undone += lot.reversed()
    return lot
  }

  /// Decides again what was undone last; nothing if there is nothing.
  mutating func redo() -> [Decision] {
    let lot = Array(lastUndoneLot.reversed())
    undone.removeLast(lot.count)
    for decision in lot { add(decision) }
    return lot
  }

  /// The decisions of a lot have ids that follow each other.
  private static func lot(atEndOf decisions: [Decision]) -> ArraySlice<Decision> {
    var start = decisions.endIndex
    while start > decisions.startIndex,
      start == decisions.endIndex || abs(decisions[start].id - decisions[start - 1].id) == 1
    {
      start -= 1
    }
    return decisions[start...]
  }

  /// Decisions could not be saved: they were not made.
  mutating func drop(_ lot: [Decision]) {
    let ids = Set(lot.map(\.id))
    done.removeAll { ids.contains($0.id) }
  }

  /// Decisions could not be taken back: they still hold.
  mutating func keep(_ lot: [Decision]) {
    let ids = Set(lot.map(\.id))
    let kept = undone.filter { ids.contains($0.id) }
    undone.removeAll { ids.contains($0.id) }
    for decision in kept.reversed() { add(decision) }
  }

  private mutating func add(_ decision: Decision) {
    done.append(decision)
    if done.count > Self.limit { done.removeFirst(done.count - Self.limit) }
  }

  /// The verdicts by which the pace is measured.
  private static let paceCount = 30
  /// Fewer say nothing.
  private static let minPaceCount = 5
  /// A longer time between two verdicts was a break, in seconds.
  private static let longestGap = 120.0

  /// How long a verdict takes, in seconds, by the latest ones; `nil` if there were too few.
  package var pace: Double? {
    let times = done.suffix(Self.paceCount).filter { $0.before.verdict != $0.after.verdict }
      .map { Double($0.id) / 1e6 }
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
