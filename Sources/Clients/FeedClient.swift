import Models

/// The source of the feed, which owns the index of all that is known of it.
package struct FeedClient: Sendable {
  /// Items next to a place of the index.
  ///
  /// Waits until the source has found as many as wanted or has come to its end; a source that is
  /// read in pages reads on as far as that takes. If that takes long, fewer are given, at least one. An item
  /// that has been deleted is still a place.
  /// Ends with `.cancelled` when its task is cancelled.
  package var page: @Sendable (_ request: FeedPageRequest) async -> Result<FeedPage, FeedError>
  /// Changes of the source from now on, those together that were noticed together.
  package var changes: @Sendable () -> AsyncStream<[FeedChange]>
  /// Looks at the source anew; what is different comes through `changes` before this returns.
  package var refresh: @Sendable () async -> Result<Void, FeedError>
  /// Where an item stands. For views: returns at once.
  package var place: @Sendable (_ id: ItemID?, _ filter: FeedFilter) -> FeedPlace

  /// Creates a client.
  package init(
    page: @escaping @Sendable (_ request: FeedPageRequest) async -> Result<FeedPage, FeedError>,
    changes: @escaping @Sendable () -> AsyncStream<[FeedChange]>,
    refresh: @escaping @Sendable () async -> Result<Void, FeedError>,
    place: @escaping @Sendable (_ id: ItemID?, _ filter: FeedFilter) -> FeedPlace
  ) {
    self.page = page
    self.changes = changes
    self.refresh = refresh
    self.place = place
  }
}
