import Clients
import Composable
import Models

extension Feed.State {
  /// What is remembered of the item on screen.
  package var currentMarks: ItemMarks { marks(of: currentItem) }

  /// No marks without an id, and as long as nothing is known of its item.
  package func marks(of id: ItemID?) -> ItemMarks {
    id.flatMap { marks[$0] } ?? ItemMarks()
  }

  /// Asks what is remembered of items that are new in the window.
  func findMarks(of changes: [FeedChange]) -> Effect<Feed.Action> {
    let items = changes.compactMap { change in
      if case .insert(let item, after: _) = change, window.holds(item.id) { item } else { nil }
    }
    return items.isEmpty ? .none : findMarks(of: items)
  }

  /// Asks what is remembered of items.
  func findMarks(of items: [FeedItem]) -> Effect<Feed.Action> {
    @Dependency(\.recordClient) var recordClient
    return .run { [recordClient] send in
      let marks = await recordClient.marks(of: items)
      if !marks.isEmpty { await send(.marksFound(marks)) }
    }
  }

  /// Adds marks of new items; for others, what has happened since takes precedence.
  private mutating func add(_ marks: [ItemID: ItemMarks]) {
    self.marks.merge(marks) { known, new in
      ItemMarks(
        isLiked: known.isLiked || new.isLiked, seen: known.seen ?? new.seen,
        rotation: known.rotation ?? new.rotation, review: known.review ?? new.review)
    }
  }

  /// Adds marks, and rotates the clips of players that exist already.
  mutating func takeMarks(_ marks: [ItemID: ItemMarks]) -> Effect<Feed.Action> {
    add(marks)
    let rotated = prepared.players.filter { $0.page.item.flatMap { marks[$0] } != nil }
      .compactMap { id in rotation(of: id).map { (id, $0) } }
    guard !rotated.isEmpty else { return .none }
    return .player { client in
      for (id, rotation) in rotated { client.setRotation(id, rotation) }
    }
  }

  /// How the user has rotated a player's clip; `nil` if not.
  func rotation(of id: PlayerID) -> Rotation? {
    marks(of: id.page.item).rotation
  }

  /// Rotates the clip on screen by a quarter turn. It shows at once; saving it may still fail.
  mutating func rotate() -> Effect<Feed.Action> {
    @Dependency(\.recordClient) var recordClient
    guard let item = current?.item, let id = current?.clip?.playerID else { return .none }
    let rotation = (currentMarks.rotation ?? .none).next
    marks[item.id, default: ItemMarks()].rotation = rotation
    let others = prepared.players.filter { $0 != id && $0.page.item == item.id }
    let shown = Effect<Feed.Action>.player { client in
      for id in [id] + others { client.setRotation(id, rotation) }
    }
    guard item.key != nil else { return shown }
    return .merge(
      shown,
      .run { [recordClient] send in
        if let error = await recordClient.setRotation(item, rotation).error {
          await send(.toast(.shown(.failed(.rotation, error))))
        }
      })
  }

  /// Likes or unlikes what keys are for. It shows at once; saving it may still fail.
  ///
  /// Of several, all are liked, unless they are already. What was liked before the others is not unliked
  /// with them.
  mutating func toggleLike() -> Effect<Feed.Action> {
    @Dependency(\.recordClient) var recordClient
    let items = subjects.filter { $0.key != nil }
    guard let first = items.first else { return .none }
    let isLiked = !items.allSatisfy { marks(of: $0.id).isLiked }
    var changed = items.filter { marks(of: $0.id).isLiked != isLiked }
    changed = overview?.like(changed, isLiked) ?? changed
    for item in changed { marks[item.id, default: ItemMarks()].isLiked = isLiked }
    let told =
      overview == nil
      ? show(.liked(isLiked, of: currentID ?? .item(first.id)))
      : show(.lotLiked(isLiked, count: isLiked ? items.count : changed.count))
    guard !changed.isEmpty else { return told }
    let saved = Effect<Feed.Action>.run { [recordClient] send in
      guard let error = await recordClient.setLiked(changed, isLiked).error else { return }
      for item in changed { await send(.likeFailed(item.id, isLiked: isLiked, error)) }
    }
    return .merge(told, saved)
  }

  /// A like could not be saved: reverts it unless the user has changed it since.
  mutating func undoLike(_ id: ItemID, isLiked: Bool) {
    if marks(of: id).isLiked == isLiked { marks[id, default: ItemMarks()].isLiked = !isLiked }
  }
}

extension RecordClient {
  /// What is remembered, by the items' ids; those without any mark are left out.
  func marks(of items: [FeedItem]) async -> [ItemID: ItemMarks] {
    let keys = items.compactMap(\.key)
    guard !keys.isEmpty else { return [:] }
    let known = await marks(keys)
    return items.reduce(into: [:]) { marks, item in marks[item.id] = item.key.flatMap { known[$0] }
    }
  }
}
