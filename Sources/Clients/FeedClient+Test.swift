import Composable
import IssueReporting
import Models

extension FeedClient: TestDependencyKey {
  /// A client that fails the test that calls it.
  package static var testValue: FeedClient {
    FeedClient(
      page: unimplemented("FeedClient.page", placeholder: .failure(.init(.cancelled, place: ""))),
      changes: unimplemented("FeedClient.changes", placeholder: .finished),
      refresh: unimplemented(
        "FeedClient.refresh", placeholder: .failure(.init(.cancelled, place: ""))),
      place: unimplemented(
        "FeedClient.place",
        placeholder: FeedPlace(number: nil, count: 0, total: 0, isGrowing: false)))
  }
}

extension DependencyValues {
  /// The source of the feed.
  package var feedClient: FeedClient {
    get { self[FeedClient.self] }
    set { self[FeedClient.self] = newValue }
  }
}
