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

  private func savedReview(of id: ItemID?) -> Review { marks(of: id).review ?? Review() }

  /// Turns triage on or off: on, it begins at the page on screen if that has no verdict, or else at
  /// the next one without.
  mutating func toggleTriage() -> Effect<Feed.Action> {
    triage.isOn.toggle()
    let filter = Triage.filter(window.nextFilter, hidesJudged: triage.isOn)
    return .merge(
      beginTriage(), change { $0.open(at: $0.lastItem, filter: filter) })
  }

  /// Has the verdicts counted, and asks for the decisions of earlier runs.
  mutating func beginTriage() -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.recordClient) var recordClient
    guard triage.isOn, triage.load() else { return .none }
    return .run { [feedClient, recordClient] send in
      feedClient.countVerdicts()
      let tags = await recordClient.tags()
      await send(.decisionsFound(recordClient.decisions(), tags: tags))
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
      return .none
    }
    return decide(&self)
  }

  /// Sets the verdict on the item on screen, and goes on to the next one.
  mutating func judge(_ verdict: Review.Verdict?, goesOn: Bool) -> Effect<Feed.Action> {
    let isLot = isLot
    let decided = decide { $0.verdict = verdict }
    guard goesOn else { return decided }
    // They are done with.
    if isLot { overview?.unmarkAll() }
    return isLot ? decided : decided.merge(with: goOn())
  }

  /// Goes on to the next page; the last one of a filter leaves it once its verdict is saved.
  private mutating func goOn() -> Effect<Feed.Action> {
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
    guard triage.tags.indices.contains(index) else { return .none }
    let tag = triage.tags[index]
    return decide { review in
      if !review.tags.contains(tag), review.tags.count < Review.maxTags { review.tags.append(tag) }
    }
  }

  /// Changes the review of the item on screen. It shows at once; saving it may still fail.
  mutating func decide(_ change: (inout Review) -> Void) -> Effect<Feed.Action> {
    if isLot { return decideLot(change) }
    guard let item = subject, let key = item.key else { return .none }
    let before = savedReview(of: item.id)
    // What the file's attributes say is decided with it.
    var after = review(of: item.id)
    change(&after)
    guard after != before, after != review(of: item.id) else { return .none }
    let decision = Decision(
      id: newDecisionID, key: key, title: item.title, before: before, after: after)
    triage.decide([decision])
    return make(decision, seenIn: player(of: key))
  }

  /// The player that shows an item's own file on screen; `nil` if none does.
  private func player(of key: ContentKey) -> PlayerID? {
    guard overview == nil, case .file(let path) = key, let page = current,
      page.location?.whole == .file(path)
    else { return nil }
    return page.playerID
  }

  /// The id of the next decision, in microseconds since 1970: not the one after the last, which would
  /// be of the same lot.
  var newDecisionID: Int {
    @Dependency(\.date) var date
    let now = Int(exactly: (date.seconds * 1e6).rounded(.down)) ?? 0
    return max(now, (triage.done.last?.id ?? 0) &+ 2)
  }

  /// Saves a decision.
  ///
  /// - Parameter player: What the user has seen.
  private mutating func make(
    _ decision: Decision, seenIn player: PlayerID? = nil
  ) -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.playerClient) var playerClient
    @Dependency(\.recordClient) var recordClient
    let known = itemID(of: decision.key)
    if let known { setReview(of: known, from: decision.before, to: decision.after) }
    return .run { [feedClient, playerClient, recordClient] send in
      var made = decision
      // Another file may have taken its place by now.
      made.seen = player.flatMap { playerClient.nowPlaying($0).fileVersion }
      let saved = await recordClient.decide([made])
      let id: ItemID? = if let known { known } else { await feedClient.id(of: decision.key) }
      await send(.decided(decision, of: id, saved.error))
    }
  }

  /// A decision was saved, or could not be: then it was not made.
  mutating func decided(
    _ decision: Decision, of id: ItemID?, _ error: FeedError?
  ) -> Effect<Feed.Action> {
    if error != nil { triage.drop([decision]) }
    guard let id else { return .none }
    guard error == nil else {
      if triage.leaving == id { triage.leaving = nil }
      setReview(of: id, from: decision.after, to: decision.before)
      // The user has yet to see what is there now.
      return error?.reason == .replaced ? show(id) : .none
    }
    setReview(of: id, from: decision.before, to: decision.after)
    guard triage.leaving == id else {
      triage.outdated.insert(id)
      return id == currentItem ? reconsider([id], isOnScreen: true) : updateIndex()
    }
    triage.leaving = nil
    return .concatenate(
      reconsider([id]), change { $0.open(at: id, filter: $0.filter) })
  }

  /// Takes the last decision back, and returns to its item.
  mutating func undo() -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.recordClient) var recordClient
    triage.isReturning = triage.isUndoUnknown && triage.earlier != .unknown
    if triage.isUndoUnknown { triage.undoLater() }
    let lot = triage.undo()
    guard let decision = lot.first else { return .none }
    if lot.count > 1 { return undoLot(lot) }
    triage.leaving = nil
    let known = itemID(of: decision.key)
    var turned = Effect<Feed.Action>.none
    if let known {
      setReview(of: known, from: decision.after, to: decision.before)
      turned = show(known)
    }
    triage.isReturning = known == nil || known != currentItem
    return .merge(
      turned,
      .run { [feedClient, recordClient] send in
        let saved = await recordClient.takeBack([decision])
        let id: ItemID? = if let known { known } else { await feedClient.id(of: decision.key) }
        await send(.takenBack(decision, of: id, saved.error))
      })
  }

  /// A decision was taken back, or could not be: then it still holds.
  mutating func takenBack(
    _ decision: Decision, of id: ItemID?, _ error: FeedError?
  ) -> Effect<Feed.Action> {
    triage.isReturning = false
    if error != nil { triage.keep([decision]) }
    guard let id else { return .none }
    guard error == nil else {
      setReview(of: id, from: decision.before, to: decision.after)
      return .none
    }
    setReview(of: id, from: decision.after, to: decision.before)
    guard id != currentItem else { return reconsider([id]) }
    return .concatenate(
      reconsider([id]), change { $0.open(at: id, filter: $0.filter) })
  }

  /// Makes the decision again that was undone last; after a verdict, goes on.
  mutating func redo() -> Effect<Feed.Action> {
    let lot = triage.redo()
    guard let decision = lot.first else { return .none }
    if lot.count > 1 { return redoLot(lot) }
    let isHere = current?.item?.key == decision.key
    let made = make(decision)
    let isVerdict = decision.before.verdict != decision.after.verdict
    return isHere && isVerdict ? made.merge(with: goOn()) : made
  }

  /// Tells the index of saved reviews. The item on screen stays in its filter while it is there.
  mutating func updateIndex() -> Effect<Feed.Action> {
    let ids = triage.outdated.filter { $0 != currentItem }
    guard !ids.isEmpty else { return .none }
    triage.outdated.subtract(ids)
    return reconsider(ids.sorted { $0.rawValue < $1.rawValue })
  }

  private func reconsider(
    _ ids: [ItemID], isOnScreen: Bool = false
  ) -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    return .run { [feedClient] _ in feedClient.reconsider(ids, isOnScreen) }
  }

  mutating func setReview(of id: ItemID, from old: Review, to new: Review) {
    marks[id, default: ItemMarks()].review = savedReview(of: id).changed(from: old, to: new)
  }

  func itemID(of key: ContentKey) -> ItemID? {
    triage.lotIDs[key] ?? items.elements.first { $0.item?.key == key }?.id.item
      ?? overview?.tiles.elements.first { $0.item.key == key }?.id
  }
}

extension FeedClient {
  /// The item with some content; `nil` if the feed has none.
  func id(of key: ContentKey) async -> ItemID? {
    let request = FeedBatchRequest(.content(key), limit: 1, isInclusive: true)
    return try? await page(request).get().items.first?.id
  }
}

extension Result where Success == Void {
  /// Why it failed.
  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
