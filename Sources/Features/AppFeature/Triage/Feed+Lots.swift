import Clients
import Composable
import Models

// What the user decides about several clips at once: one undo takes all of it back.
extension Feed.State {
  /// The items that keys are for: those that are marked, or else the subject.
  package var subjects: [FeedItem] {
    if let marked = overview?.marked, !marked.isEmpty { return marked.elements }
    return subject.map { [$0] } ?? []
  }

  /// Whether keys are for more than one item.
  package var isLot: Bool { overview?.marked.isEmpty == false }

  /// Changes the reviews of all marked items.
  mutating func decideLot(_ change: (inout Review) -> Void) -> Effect<Feed.Action> {
    @Dependency(\.recordClient) var recordClient
    var lot: [Decision] = []
    let first = newDecisionID
    for item in subjects {
      guard let key = item.key else { continue }
      let before = marks(of: item.id).review ?? Review()
      var after = review(of: item.id)
      change(&after)
      guard after != before else { continue }
      // Those of a lot follow each other without a gap.
      lot.append(
        Decision(id: first + lot.count, key: key, title: item.title, before: before, after: after))
      setReview(of: item.id, from: before, to: after)
      triage.lotIDs[key] = item.id
    }
    guard !lot.isEmpty else { return .none }
    triage.decide(lot)
    return .run { [recordClient] send in
      let saved = await recordClient.decide(lot)
      await send(.lotDecided(lot, saved.error))
    }
  }

  /// A lot was saved, or could not be: then it was not decided.
  mutating func lotDecided(_ lot: [Decision], _ error: FeedError?) -> Effect<Feed.Action> {
    guard error == nil else {
      triage.drop(lot)
      for decision in lot {
        if let id = itemID(of: decision.key) {
          setReview(of: id, from: decision.after, to: decision.before)
        }
      }
      return .none
    }
    return reconsider(lot)
  }

  /// Takes a lot back; its first clip comes under the cursor.
  mutating func undoLot(_ lot: [Decision]) -> Effect<Feed.Action> {
    @Dependency(\.recordClient) var recordClient
    var shown = Effect<Feed.Action>.none
    for decision in lot {
      guard let id = itemID(of: decision.key) else { continue }
      setReview(of: id, from: decision.after, to: decision.before)
    }
    if let id = lot.first.flatMap({ itemID(of: $0.key) }) { shown = show(id) }
    return .merge(
      shown,
      .run { [recordClient] send in
        let saved = await recordClient.takeBack(lot)
        await send(.lotTakenBack(lot, saved.error))
      })
  }

  /// A lot was taken back, or could not be: then it still holds.
  mutating func lotTakenBack(_ lot: [Decision], _ error: FeedError?) -> Effect<Feed.Action> {
    if error != nil {
      triage.keep(lot)
      for decision in lot {
        if let id = itemID(of: decision.key) {
          setReview(of: id, from: decision.before, to: decision.after)
        }
      }
      return .none
    }
    return reconsider(lot)
  }

  /// Makes a lot again.
  mutating func redoLot(_ lot: [Decision]) -> Effect<Feed.Action> {
    @Dependency(\.recordClient) var recordClient
    for decision in lot {
      if let id = itemID(of: decision.key) {
        setReview(of: id, from: decision.before, to: decision.after)
      }
    }
    return .run { [recordClient] send in
      let saved = await recordClient.decide(lot)
      await send(.lotDecided(lot, saved.error))
    }
  }

  /// Tells the index of the saved reviews of a lot.
  private mutating func reconsider(_ lot: [Decision]) -> Effect<Feed.Action> {
    @Dependency(\.feedClient) var feedClient
    let known = lot.compactMap { decision in itemID(of: decision.key).map { (decision.key, $0) } }
    let keys = Set(known.map(\.0))
    // Those of earlier runs may be anywhere.
    let others = lot.map(\.key).filter { !keys.contains($0) }
    let current = currentItem
    let ids = known.map(\.1)
    if let current, ids.contains(current) { triage.outdated.insert(current) }
    return .run { [feedClient] _ in
      var found = ids.filter { $0 != current }
      for key in others {
        if let id = await feedClient.id(of: key) { found.append(id) }
      }
      feedClient.reconsider(found, false)
      if let current, ids.contains(current) { feedClient.reconsider([current], true) }
    }
  }
}
