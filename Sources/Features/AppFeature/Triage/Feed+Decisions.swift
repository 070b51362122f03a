import Clients
import Composable
import Models

// What the user decides, undoes and redoes (docs/decisions/triage.md).
extension Feed.State {
  /// The items that keys are for: those that are marked, or else the subject.
  package var subjects: [FeedItem] {
    if let marked = overview?.marked, !marked.isEmpty { return marked.elements }
    return subject.map { [$0] } ?? []
  }

  /// Whether keys are for all marked items.
  package var isLot: Bool { overview?.marked.isEmpty == false }

  /// Changes the reviews of the items that keys are for. It shows at once; saving it may still fail.
  mutating func decide(_ change: (inout Review) -> Void) -> Effect<Feed.Action> {
    @Dependency(\.date) var date
    let decisions = subjects.compactMap { item -> Decision? in
      guard let key = item.key else { return nil }
      let (before, shown) = (savedReview(of: item.id), review(of: item.id))
      // What the file's attributes say is decided with it.
      var after = shown
      change(&after)
      guard after != before, after != shown else { return nil }
      return Decision(key: key, item: item.id, title: item.title, before: before, after: after)
    }
    guard !decisions.isEmpty else { return .none }
    let now = Int(exactly: (date.seconds * 1e6).rounded(.down)) ?? 0
    let id = max(now, (triage.undo.lots.last?.id ?? 0) &+ 1)
    let lot = Lot(id: id, time: date.seconds, decisions: decisions)
    triage.undo.add(.decided(lot))
    return make(lot, seenIn: isLot ? nil : player(of: decisions[0].key))
  }

  /// The player that shows an item's own file on screen; `nil` if none does.
  private func player(of key: ContentKey) -> PlayerID? {
    guard overview == nil, case .file(let path) = key, let page = current,
      page.location?.whole == .file(path)
    else { return nil }
    return page.playerID
  }

