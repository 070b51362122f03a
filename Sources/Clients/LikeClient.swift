import Models

/// The items the user likes, from one run to the next.
package struct LikeClient: Sendable {
  /// Which of some items are liked.
  package var liked: @Sendable (_ keys: [ContentKey]) async -> Set<ContentKey>
  /// Likes an item or no longer does; returns once that is safe, or says why it could not be kept.
  package var setLiked:
    @Sendable (_ item: FeedItem, _ isLiked: Bool) async -> Result<Void, FeedError>

  /// Creates a client.
  package init(
    liked: @escaping @Sendable (_ keys: [ContentKey]) async -> Set<ContentKey>,
    setLiked:
      @escaping @Sendable (_ item: FeedItem, _ isLiked: Bool) async -> Result<
        Void, FeedError
      >
  ) {
    self.liked = liked
    self.setLiked = setLiked
  }
}
