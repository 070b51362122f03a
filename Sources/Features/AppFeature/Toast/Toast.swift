import Clients
import Composable
import Models

/// A brief message about a change by a key, click or device (docs/decisions/screen-toasts.md).
package struct Toast: Reducer {
  package enum Message: Hashable, Sendable {
    /// The keys of a mode.
    case keys(Hints.Hint)
    /// A swipe hit the first clip without a verdict.
    case firstUnreviewed
    /// A key of triage, which is off.
    case triageIsOff
    /// There are no sections to make shelves of.
    case noSections
    /// The clip was paused or resumed.
    case paused(Bool, of: PageID)
    /// The total of seconds, backwards if negative.
    case seek(by: Double, of: PageID)
    /// The chapter that the clip goes to; `nil` if it has none.
    case chapter(ChapterPlace?, of: PageID)
    /// The place where something happens that the clip goes to; `nil` if there is none, in this
    /// direction.
    case event(EventPlace?, by: Int, of: PageID)
    case findingEvents(of: PageID)
    case muted(Bool)
    /// In percent.
    case volume(Int)
    case speed(PlaybackSpeed)
    /// In milliseconds.
    case soundDelay(Int)
    case fit(FrameFit)
    case loop(LoopMode)
    /// A swipe hit an end of the feed.
    case end(FeedDirection)
    case soundTrack(TrackSelection, of: PageID)
    case subtitles(TrackSelection, of: PageID)
    /// There is no sound output, and why.
    case soundIsMissing(CleanText)
    /// Sound output works again.
    case soundIsBack
    /// The item on screen was liked or unliked.
    case liked(Bool, of: PageID)
    /// So many items of the overview were.
    case lotLiked(Bool, count: Int)
    /// The excerpts of the clip on screen are being found.
    case findingExcerpts
    /// So many excerpts are shown in place of a clip.
    case excerpts(Int)
    case noExcerpts(ExcerptError)
    /// The film plays on from an excerpt.
    case film
    /// The clip on screen is no part of another one.
    case noFilm
    /// Triage was turned on or off.
    case triage(Bool)
    /// A verdict was given or, if `nil`, taken back.
    ///
    /// The title, here and below, is that of the clip, if the next one comes on screen.
    case judged(Review.Verdict?, of: CleanText? = nil)
    /// In stars; 0 if the rating was taken back.
    case rated(Int, of: CleanText? = nil)
    /// A tag was given; `nil` if its key has none.
    case tagged(String?, of: CleanText? = nil)
    /// An end of a part was marked at a time in seconds; `nil` if its mark was taken back.
    case marked(Review.Point, at: Double?)
    /// There is no clip whose time could be marked.
    case unmarkable
    /// Only a clip in a file has a caption.
    case uncaptioned
    /// A verdict came before the clip could be seen.
    case tooEarly
    /// A decision was undone or redone; `nil` if there was none.
    case undone(Decision?)
    case redone(Decision?)
    /// Something was decided about several clips at once, or taken back.
    case lot(Int, isUndone: Bool)
    /// An earlier apply was interrupted, or another Flick's is under way.
    case unfinishedApply(isRunning: Bool)
    case applied(ApplyResult)
    /// An apply was taken back; `nil` if there was none.
    case applyUndone(ApplyResult?)
    /// The item on screen was deleted at its source.
    case removed(CleanText)
    case refreshed(ChangeCount)
    /// The location of the item was copied.
    case copied(CleanText)
    case opened
    /// A note at the start, and its short form.
    case note(CleanText, short: CleanText)
    /// The frame on screen is being saved, was saved, or could not be.
    case saving
    case saved(CleanText)
    case saveFailed(SnapshotError)
    case failed(Attempt, FeedError)
  }

  /// What was attempted, and may fail.
  package enum Attempt: Hashable, Sendable {
    /// To save a like, a rotation or a decision.
    case like, rotation, review
    /// To edit a caption.
    case caption
    /// To look at the files of an apply.
    case apply
    case refresh
    /// To log in to a machine.
    case login
    /// To read the first item, the last one or the matches of a filter.
    case jump
    /// To open the item outside of Flick.
    case open
  }

  /// The message, while it shows.
  package struct State: Hashable, Sendable {
    package var message: Message?
    /// Whether the terminal has got it, so that its time runs.
    package var isDrawn = false

    package init(message: Message? = nil) { self.message = message }
  }

  package enum Action: Hashable, Sendable {
    case shown(Message)
    /// The terminal has got the message.
    case drawn
    case expired
  }

  enum CancelID: Hashable, Sendable {
    case expiry
  }

  /// How long a message waits until it is drawn.
  package static let patience = Duration.seconds(15)

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .shown(let message):
      return state.show(message)
    case .drawn:
      guard !state.isDrawn, let message = state.message else { return .none }
      state.isDrawn = true
      return .send(.expired, after: message.duration, id: Toast.CancelID.expiry)
    case .expired:
      state = State()
      return .none
    }
  }
}

extension Toast.State {
  /// Shows a message, in place of the current one.
  package mutating func show(_ message: Toast.Message) -> Effect<Toast.Action> {
    switch (self.message, message) {
    case (.seek(by: let before, of: let last), .seek(by: let seconds, of: let page))
    where page == last && (before < 0) == (seconds < 0):
      self.message = .seek(by: before + seconds, of: page)
    case (.applied, .removed):
      // It was the user's own apply that removed it.
      return .none
    default:
      self.message = message
    }
    isDrawn = false
    // A line that stands still must not swallow it.
    return .send(.expired, after: Toast.patience, id: Toast.CancelID.expiry)
  }

  /// Counts changes that a refresh found just after its end.
  mutating func add(_ changes: [FeedChange]) -> Effect<Toast.Action> {
    guard case .refreshed(var count) = message else { return .none }
    count.add(changes)
    return message == .refreshed(count) ? .none : show(.refreshed(count))
  }

  package mutating func clear() -> Effect<Toast.Action> {
    self = Self()
    return .cancel(id: Toast.CancelID.expiry)
  }
}
