import Models

/// The source of the feed.
package struct FeedClient: Sendable {
  /// The feed's growth from the beginning: the first insertion comes at once, the rest as it is
  /// found, `.finished` at the end. Ending the iteration ends the search.
  package var updates: @Sendable () -> AsyncStream<FeedUpdate>

  /// Creates a client.
  package init(updates: @escaping @Sendable () -> AsyncStream<FeedUpdate>) {
    self.updates = updates
  }
}
