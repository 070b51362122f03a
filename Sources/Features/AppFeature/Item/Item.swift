import Clients
import Composable
import Models

/// One page of the feed, of whatever kind.
package struct Item: Reducer {
  /// The page, by kind.
  package enum State: Hashable, Sendable, Identifiable {
    case clip(ClipItem.State)
    case article(ArticleItem)
    case notice(NoticeItem)

    package var id: ItemID { item.id }

    /// The item as its source has it.
    package var item: FeedItem {
      switch self {
      case .clip(let state): state.item
      case .article(let state): state.item
      case .notice(let state): state.item
      }
    }

    /// Creates the page of an item.
    package init(_ item: FeedItem) {
      switch item.kind {
      case .clip(let clip), .picture(let clip):
        self = .clip(ClipItem.State(item: item, clip: clip))
      case .article(let article): self = .article(ArticleItem(item: item, article: article))
      case .notice(let notice): self = .notice(NoticeItem(item: item, notice: notice))
      }
    }
  }

  /// What happened, by kind of page.
  package enum Action: Hashable, Sendable {
    case clip(ClipItem.Action)
    case article(Scroll.Action)
  }

  package var body: some Reducer<State, Action> {
    Reduce { state, action in
      guard case .article(let scroll) = action, case .article(var article) = state else {
        return .none
      }
      article.scroll.take(scroll)
      state = .article(article)
      return .none
    }
    .ifCaseLet(State.clipCase, action: Action.clipCase) { ClipItem() }
  }
}
