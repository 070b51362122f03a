import Models

/// A page that shows a message.
package struct NoticeItem: Hashable, Sendable {
  package let item: FeedItem
  package let notice: Notice
  /// Whether a retry is under way.
  package var isRetrying = false
}
