import Clients
import Composable
import Models

extension Feed.State {
  /// Whether the user likes the item on screen.
  package var isCurrentLiked: Bool { currentID.map(likedIDs.contains) ?? false }

  /// Asks which of the items are liked that were there from the beginning.
  func findLikes() -> Effect<Feed.Action> {
    @Dependency(\.likeClient) var likeClient
    let items = items.elements.map(\.item).filter { $0.key != nil }
    guard !items.isEmpty else { return .none }
    return .run { [likeClient] send in
      let liked = await likeClient.liked(items.compactMap(\.key))
      let ids = items.filter { $0.key.map(liked.contains) ?? false }.map(\.id)
      if !ids.isEmpty { await send(.likesFound(ids)) }
    }
  }

  /// Likes the item on screen, or no longer does. It shows at once; keeping it may still fail.
  mutating func toggleLike() -> Effect<Feed.Action> {
    @Dependency(\.likeClient) var likeClient
    guard let item = current?.item, item.key != nil else { return .none }
    let isLiked = !likedIDs.contains(item.id)
    setLiked(item.id, isLiked)
    return .run { [likeClient] send in
      if case .failure(let error) = await likeClient.setLiked(item, isLiked) {
        await send(.likeFailed(item.id, isLiked: isLiked, error))
      }
    }
  }

  /// A like could not be kept: the item is what it was, unless the user has changed it since.
  mutating func undoLike(_ id: ItemID, isLiked: Bool) {
    guard items.contains(id: id), likedIDs.contains(id) == isLiked else { return }
    setLiked(id, !isLiked)
  }

  private mutating func setLiked(_ id: ItemID, _ isLiked: Bool) {
    if isLiked { likedIDs.insert(id) } else { likedIDs.remove(id) }
  }
}
