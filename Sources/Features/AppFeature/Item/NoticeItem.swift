import Models

/// A page that shows a message; it has no behaviour of its own.
package enum NoticeItem {
  /// The message and its place in the feed.
  package struct State: Hashable, Sendable, Identifiable {
    package let id: ItemID
    package let notice: Notice

    /// Creates a page.
    package init(id: ItemID, notice: Notice) {
      self.id = id
      self.notice = notice
    }
  }
}