  /// Saves a lot.
  ///
  /// - Parameter player: What the user has seen.
  private mutating func make(_ lot: Lot, seenIn player: PlayerID? = nil) -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.playerClient) var playerClient
    @Dependency(\.recordClient) var recordClient
    let lot = found(lot)
    setReviews(by: lot.decisions)
    return .run { [feedClient, playerClient, recordClient] send in
      var made = lot
      // Another file may have taken its place by now.
      if let player { made.decisions[0].seen = playerClient.nowPlaying(player).fileVersion }
      let saved = await recordClient.decide(made)
      await send(.decided(feedClient.found(made), saved.error))
    }
  }

  /// A lot was saved, or could not be: then it was not decided.
  mutating func decided(_ lot: Lot, _ error: FeedError?) -> Effect<Feed.Action> {
    let items = lot.decisions.compactMap(\.item)
    let isLeft = triage.leaving.map(items.contains) ?? false
    if let error {
      triage.undo.drop(lot)
      if isLeft { triage.leaving = nil }
      setReviews(by: lot.decisions.map(\.inverse))
      // The user has yet to see what is there now.
      let shown = error.reason == .replaced ? items.first.map { show($0) } ?? .none : .none
      return .merge(show(.reviewFailed(error)), shown)
    }
    setReviews(by: lot.decisions)
    if isLeft, let item = triage.leaving.take() { return reconsider([item], opening: item) }
    triage.outdated.formUnion(items)
    guard let currentItem, items.contains(currentItem) else { return updateIndex() }
    return updateIndex().merge(with: reconsider([currentItem], isOnScreen: true))
  }

  /// Undoes what was done last, and returns to its item.
  mutating func undo() -> Effect<Feed.Action> {
    triage.isReturning = triage.undo.isUnknown && triage.undo.earlier != .unknown
    if triage.undo.isUnknown {
      triage.undo.undoLater()
      return .none
    }
    switch triage.undo.undo() {
    case nil: return show(.undone(nil))
    case .applied(let batch): return takeBack(batch)
    case .decided(let lot):
      let count = lot.decisions.count
      let told = show(count > 1 ? .lot(count, isUndone: true) : .undone(lot.decisions.first))
      return .merge(told, takeBack(found(lot)))
    }
  }

  private mutating func takeBack(_ lot: Lot) -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.recordClient) var recordClient
    triage.leaving = nil
    setReviews(by: lot.decisions.map(\.inverse))
    let first = lot.decisions.first?.item
    let turned = first.map { show($0) } ?? .none
    triage.isReturning = first == nil || first != currentItem
    return .merge(
      turned,
      .run { [feedClient, recordClient] send in
        let saved = await recordClient.takeBack(lot)
        await send(.takenBack(feedClient.found(lot), saved.error))
      })
  }

  /// A lot was taken back, or could not be: then it still holds.
  mutating func takenBack(_ lot: Lot, _ error: FeedError?) -> Effect<Feed.Action> {
    triage.isReturning = false
    if let error {
      triage.undo.keep(lot)
      setReviews(by: lot.decisions)
      return show(.reviewFailed(error))
    }
    setReviews(by: lot.decisions.map(\.inverse))
    let items = lot.decisions.compactMap(\.item)
    return reconsider(items, opening: items.first == currentItem ? nil : items.first)
  }

  private func takeBack(_ batch: AppliedBatch) -> Effect<Feed.Action> {
    @Dependency(\.applyClient) var applyClient
    return .run { [applyClient] send in
      let result = await applyClient.undo(batch.id)
      // There may be one before it, or some of its files could not be brought back.
      await send(.applyUndone(result, applyClient.last()))
    }
  }

  /// Files have followed the verdicts.
  mutating func applied(_ batch: Int) {
    @Dependency(\.date) var date
    triage.undo.add(.applied(AppliedBatch(id: batch, time: date.seconds)))
  }

  /// Redoes what was undone last; after a verdict on the clip on screen, goes on.
  mutating func redo() -> Effect<Feed.Action> {
    guard let lot = triage.undo.redo() else { return show(.redone(nil)) }
    let count = lot.decisions.count
    let told = show(count > 1 ? .lot(count, isUndone: false) : .redone(lot.decisions.first))
    let isHere = current?.item?.key == lot.decisions.first?.key
    return .merge(told, make(lot), isHere && lot.isVerdict ? goOn() : .none)
  }

  /// Tells the index of saved reviews. The item on screen stays in its filter while it is there.
  mutating func updateIndex() -> Effect<Feed.Action> {
    let ids = triage.outdated.filter { $0 != currentItem }
    guard !ids.isEmpty else { return .none }
    triage.outdated.subtract(ids)
    return reconsider(ids.sorted { $0.rawValue < $1.rawValue })
  }

  private func reconsider(
    _ items: [ItemID], isOnScreen: Bool = false
  ) -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    return .run { [feedClient] _ in feedClient.reconsider(items, isOnScreen) }
  }

  /// Tells the index of reviews, then opens one of the items.
  private mutating func reconsider(
    _ items: [ItemID], opening item: ItemID?
  ) -> Effect<Feed.Action> {
    let told = reconsider(items)
    guard let item else { return told }
    return .concatenate(told, change { $0.open(at: item, filter: $0.filter) })
  }

  /// Shows what was decided, as far as it is about items of this feed.
  private mutating func setReviews(by decisions: [Decision]) {
    for decision in decisions {
      guard let item = decision.item else { continue }
      marks[item, default: ItemMarks()].review = savedReview(of: item)
        .changed(from: decision.before, to: decision.after)
    }
  }

  /// A lot with those of its items that are at hand.
  private func found(_ lot: Lot) -> Lot {
    var lot = lot
    for index in lot.decisions.indices where lot.decisions[index].item == nil {
      let key = lot.decisions[index].key
      lot.decisions[index].item =
        items.elements.first { $0.item?.key == key }?.id.item
        ?? overview?.tiles.elements.first { $0.item.key == key }?.id
    }
    return lot
  }
}

extension FeedClient {
  /// A lot with those of its items that are anywhere in the feed.
  fileprivate func found(_ lot: Lot) async -> Lot {
    var lot = lot
    for index in lot.decisions.indices where lot.decisions[index].item == nil {
      let request = FeedBatchRequest(
        .content(lot.decisions[index].key), limit: 1, isInclusive: true)
      lot.decisions[index].item = try? await page(request).get().items.first?.id
    }
    return lot
  }
}

extension Result where Success == Void {
  /// Why it failed.
  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
