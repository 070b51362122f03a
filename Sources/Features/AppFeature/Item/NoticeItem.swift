import Models

/// A page that shows a message.
package struct NoticeItem: Hashable, Sendable {
  package let id: PageID
  /// The item; `nil` if the notice stands for those that could not be read.
  package let item: FeedItem?
  package let notice: Notice
  package var isRetrying = false
}
