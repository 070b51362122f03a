import Clients
import Composable
import Models

/// Going through a feed to keep or reject its clips, and what was decided
/// (docs/decisions/triage.md).
package struct Triage: Reducer {
  package struct State: Hashable, Sendable {
    /// Whether its keys are in force.
    package var isOn: Bool
    /// The tags that have keys.
    package let tags: [String]
    /// How far before the key a part begins while the clip plays, in seconds.
    package let markLead: Double
    package let advance: Advance
    /// The tags of clips, the most frequent first.
    var usedTags: [String] = []
    package var undo = UndoStack()
    /// Saved reviews that the index does not know yet.
    var outdated: [ItemID: Review] = [:]
    /// The last item of a filter, which it leaves as soon as its verdict is saved.
    var leaving: ItemID?
    /// The undo that leads to another page, which is not known or not there yet.
    var returning: Returning?
    /// What is noted about the item on screen, as read last.
    package var notes: [ItemID: FileNotes] = [:]
    /// When a verdict last came too early, in seconds since 1970.
    var refused = -Double.infinity
    var marked: MarkedPoint?
    /// What it acts on; empty while it does nothing.
    var scene = Scene()

    enum Returning: Hashable, Sendable {
      /// It is not known yet what is undone.
      case unknown
      case undo(of: Int)
    }

    var isReturning: Bool { returning != nil }

    package init(
      isOn: Bool = false, tags: [String] = [], markLead: Double = 0, advance: Advance = .verdicts
    ) {
      self.isOn = isOn
      self.tags = tags
      self.markLead = markLead
      self.advance = advance
    }
  }

  package enum Action: Hashable, Sendable {
    case toggled
    /// What earlier runs decided, the last apply that can be taken back, and the tags in use.
    case decisionsFound([Lot], AppliedBatch? = nil, tags: [String] = [])
    /// Sets the verdict, or takes it back, and may go on to the next clip.
    case judged(Review.Verdict?, goesOn: Bool)
    /// From 1 to 5; 0 takes the rating back.
    case rated(Int)
    /// Gives one of the tags that have keys, by its index.
    case tagged(Int)
    /// Marks an end of the part that matters where the clip is, or takes that mark back.
    case pointTapped(Review.Point)
    /// The clip was at that time.
    case pointFound(Review.Point, of: PageID, at: PlaybackTime)
    case notesFound(ItemID, FileNotes)
    /// Opens the caption of the clip on screen in an editor.
    case captionTapped
    /// The editor has ended, or why it could not be used.
    case captionEdited(FeedError?)
    case undoTapped
    case redoTapped
    /// A lot was saved, or why it could not be.
    case decided(Lot, FeedError?)
    /// It was taken back, or why it could not be.
    case takenBack(Lot, FeedError?)
    /// An apply was taken back, `nil` if another one came after it; and the one to take back next.
    case applyUndone(ApplyResult?, AppliedBatch?)
  }

  enum CancelID: Hashable, Sendable {
    case notes
  }

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .toggled: return state.toggle()
    case .decisionsFound(let lots, let batch, let tags):
      state.usedTags = tags
      return state.undo.add(earlier: lots, batch) ? state.undoLast() : .none
    case .judged(let verdict, _):
      return state.whenSeen {
        $0.decide(by: action, { .judged(verdict, of: $0) }) { $0.verdict = verdict }
      }
    case .rated(let rating):
      return state.whenSeen {
        $0.decide(by: action, { .rated(rating, of: $0) }) { $0.rating = rating }
      }
    case .tagged(let index): return state.whenSeen { $0.tag(index) }
    case .pointTapped(let point): return state.whenSeen { $0.findPoint(point) }
    case .pointFound(let point, let id, let time): return state.mark(point, of: id, at: time)
    case .notesFound(let id, let notes):
      state.notes = [id: notes]
      return .none
    case .captionTapped: return state.editCaption()
    case .captionEdited(let error): return state.captionEdited(error)
    case .undoTapped: return state.undoLast()
    case .redoTapped: return state.redoLast()
    case .decided(let lot, let error): return state.decided(lot, error)
    case .takenBack(let lot, let error): return state.takenBack(lot, error)
    case .applyUndone(let result, let batch):
      if let batch { state.undo.add(earlier: batch) }
      state.scene.wishes.append(.toast(.applyUndone(result)))
      return .none
    }
  }
}

extension Triage {
  /// Which decisions go on to the next clip.
  package enum Advance: String, CaseIterable, Sendable {
    case verdicts
    /// Verdicts and ratings.
    case ratings
    /// Verdicts, ratings and tags.
    case tags
  }

  struct MarkedPoint: Hashable {
    var point: Review.Point
    var id: PageID
    /// Where the clip was, in seconds.
    var time: Double
    /// In seconds since 1970.
    var at: Double
  }

  /// For how long a clip has to be on screen before a verdict counts, and for how long no other may
  /// have come too early, in seconds: a held key must not reject what nobody has seen.
  package static let threshold = 0.15

  /// The longest time that a frame may take to reach the screen, in seconds.
  static let longestWay = 60.0

  /// The word of the filter that leaves out what was judged.
  package static let filterWord = "is:unreviewed"

  /// How many tags have keys by default.
  package static let tagKeyCount = 4
  /// How many can have keys.
  package static let tagCommandCount = 20

  /// The same point again within this time is a repeat of a held key, in seconds: keyboards take up
  /// to 0.66 s until the first one.
  static let repeatDelay = 0.7

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

extension Triage.State {
  /// The tags that may be completed, each once: those with keys first.
  var knownTags: [String] {
    let recent = undo.lots.reversed().flatMap(\.decisions).flatMap(\.after.tags)
    return (tags + recent + usedTags).reduce(into: []) { known, tag in
      if !known.contains(tag) { known.append(tag) }
    }
  }

  /// How many of the latest lots the pace is measured by.
  private static let paceCount = 30
  /// With fewer gaps between verdicts, the pace is unknown.
  private static let minPaceCount = 5
  /// A longer time between two verdicts was a break, in seconds.
  private static let longestGap = 120.0

  /// How long a verdict takes, in seconds, by the latest ones; `nil` if there were too few.
  package var pace: Double? {
    let times = undo.lots.suffix(Self.paceCount).filter(\.isVerdict).map(\.time)
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 <= Self.longestGap }
    return gaps.count < Self.minPaceCount ? nil : gaps.reduce(0, +) / Double(gaps.count)
  }
}
