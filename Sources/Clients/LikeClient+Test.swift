import Composable
import IssueReporting
import Models

extension LikeClient: TestDependencyKey {
  /// A client that fails the test that calls it.
  package static var testValue: LikeClient {
    LikeClient(
      liked: unimplemented("LikeClient.liked", placeholder: []),
      setLiked: unimplemented("LikeClient.setLiked", placeholder: .success(())))
  }

  /// A client of somebody who likes nothing.
  package static let indifferent = LikeClient(
    liked: { _ in [] }, setLiked: { _, _ in .success(()) })
}

extension DependencyValues {
  /// The items the user likes.
  package var likeClient: LikeClient {
    get { self[LikeClient.self] }
    set { self[LikeClient.self] = newValue }
  }
}
