import Clients
import Composable
import Models

// What the user decides, undoes and redoes.
extension Triage.State {
  /// What was decided about an item; as long as nothing was, what its file's attributes say.
  private func review(of id: ItemID) -> Review {
    let saved = scene.review(of: id)
    return saved.isEmpty ? notes[id]?.review ?? saved : saved
  }

  /// Turns triage on or off: on, it begins at the page on screen if that has no verdict, or else at
  /// the next one without.
  mutating func toggle() -> Effect<Triage.Action> {
    isOn.toggle()
    scene.wishes += [.toast(.triage(isOn)), .hideJudged(isOn)]
    return load()
  }

  /// Starts counting the verdicts, and asks what earlier runs did.
  mutating func load() -> Effect<Triage.Action> {
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.recordClient) var recordClient
    @Dependency(\.applyClient) var applyClient
    guard isOn, undo.load() else { return .none }
    return .run { [feedClient, recordClient, applyClient] send in
      feedClient.countVerdicts()
      let (lots, tags) = await (recordClient.lots(), recordClient.tags())
      await send(.decisionsFound(lots, applyClient.last(), tags: tags))
    }
  }

  /// Whether the subject has been seen, so that what is decided about it counts.
  private var isSeen: Bool {
    @Dependency(\.date) var date
    // What is marked was seen then.
    if scene.isLot { return true }
    // It is not what the keys before lead to.
    guard !scene.isPending, scene.subjects.first?.key != nil, let since = scene.seenSince else {
      return false
    }
    return [since, refused].map { date.seconds - $0 }.allSatisfy {
      // A clock that is set back delays nothing.
      $0 >= Triage.threshold || $0 < -Triage.longestWay
    }
  }

  /// Makes a decision about the subject, if that has been seen; a key that comes too early does
  /// nothing.
  mutating func whenSeen(
    _ decide: (inout Self) -> Effect<Triage.Action>
  ) -> Effect<Triage.Action> {
    @Dependency(\.date) var date
    guard !isSeen else { return decide(&self) }
    refused = date.seconds
    if scene.isPending || scene.subjects.first?.key != nil { tell(.tooEarly) }
    return .none
  }

  /// Whether a key that is for what is on screen goes on to the next clip.
  package func goesOn(after action: Triage.Action) -> Bool {
    switch action {
    case .judged(_, let goesOn): goesOn
    case .rated(let rating): rating > 0 && advance != .verdicts
    case .tagged(let index): tags.indices.contains(index) && advance == .tags
    default: false
    }
  }

  /// Does what a key decides, tells it, and may go on.
  ///
  /// - Parameter message: What is told, by the title of the clip if the next one comes on screen.
  mutating func decide(
    by key: Triage.Action, _ message: (CleanText?) -> Toast.Message,
    _ change: (inout Review) -> Void
  ) -> Effect<Triage.Action> {
    let goesOn = goesOn(after: key)
    tell(message(goesOn ? scene.subjects.first?.title : nil))
    let decided = decide(change)
    if goesOn { scene.wishes.append(scene.isLot ? .unmarkAll : .goOn) }
    return decided
  }

  mutating func tag(_ index: Int) -> Effect<Triage.Action> {
    guard tags.indices.contains(index) else {
      tell(.tagged(nil))
      return .none
    }
    let tag = tags[index]
    return decide(by: .tagged(index), { .tagged(tag, of: $0) }) { review in
      if !review.tags.contains(tag), review.tags.count < Review.maxTags { review.tags.append(tag) }
    }
  }

  /// Gives what was typed, in place of the tags of one clip; those of several differ, and are added
  /// to.
  mutating func tag(_ tags: [String]) -> Effect<Triage.Action> {
    decide { [isLot = scene.isLot] review in
      let tags = isLot ? review.tags + tags.filter { !review.tags.contains($0) } : tags
      review = Review(
        verdict: review.verdict, rating: review.rating, tags: tags, inPoint: review.inPoint,
        outPoint: review.outPoint)
    }
  }

  /// Tells what is being decided: of several items, how many there are.
  mutating func tell(_ message: Toast.Message) {
    scene.wishes.append(
      .toast(scene.isLot ? .lot(scene.subjects.count, isUndone: false) : message))
  }

  /// Changes the reviews of the subjects. It shows at once; saving it may still fail.
  mutating func decide(_ change: (inout Review) -> Void) -> Effect<Triage.Action> {
    @Dependency(\.date) var date
    let decisions = scene.subjects.compactMap { item -> Decision? in
      guard let key = item.key else { return nil }
      let (before, shown) = (scene.review(of: item.id), review(of: item.id))
      // What the file's attributes say is decided with it.
      var after = shown
      change(&after)
      guard after != before, after != shown else { return nil }
      return Decision(key: key, item: item.id, title: item.title, before: before, after: after)
    }
    guard let first = decisions.first else { return .none }
    let now = Int(exactly: (date.seconds * 1e6).rounded(.down)) ?? 0
    let id = max(now, (undo.lots.last?.id ?? 0) &+ 1)
    var lot = Lot(id: id, time: date.seconds, decisions: decisions)
    (lot.page, lot.excerptStart) = (scene.page?.id, scene.page?.item?.excerpt?.span.start)
    undo.add(.decided(lot))
    return make(lot, seenIn: scene.isLot ? nil : player(of: first.key))
  }

  /// The player that shows an item's own file on screen; `nil` if none does.
  private func player(of key: ContentKey) -> PlayerID? {
    guard let page = scene.page, page.location?.whole.contentKey == key else { return nil }
    return page.playerID
  }

  /// Shows a lot, and saves it.
  ///
  /// - Parameter player: The one whose file the user has seen; `nil` if unknown.
  private mutating func make(_ lot: Lot, seenIn player: PlayerID? = nil) -> Effect<Triage.Action> {
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
  mutating func decided(_ lot: Lot, _ error: FeedError?) -> Effect<Triage.Action> {
    let items = lot.decisions.compactMap(\.item)
    let isLeft = leaving.map(items.contains) ?? false
    if let error {
      undo.drop(lot)
      if isLeft { leaving = nil }
      setReviews(by: lot.decisions.map(\.inverse))
      scene.wishes.append(.toast(.failed(.review, error)))
      // The user has yet to see what is there now.
      if error.reason == .replaced, let item = items.first { scene.wishes.append(.show(item)) }
      return .none
    }
    setReviews(by: lot.decisions)
    for item in items { outdated[item] = scene.review(of: item) }
    if isLeft, let item = leaving.take() {
      // Nothing is left to be judged beside what can be looked back at.
      scene.wishes.append(.open(item, after: outdated))
      outdated = [:]
      return .none
    }
    let updated = updateIndex(beside: [scene.current, scene.page == nil ? nil : lastDecided])
    let staying = items.filter { outdated[$0] != nil }
    return staying.isEmpty
      ? updated : updated.merge(with: reconsider(reviews(of: staying), isOnScreen: true))
  }

  /// Undoes what was done last, and returns to its item.
  mutating func undoLast() -> Effect<Triage.Action> {
    returning = undo.isUnknown && undo.earlier != .unknown ? .unknown : nil
    if undo.isUnknown {
      undo.undoLater()
      return .none
    }
    switch undo.undo() {
    case nil:
      scene.wishes.append(.toast(.undone(nil)))
      return .none
    case .applied(let batch): return takeBack(batch)
    case .decided(let lot):
      let count = lot.decisions.count
      scene.wishes.append(
        .toast(count > 1 ? .lot(count, isUndone: true) : .undone(lot.decisions.first)))
      return takeBack(found(lot))
    }
  }

  private mutating func takeBack(_ lot: Lot) -> Effect<Triage.Action> {
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.recordClient) var recordClient
    leaving = nil
    setReviews(by: lot.decisions.map(\.inverse))
    // Until the page is there; nobody knows which it is if its item is none of this feed's.
    returning = .undo(of: lot.id)
    if let first = lot.decisions.first {
      if let start = lot.excerptStart {
        scene.wishes.append(.reopenExcerpt(LastPlace(key: first.key, excerptStart: start)))
      }
      if let item = first.item { scene.wishes.append(.goBack(to: item, lot.page)) }
    }
    return .run { [feedClient, recordClient] send in
      let saved = await recordClient.takeBack(lot)
      await send(.takenBack(feedClient.found(lot), saved.error))
    }
  }

  /// A lot was taken back, or could not be: then it still holds.
  mutating func takenBack(_ lot: Lot, _ error: FeedError?) -> Effect<Triage.Action> {
    let isWaiting = returning == .undo(of: lot.id)
    if isWaiting { returning = nil }
    if let error {
      undo.keep(lot)
      setReviews(by: lot.decisions)
      scene.wishes.append(.toast(.failed(.review, error)))
      return .none
    }
    setReviews(by: lot.decisions.map(\.inverse))
    let items = lot.decisions.compactMap(\.item)
    for item in items { outdated[item] = nil }
    // Who was there already may have gone on.
    guard isWaiting, let item = items.first, item != scene.current else {
      return reconsider(reviews(of: items))
    }
    scene.wishes.append(.open(item, after: reviews(of: items)))
    return .none
  }

  private func takeBack(_ batch: AppliedBatch) -> Effect<Triage.Action> {
    @Dependency(\.applyClient) var applyClient
    return .run { [applyClient] send in
      let result = await applyClient.undo(batch.id)
      // There may be one before it, or some of its files could not be brought back.
      await send(.applyUndone(result, applyClient.last()))
    }
  }

  /// The feed shows a page: perhaps the one that an undo leads to.
  mutating func arrive(at item: ItemID?, of wanted: ItemID) {
    if item == wanted { returning = nil }
  }

  /// Files have followed the verdicts.
  mutating func applied(_ batch: Int) {
    @Dependency(\.date) var date
    undo.add(.applied(AppliedBatch(id: batch, time: date.seconds)))
  }

  /// Redoes what was undone last; after a verdict on the clip on screen, goes on.
  mutating func redoLast() -> Effect<Triage.Action> {
    guard let lot = undo.redo() else {
      scene.wishes.append(.toast(.redone(nil)))
      return .none
    }
    let count = lot.decisions.count
    scene.wishes.append(
      .toast(count > 1 ? .lot(count, isUndone: false) : .redone(lot.decisions.first)))
    let isHere = scene.page?.item?.key == lot.decisions.first?.key
    if isHere, lot.isVerdict { scene.wishes.append(.goOn) }
    return make(lot)
  }

  /// The item that was decided about last, on its own.
  var lastDecided: ItemID? {
    guard case .decided(let lot) = undo.done.last, lot.decisions.count == 1 else { return nil }
    return lot.decisions[0].item
  }

  /// Tells the index of saved reviews.
  ///
  /// - Parameter staying: The items that stay in their filters.
  mutating func updateIndex(beside staying: [ItemID?]) -> Effect<Triage.Action> {
    let known = outdated.filter { !staying.contains($0.key) }
    guard !known.isEmpty else { return .none }
    for item in known.keys { outdated[item] = nil }
    return reconsider(known)
  }

  private func reviews(of items: [ItemID]) -> [ItemID: Review] {
    Dictionary(items.map { ($0, scene.review(of: $0)) }, uniquingKeysWith: { first, _ in first })
  }

  private func reconsider(
    _ reviews: [ItemID: Review], isOnScreen: Bool = false
  ) -> Effect<Triage.Action> {
    @Dependency(\.feedClient) var feedClient
    return .run { [feedClient] _ in feedClient.reconsider(reviews, isOnScreen) }
  }

  /// Shows what was decided, as far as it is about items of this feed.
  private mutating func setReviews(by decisions: [Decision]) {
    for decision in decisions {
      guard let item = decision.item else { continue }
      scene.reviews[item] = scene.review(of: item)
        .changed(from: decision.before, to: decision.after)
    }
  }

  /// A lot with those of its items that are at hand.
  ///
  /// A file that went and came back, as by an apply that was undone, is another item.
  private func found(_ lot: Lot) -> Lot {
    var lot = lot
    let isOne = lot.decisions.count == 1
    for (index, decision) in lot.decisions.enumerated() {
      // Several items may be of the same file.
      let isKnown = isOne ? scene.items.contains { $0.id == decision.item } : decision.item != nil
      guard !isKnown else { continue }
      lot.decisions[index].item = scene.items.first { $0.key == decision.key }?.id
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
  /// `nil` if it succeeded.
  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
