import Composable
import IssueReporting
import Models

/// The user's likes, from one run to the next.
package struct LikeClient: Client {
  /// Which of some items are liked.
  package var liked: @Sendable (_ keys: [ContentKey]) async -> Set<ContentKey> =
    unimplemented("LikeClient.liked", placeholder: [])
  /// Likes or unlikes an item; returns once that is saved, or why it could not be.
  package var setLiked:
    @Sendable (_ item: FeedItem, _ isLiked: Bool) async -> Result<Void, FeedError> =
      unimplemented("LikeClient.setLiked", placeholder: .success(()))

  /// Creates a client whose every endpoint fails the test that calls it.
  package init() {}
}

extension DependencyValues {
  /// The items the user likes.
  package var likeClient: LikeClient {
    get { self[LikeClient.self] }
    set { self[LikeClient.self] = newValue }
  }
}
