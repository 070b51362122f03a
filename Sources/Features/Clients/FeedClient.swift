import Composable
import IssueReporting
import Models

/// The source of the feed, which owns the index of all known items.
package struct FeedClient: Client {
  /// Items next to a place of the index.
  ///
  /// Waits until the source has found as many as requested or has ended; a paged source is read as
  /// far as needed. If that takes long, returns fewer, at least one. A deleted item is still a
  /// valid place. Ends with `.cancelled` when its task is cancelled.
  package var page: @Sendable (_ request: FeedBatchRequest) async -> Result<FeedBatch, FeedError> =
    unimplemented("FeedClient.page", placeholder: .failure(.init(.cancelled, place: "")))
  /// Changes of the source from now on, grouped as they were noticed.
  package var changes: @Sendable () -> AsyncStream<[FeedChange]> =
    unimplemented("FeedClient.changes", placeholder: .finished)
  /// Refreshes the source; differences arrive through `changes` before this returns.
  package var refresh: @Sendable () async -> Result<Void, FeedError> =
    unimplemented("FeedClient.refresh", placeholder: .failure(.init(.cancelled, place: "")))
  /// Counts the verdicts of saved reviews and, unless their items are still on screen, applies the
  /// filters that depend on them. Returns at once.
  package var reconsider: @Sendable (_ reviews: [ItemID: Review], _ isOnScreen: Bool) -> Void =
    unimplemented("FeedClient.reconsider")
  /// Counts the verdicts from now on; `place` returns them.
  package var countVerdicts: @Sendable () -> Void = unimplemented("FeedClient.countVerdicts")
  /// The sections of the items that a filter accepts, as far as they are known: folders, if there
  /// is more than one.
  package var sections: @Sendable (_ filter: FeedFilter) async -> [FeedSection] =
    unimplemented("FeedClient.sections", placeholder: [])
  /// The place of an item. For views: returns at once.
  package var place: @Sendable (_ id: ItemID?, _ filter: FeedFilter) -> FeedPlace =
    unimplemented(
      "FeedClient.place", placeholder: FeedPlace(number: nil, count: 0, total: 0, isGrowing: false))

  package init() {}
}

extension DependencyValues {
  package var feedClient: FeedClient {
    get { self[FeedClient.self] }
    set { self[FeedClient.self] = newValue }
  }
}
