import Models

/// A page that shows a message.
package struct NoticeItem: Hashable, Sendable {
  package let item: FeedItem
  package let notice: Notice
  /// Whether it is being tried again.
  package var isRetrying = false

  /// Whether what failed can be tried again.
  package var canRetry: Bool { notice.canRetry }

  /// Creates a page.
  package init(item: FeedItem, notice: Notice) {
    self.item = item
    self.notice = notice
  }

  /// Creates a page that nothing can be done about.
  package init(id: ItemID, notice: Notice) {
    self.init(item: FeedItem(id: id, kind: .notice(notice)), notice: notice)
  }
}
