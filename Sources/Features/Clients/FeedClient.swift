import Composable
import IssueReporting
import Models

/// The source of the feed, which owns the index of all that is known of it.
package struct FeedClient: Client {
  /// Items next to a place of the index.
  ///
  /// Waits until the source has found as many as wanted or has come to its end; a source that is
  /// read in pages reads on as far as that takes. If that takes long, fewer are given, at least one. An item
  /// that has been deleted is still a place.
  /// Ends with `.cancelled` when its task is cancelled.
  package var page: @Sendable (_ request: FeedBatchRequest) async -> Result<FeedBatch, FeedError> =
    unimplemented("FeedClient.page", placeholder: .failure(.init(.cancelled, place: "")))
  /// Changes of the source from now on, those together that were noticed together.
  package var changes: @Sendable () -> AsyncStream<[FeedChange]> =
    unimplemented("FeedClient.changes", placeholder: .finished)
  /// Looks at the source anew; what is different comes through `changes` before this returns.
  package var refresh: @Sendable () async -> Result<Void, FeedError> =
    unimplemented("FeedClient.refresh", placeholder: .failure(.init(.cancelled, place: "")))
  /// Where an item stands. For views: returns at once.
  package var place: @Sendable (_ id: ItemID?, _ filter: FeedFilter) -> FeedPlace =
    unimplemented(
      "FeedClient.place", placeholder: FeedPlace(number: nil, count: 0, total: 0, isGrowing: false))

  /// Creates a client whose every endpoint fails the test that calls it.
  package init() {}
}

extension DependencyValues {
  /// The source of the feed.
  package var feedClient: FeedClient {
    get { self[FeedClient.self] }
    set { self[FeedClient.self] = newValue }
  }
}
