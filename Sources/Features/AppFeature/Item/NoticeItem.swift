import Composable
import Models

/// A page that shows a message.
package struct NoticeItem: Reducer {
  /// The message and what can be done about it.
  package struct State: Hashable, Sendable, Identifiable {
    package let item: FeedItem
    package let notice: Notice
    /// Whether it is being tried again.
    package var isRetrying = false

    package var id: ItemID { item.id }

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

  /// What happened to the page.
  package enum Action: Hashable, Sendable {
    /// What failed is to be tried again.
    case retryTapped
  }

  package init() {}

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .retryTapped:
      // The feed tries; it sees this action, too.
      return .none
    }
  }
}
