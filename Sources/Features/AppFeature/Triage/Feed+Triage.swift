import Clients
import Composable
import Models

// What triage sees of the feed, and what the feed does for it.
extension Feed.State {
  /// What was decided about an item; as long as nothing was, what its file's attributes say.
  package func review(of id: ItemID?) -> Review {
    let saved = marks(of: id).review ?? Review()
    guard saved.isEmpty, triage.isOn, let id else { return saved }
    return triage.notes[id]?.review ?? saved
  }

  /// The items that keys are for: those that are marked, or else the subject.
  package var subjects: [FeedItem] {
    if let marked = overview?.marked, !marked.isEmpty { return marked.elements }
    return subject.map { [$0] } ?? []
  }

  /// Whether keys are for all marked items.
  package var isLot: Bool { overview?.marked.isEmpty == false }

  /// Changes triage through its own method or reducer, and does what that wants.
  mutating func withTriage(
    _ change: (inout Triage.State) -> Effect<Triage.Action>
  ) -> Effect<Feed.Action> {
    let effect = Effect<Feed.Action>.adopt(
      &self, \.judging, action: Feed.Action.triageCase, change)
    let wishes = triage.scene.wishes
    triage.scene = Triage.Scene()
    return .merge([effect] + wishes.map { fulfil($0) })
  }

  /// Triage, with what it acts on.
  private var judging: Triage.State {
    get {
      var triage = triage
      triage.scene = scene
      return triage
    }
    _modify {
      triage.scene = scene
      yield &triage
      // With a second owner, changing the marks would copy all of them.
      triage.scene.marks = [:]
      for (id, review) in triage.scene.reviews { marks[id, default: ItemMarks()].review = review }
    }
  }

  private var scene: Triage.Scene {
    Triage.Scene(
      subjects: subjects, isLot: isLot, isPending: isSubjectPending,
      seenSince: subjectSeenSince, page: shown, current: currentItem, isMarkable: isMarkable,
      notedFile: notedFile, isSuspended: isSuspended,
      items: items.elements.compactMap(\.item) + (overview?.tiles.elements.map(\.item) ?? []),
      marks: marks)
  }

  private mutating func fulfil(_ wish: Triage.Wish) -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    switch wish {
    case .toast(let message): return show(message)
    case .goOn: return goOn()
    case .unmarkAll:
      overview?.unmarkAll()
      return .none
    case .show(let item): return show(item)
    case .goBack(to: let item, let page):
      let shown = show(item, page)
      triage.arrive(at: currentItem, of: item)
      return shown
    case .reopenExcerpt(let place):
      excerpts.open(at: place)
      return .none
    case .open(let item, after: let reviews):
      return .concatenate(
        .run { [feedClient] _ in feedClient.reconsider(reviews, false) },
        change { $0.open(at: item, filter: $0.filter) })
    case .hideJudged(let hides):
      let filter = Triage.filter(window.nextFilter, hidesJudged: hides)
      return change { $0.open(at: $0.lastItem, filter: filter) }
    case .suspend(let isSuspended): return setSuspended(isSuspended)
    }
  }

  /// Goes on to the next page; the last one of a filter leaves it once its verdict is saved.
  private mutating func goOn() -> Effect<Feed.Action> {
    if let moved = moveCursor(.next) { return moved }
    // A verdict on an excerpt is one on its clip.
    let end = currentItem.flatMap { window.range(of: $0)?.upperBound }
    let steps = end.flatMap { end in window.currentIndex.map { end - $0 } } ?? 1
    let isLast = end == window.pages.count && !window.ahead.canGrow
    guard isLast else { return change { $0.swipe(Swipes(steps)) } }
    // Only a verdict takes it out of the filter.
    if filter != .none, review(of: currentItem).verdict != nil { triage.leaving = currentItem }
    return .none
  }

  /// After the last verdict, a swipe back shows all clips, at the one that was judged last; `nil` otherwise.
  mutating func lookBack(by swipes: Swipes) -> Effect<Feed.Action>? {
    guard triage.isOn, isEmpty, let last = triage.lastDecided,
      swipes.destination(from: 0, within: nil) < 0
    else { return nil }
    return change { $0.open(at: last, filter: Triage.filter($0.filter, hidesJudged: false)) }
  }

  /// Tells the index of what has left the screen. On a page, the clip that was decided about last is kept, to
  /// be looked back at (docs/decisions/triage.md); in the overview, it would be among all that match.
  mutating func updateIndex() -> Effect<Feed.Action> {
    let staying = [currentItem, overview == nil ? triage.lastDecided : nil]
    // On nearly every turn, there is nothing to tell, and no scene to make for it.
    guard triage.outdated.keys.contains(where: { !staying.contains($0) }) else { return .none }
    return withTriage { $0.updateIndex(beside: staying) }
  }

  /// Stops the clip on screen while the terminal belongs to another program.
  mutating func setSuspended(_ isSuspended: Bool) -> Effect<Feed.Action> {
    self.isSuspended = isSuspended
    let stops = isSuspended || isTileStill
    return adoptCurrent { $0.adoptClip { stops ? $0.suspend() : $0.resume() } }
  }

  /// The frame of a page, or what takes its place, is on screen in so many seconds.
  mutating func frameShown(_ id: PageID, in rest: Double) {
    @Dependency(\.date) var date
    guard visit?.id == id, visit?.frameSince == nil else { return }
    visit?.frameSince = date.seconds + min(max(rest, 0), Triage.longestWay)
  }
}

// What it needs to know of the clip on screen.
extension Feed.State {
  /// The file of the clip on screen, if its notes are shown.
  var notedFile: FilePath? {
    triage.isOn ? current?.item?.playable?.location.filePath : nil
  }

  /// The part that plays again and again: the marked one of the clip on screen, during triage.
  var loopedPart: LoopedPart? {
    guard triage.isOn, let clip = current?.clip, clip.item.excerpt == nil, hasOwnTimes,
      let part = review(of: clip.item.id).part
    else { return nil }
    return LoopedPart(id: clip.playerID, times: part)
  }

  /// Whether times on screen are those of the item, and not of another film that it is a piece of.
  private var hasOwnTimes: Bool {
    guard let shown = currentItem.flatMap({ window.excerpts[$0] }), let film = shown.film else {
      return true
    }
    return film.item.location == shown.item.location?.whole
  }

  /// Whether the item on screen is a clip that plays.
  var isMarkable: Bool {
    guard let page = current, page.item?.key != nil, hasOwnTimes, let clip = page.clip else {
      return false
    }
    return !clip.isStill && clip.status == .ready
  }
}

extension Feed.Action {
  package static let triageCase = CasePath<Feed.Action, Triage.Action>(
    embed: Feed.Action.triage,
    extract: { if case .triage(let action) = $0 { action } else { nil } })
}
