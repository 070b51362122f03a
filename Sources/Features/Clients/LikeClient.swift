import Composable
import IssueReporting
import Models

/// The items the user likes, from one run to the next.
package struct LikeClient: Sendable {
  /// Which of some items are liked.
  package var liked: @Sendable (_ keys: [ContentKey]) async -> Set<ContentKey> =
    unimplemented("LikeClient.liked", placeholder: [])
  /// Likes an item or no longer does; returns once that is safe, or says why it could not be kept.
  package var setLiked:
    @Sendable (_ item: FeedItem, _ isLiked: Bool) async -> Result<Void, FeedError> =
      unimplemented("LikeClient.setLiked", placeholder: .success(()))

  /// Creates a client whose every endpoint fails the test that calls it.
  package init() {}
}

extension LikeClient: DependencyKey {
  package static var testValue: Self { Self() }
}

extension DependencyValues {
  /// The items the user likes.
  package var likeClient: LikeClient {
    get { self[LikeClient.self] }
    set { self[LikeClient.self] = newValue }
  }
}
