import Models

/// A page that shows a message.
package struct NoticeItem: Hashable, Sendable {
  package let item: FeedItem
  package let notice: Notice
  /// Whether it is being tried again.
  package var isRetrying = false
}
