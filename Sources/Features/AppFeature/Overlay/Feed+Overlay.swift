import Clients
import Composable
import Models

// What lies over the page.
extension Feed.State {
  /// Whether something hides the page, which is paused meanwhile.
  package var isCovered: Bool { overlay?.coversPage == true }

  /// Opens something in place of what lies over the page; what is open already closes.
  mutating func toggle(_ kind: Overlay.Kind) -> Effect<Feed.Action> {
    @Dependency(\.playerClient) var playerClient
    if overlay?.isBusy == true { return .none }
    if overlay?.id == kind { return closeOverlay() }
    switch kind {
    case .help: return open(.help)
    case .details:
      guard let details = current.flatMap(Details.State.init) else { return .none }
      return .merge(open(.details(details)), findFacts())
    case .chapters:
      guard let clip = shown?.clip, !clip.status.isFailed else { return .none }
      return .run { [playerClient] send in
        let playing = playerClient.nowPlaying(clip.playerID)
        await send(
          .chaptersFound(
            playing.details?.chapters ?? [], of: clip.id, at: playing.time.position))
      }
    case .apply:
      return .merge(
        open(.apply(Apply.State())),
        adoptOverlay { overlay in
          .adopt(&overlay, \.apply, action: Overlay.Action.applyCase) { $0.plan() }
        })
    case .filter, .number, .tags:
      return line(kind).map { open(.line($0)) } ?? .none
    }
  }

  /// Shows the chapters of a clip, which is at a time in seconds.
  mutating func showChapters(
    _ chapters: [Chapter], of id: PageID, at time: Double
  ) -> Effect<Feed.Action> {
    guard !chapters.isEmpty else { return show(.chapter(nil, of: id)) }
    guard id == currentID, overlay?.isBusy != true else { return .none }
    return open(.chapters(Chapters.State(chapters, at: time)))
  }

  /// Asks what the player knows of the item whose details are shown.
  mutating func findFacts() -> Effect<Feed.Action> {
    adoptOverlay { overlay in
      .adopt(&overlay, \.details, action: Overlay.Action.detailsCase) { $0.findFacts() }
    }
  }

  private mutating func open(_ content: Overlay.Content) -> Effect<Feed.Action> {
    let wasCovered = isCovered
    overlay = Overlay.State(content)
    if isCovered == wasCovered { return .none }
    return isCovered ? adoptCurrent { $0.pageCovered() } : uncover()
  }

  /// Shows the page again.
  mutating func closeOverlay() -> Effect<Feed.Action> {
    let wasCovered = isCovered
    overlay = nil
    return wasCovered ? uncover() : .none
  }

  /// The page goes, and with it what is shown about it; so does the list of keys, unless the page
  /// only plays in its tile.
  mutating func leaveOverlay(isTurned: Bool) {
    switch overlay?.content {
    case .details, .chapters: overlay = nil
    case .help where isTurned && shown != nil: overlay = nil
    case .help, .apply, .line, nil: break
    }
  }

  private mutating func adoptOverlay(
    _ change: (inout Overlay.State) -> Effect<Overlay.Action>
  ) -> Effect<Feed.Action> {
    .adopt(&self, \.overlay, action: Feed.Action.overlayCase, change)
  }

  /// Does what the overlay cannot do itself.
  mutating func reduce(_ action: Overlay.Action) -> Effect<Feed.Action> {
    switch action {
    case .line(.delegate(let wish)): return closeLine(wish)
    case .chapters(.delegate(.seek(to: let time))):
      let sought = adoptCurrent { page in
        page.adoptClip { clip in
          clip.leaveEnd()
          return clip.seek { _ in time }
        }
      }
      return .concatenate(sought, closeOverlay())
    case .apply(.delegate(.close)): return closeOverlay()
    case .apply(.delegate(.failed(let error))):
      return .merge(closeOverlay(), show(.failed(.apply, error)))
    case .apply(.delegate(.applied(let result))):
      triage.applied(result.batch)
      return .merge(closeOverlay(), show(.applied(result)))
    case .scroll, .line, .chapters, .apply, .details: return .none
    }
  }

  /// Closes what lies over the page; with nothing open, clears the filter and stays on the page.
  mutating func closeTopmost() -> Effect<Feed.Action> {
    if let overlay {
      if overlay.line != nil { return restoreFilter() }
      return overlay.isBusy ? .none : closeOverlay()
    }
    if isLot, !isEmpty {
      overview?.unmarkAll()
      return .none
    }
    let filter = window.nextFilter
    let isTyped = Triage.filter(filter, hidesJudged: false) != .none
    if !isTyped, let opened = openTile() { return opened }
    if let item = shown?.item, window.excerpts[item.id] != nil {
      return change { $0.leaveExcerpts() }
    }
    guard filter != .none else { return .none }
    // In triage, first what was typed goes, then what leaves judged clips out.
    let hidesJudged = triage.isOn && isTyped && Triage.hidesJudged(filter)
    let wider = Triage.filter(.none, hidesJudged: hidesJudged)
    let id = overview?.current?.id ?? window.lastItem
    return change { $0.open(at: id, filter: wider) }
  }
}

extension Feed.Action {
  static let overlayCase = CasePath<Feed.Action, Overlay.Action>(
    embed: Feed.Action.overlay,
    extract: { if case .overlay(let action) = $0 { action } else { nil } })
}
