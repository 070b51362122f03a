import Clients
import Composable
import Models

extension Feed.State {
  /// Whether the user likes the item on screen.
  package var isCurrentLiked: Bool { currentID.map(likedIDs.contains) ?? false }

  /// Asks which of the initial items are liked.
  func findLikes() -> Effect<Feed.Action> {
    @Dependency(\.likeClient) var likeClient
    return .run { [likeClient, items = items.elements.map(\.item)] send in
      let ids = await likeClient.likedIDs(of: items)
      if !ids.isEmpty { await send(.likesFound(ids)) }
    }
  }

  /// Likes or unlikes the item on screen. It shows at once; saving it may still fail.
  mutating func toggleLike() -> Effect<Feed.Action> {
    @Dependency(\.likeClient) var likeClient
    guard let item = current?.item, item.key != nil else { return .none }
    let isLiked = !likedIDs.contains(item.id)
    likedIDs.formSymmetricDifference([item.id])
    return .run { [likeClient] send in
      if case .failure(let error) = await likeClient.setLiked(item, isLiked) {
        await send(.likeFailed(item.id, isLiked: isLiked, error))
      }
    }
  }

  /// A like could not be saved: reverts it unless the user has changed it since.
  mutating func undoLike(_ id: ItemID, isLiked: Bool) {
    if likedIDs.contains(id) == isLiked { likedIDs.formSymmetricDifference([id]) }
  }
}

extension LikeClient {
  /// The liked ones among some items.
  func likedIDs(of items: [FeedItem]) async -> Set<ItemID> {
    let keys = items.compactMap(\.key)
    guard !keys.isEmpty else { return [] }
    let liked = await liked(keys)
    return Set(items.filter { $0.key.map(liked.contains) ?? false }.map(\.id))
  }
}
