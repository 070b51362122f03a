import Models

/// How far the window of items has come in one direction, and what is on its way there.
package struct FeedEnd: Hashable, Sendable {
  /// Whether the index has nothing beyond.
  package var isReached = false
  /// Why the page beyond could not be read; a notice that tells it is the last item there.
  package var failure: FeedError?
  /// The items that come next.
  package var batch: Batch?

  /// Items on their way.
  package enum Batch: Hashable, Sendable {
    /// A page of so many has been asked for.
    case fetching(limit: Int)
    /// They are being made ready to be seen, in feed order.
    case settling([FeedItem])
  }

  /// Creates an end of which nothing is known.
  package init(isReached: Bool = false) {
    self.isReached = isReached
  }

  /// Whether there may be more by itself: a page that failed is tried again only when the user
  /// wants it.
  package var canGrow: Bool { batch != nil || !isReached && failure == nil }

  /// Whether a page has been asked for and has not come.
  package var isFetching: Bool {
    if case .fetching = batch { true } else { false }
  }

  /// The items that are being made ready.
  var settling: [FeedItem] {
    if case .settling(let items) = batch { items } else { [] }
  }
}
