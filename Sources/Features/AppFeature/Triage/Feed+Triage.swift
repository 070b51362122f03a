import Clients
import Composable
import Models

// What the user decides about clips.
extension Feed.State {
  /// What was decided about an item; as long as nothing was, what its file's attributes say.
  package func review(of id: ItemID?) -> Review {
    let saved = savedReview(of: id)
    guard saved.isEmpty, triage.isOn, let id else { return saved }
    return triage.notes[id]?.review ?? saved
  }

  func savedReview(of id: ItemID?) -> Review { marks(of: id).review ?? Review() }

  /// Turns triage on or off: on, it begins at the page on screen if that has no verdict, or else at
  /// the next one without.
  mutating func toggleTriage() -> Effect<Feed.Action> {
    triage.isOn.toggle()
    let filter = Triage.filter(window.nextFilter, hidesJudged: triage.isOn)
    return .merge(
      show(.triage(triage.isOn)), beginTriage(), change { $0.open(at: $0.lastItem, filter: filter) }
    )
  }

  /// Has the verdicts counted, and asks what earlier runs did.
  mutating func beginTriage() -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.recordClient) var recordClient
    @Dependency(\.applyClient) var applyClient
    guard triage.isOn, triage.undo.load() else { return .none }
    return .run { [feedClient, recordClient, applyClient] send in
      feedClient.countVerdicts()
      let (lots, tags) = await (recordClient.lots(), recordClient.tags())
      await send(.decisionsFound(lots, applyClient.last(), tags: tags))
    }
  }

  /// The picture of a page is on screen in so many seconds.
  mutating func pictureShown(_ id: PageID, in rest: Double) {
    @Dependency(\.date) var date
    guard visit?.id == id, visit?.pictureSince == nil else { return }
    visit?.pictureSince = date.seconds + min(max(rest, 0), Triage.longestWay)
  }

  /// Whether the page on screen has been seen, so that what is decided about it counts.
  var isJudgeable: Bool {
    @Dependency(\.date) var date
    let picture = overview == nil ? visit?.pictureSince : overview?.seenSince
    // What is marked was seen then.
    if isLot { return true }
    // It is not what the keys before lead to.
    guard !isSubjectPending else { return false }
    guard subject?.key != nil, let since = picture else { return false }
    return [since, triage.refused].map { date.seconds - $0 }.allSatisfy {
      // A clock that is set back delays nothing.
      $0 >= Triage.threshold || $0 < -Triage.longestWay
    }
  }

  /// Makes a decision about the page on screen, if that has been seen; a key that comes too early
  /// does nothing.
  mutating func whenSeen(
    _ decide: (inout Self) -> Effect<Feed.Action>
  ) -> Effect<Feed.Action> {
    @Dependency(\.date) var date
    guard isJudgeable else {
      triage.refused = date.seconds
      return isSubjectPending || subject?.key != nil ? show(.tooEarly) : .none
    }
    return decide(&self)
  }

  /// Sets the verdict on the item on screen, and goes on to the next one.
  mutating func judge(_ verdict: Review.Verdict?, goesOn: Bool) -> Effect<Feed.Action> {
    let isLot = isLot
    let told = tell(.judged(verdict, of: goesOn ? subject?.title : nil))
    let decided = decide { $0.verdict = verdict }
    guard goesOn else { return .merge(told, decided) }
    // They are done with.
    if isLot { overview?.unmarkAll() }
    return .merge(told, decided, isLot ? .none : goOn())
  }

  mutating func rate(_ rating: Int) -> Effect<Feed.Action> {
    .merge(tell(.rated(rating)), decide { $0.rating = rating })
  }

  /// Tells what is being decided: of several items, how many there are.
  private mutating func tell(_ message: Toast.Message) -> Effect<Feed.Action> {
    show(isLot ? .lot(subjects.count, isUndone: false) : message)
  }

  /// Goes on to the next page; the last one of a filter leaves it once its verdict is saved.
  mutating func goOn() -> Effect<Feed.Action> {
    if overview != nil { return .send(.overview(.moved(.tiles(1)))) }
    // A verdict on an excerpt is one on its clip.
    let end = currentItem.flatMap { window.range(of: $0)?.upperBound }
    let steps = end.flatMap { end in window.currentIndex.map { end - $0 } } ?? 1
    let isLast = end == window.pages.count && !window.ahead.canGrow
    if isLast, filter != .none { triage.leaving = currentItem }
    return change { isLast ? FeedWindow.Step() : $0.swipe(Swipes(steps)) }
  }

  /// Gives the item on screen one of the tags that have keys.
  mutating func tag(_ index: Int) -> Effect<Feed.Action> {
    guard triage.tags.indices.contains(index) else { return tell(.tagged(nil)) }
    let tag = triage.tags[index]
    let decided = decide { review in
      if !review.tags.contains(tag), review.tags.count < Review.maxTags { review.tags.append(tag) }
    }
    return .merge(tell(.tagged(tag)), decided)
  }
}
