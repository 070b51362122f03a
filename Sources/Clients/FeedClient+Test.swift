import Composable
import IssueReporting

extension FeedClient: TestDependencyKey {
  /// A client that fails the test that calls it.
  package static var testValue: FeedClient {
    FeedClient(updates: unimplemented("FeedClient.updates", placeholder: .finished))
  }
}

extension DependencyValues {
  /// The source of the feed.
  package var feedClient: FeedClient {
    get { self[FeedClient.self] }
    set { self[FeedClient.self] = newValue }
  }
}
