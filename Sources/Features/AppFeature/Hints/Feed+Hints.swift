import Composable
import Models

extension Feed.State {
  /// The mode on screen whose keys are its own; `nil` if there is none.
  var mode: Hints.Hint? {
    if overlay?.id == .filter { return .filter }
    if overview != nil { return sections.all.isEmpty ? .overview : .sections }
    if case .excerpt = currentID { return .excerpts }
    return triage.isOn ? .triage : nil
  }

  mutating func reduce(_ action: Hints.Action) -> Effect<Feed.Action> {
    switch action {
    case .found: waitForStay()
    case .stayed(let page, let duration): offerExcerpts(of: page, duration: duration)
    case .delegate(let hint): tell(hint)
    }
  }

  private mutating func tell(_ hint: Hints.Hint) -> Effect<Feed.Action> {
    // What the start has to say, and why a key failed, comes first.
    switch toast.message {
    case .note, .failed: return .none
    default: return show(.keys(hint))
    }
  }

  mutating func adoptHints(
    _ change: (inout Hints.State) -> Effect<Hints.Action>
  ) -> Effect<Feed.Action> {
    .adopt(&self, \.hints, action: Feed.Action.hintsCase, change)
  }

  /// Another mode is on screen: the keys of the one before do not hold any more.
  mutating func tellMode() -> Effect<Feed.Action> {
    var cleared = Effect<Feed.Action>.none
    if case .keys(let hint) = toast.message, hint != mode { cleared = clearToast() }
    guard let mode else { return cleared }
    return cleared.merge(with: adoptHints { $0.tell(mode) })
  }

  /// Waits whether the user stays at a clip that is shown whole.
  mutating func waitForStay() -> Effect<Feed.Action> {
    guard mode == nil, case .item = currentID, let clip = shown?.clip, !clip.isStill else {
      return .none
    }
    return adoptHints { $0.wait(at: clip.id, clip.playerID) }
  }

  private mutating func offerExcerpts(
    of page: PageID, duration: Double
  ) -> Effect<Feed.Action> {
    guard page == currentID, mode == nil, overlay == nil, toast.message == nil,
      duration >= ExcerptRequest.shortest
    else { return .none }
    return adoptHints { $0.tell(.longClip) }
  }
}

extension Feed.Action {
  static let hintsCase = CasePath<Feed.Action, Hints.Action>(
    embed: Feed.Action.hints,
    extract: { if case .hints(let action) = $0 { action } else { nil } })
}
