import Composable
import Models

// The order of keys for clips and of those that lead to other clips
// (docs/decisions/feed-window.md).
extension App.State {
  /// How long keys wait for their clip.
  static var keyPatience: Duration { .seconds(3) }
  /// Keys beyond it are refused as too early.
  static var maxPendingKeys: Int { 100 }

  /// Holds an action back that is for another clip than the one on screen.
  ///
  /// - Returns: `nil` if the action is to be carried out now.
  mutating func hold(_ action: App.Action) -> Effect<App.Action>? {
    let isPending = feed.isSubjectPending
    // The keys before it have closed the overview.
    if case .feed(let action) = action, feed.isTooLate(action) { return Effect.none }
    switch action.order {
    case .free: return nil
    case .unseen:
      // What lies over the page can always be closed.
      if case .feed(.overlayTapped(feed.overlay?.id)) = action { return nil }
      return isPending ? show(.tooEarly) : nil
    case .patient: return isPending ? keep(action) : nil
    case .leading: return pendingKeys.isEmpty && !feed.triage.isReturning ? nil : keep(action)
    case .last:
      // A user who presses the key again does not wait.
      return pendingKeys.isEmpty || pendingKeys.last == action ? nil : keep(action)
    }
  }

  private mutating func keep(_ action: App.Action) -> Effect<App.Action> {
    let last = pendingKeys.last
    if case .feed(.swiped(by: var swipes)) = last, case .feed(.swiped(by: let others)) = action {
      swipes.append(others)
      pendingKeys[pendingKeys.count - 1] = .feed(.swiped(by: swipes))
      return .none
    }
    // The repeats of a held key do not queue up.
    guard last != action else { return .none }
    guard pendingKeys.count < Self.maxPendingKeys else { return show(.tooEarly) }
    pendingKeys.append(action)
    guard last == nil else { return .none }
    return .send(.keysExpired, after: Self.keyPatience, id: App.CancelID.keys)
  }

  /// The clip that keys wait for is there, or will not come.
  mutating func turned(from old: Feed.State.Turn, to new: Feed.State.Turn) -> Effect<App.Action> {
    guard !pendingKeys.isEmpty else { return .none }
    guard old.missed == new.missed else { return dropKeys() }
    guard !new.isPending else { return .none }
    let keys = pendingKeys
    pendingKeys = []
    return .merge([.cancel(id: App.CancelID.keys)] + keys.map { .send($0) })
  }

  /// Forgets the keys that wait, and says so.
  mutating func dropKeys() -> Effect<App.Action> {
    let quits = pendingKeys.last == .quitTapped
    pendingKeys = []
    return .merge(
      .cancel(id: App.CancelID.keys), show(.tooEarly), quits ? .send(.quitTapped) : .none)
  }
}

/// What a key is for.
private enum KeyOrder {
  /// All clips, or whatever is on screen.
  case free
  /// One clip, which nobody has to see for it: it waits for that.
  case patient
  /// One clip, once that can be seen.
  case unseen
  /// Another clip: what is for this one comes first.
  case leading
  /// The end of the program.
  case last
}

extension App.Action {
  fileprivate var order: KeyOrder {
    switch self {
    case .feed(let action): action.order
    case .snapshotTapped: .unseen
    case .quitTapped: .last
    default: .free
    }
  }
}

extension Feed.Action {
  // Verdicts, ratings, tags and marks come too early by their own rule.
  fileprivate var order: KeyOrder {
    switch self {
    case .likeTapped, .rotateTapped, .overview(.markTapped): .patient
    case .overlayTapped(.details), .overlayTapped(.chapters), .overlayTapped(.tags), .openTapped,
      .copyTapped, .triage(.captionTapped), .excerpts(.tapped), .excerpts(.filmTapped):
      .unseen
    case .item(_, .clip(let action)): action.isKey ? .unseen : .free
    case .swiped, .firstTapped, .lastTapped, .sections(.tapped), .triage(.toggled),
      .triage(.undoTapped), .triage(.redoTapped),
      .overviewTapped, .overview(.opened), .overview(.moved), .overview(.scrolled),
      .overview(.rangeTapped), .overview(.allTapped):
      .leading
    // Listed, so that each new action is thought of here.
    case .appeared, .found, .settled, .windowOutdated, .changed, .loopModeTapped, .refreshTapped,
      .refreshed, .retried, .loggedIn, .machinesLost, .overlayTapped, .chaptersFound, .escapeTapped,
      .likeFailed, .frameShown,
      .marksFound, .suspended, .resumed, .left, .spinner, .item, .overlay, .toast, .overview,
      .excerpts, .hints, .triage, .sections:
      .free
    }
  }
}

extension ClipItem.Action {
  /// Whether it comes from a key for the clip on screen.
  fileprivate var isKey: Bool {
    switch self {
    case .playPauseTapped, .seekTapped, .chapterTapped, .eventTapped, .jumpTapped, .stepTapped,
      .soundTrackTapped, .subtitlesTapped:
      true
    default: false
    }
  }
}
