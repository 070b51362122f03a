import Clients
import Composable
import Models

/// One page of the feed, of whatever kind.
package struct Item: Reducer {
  /// The page, by kind.
  package enum State: Hashable, Sendable, Identifiable {
    case clip(ClipItem.State)
    case picture(PictureItem.State)
    case article(ArticleItem.State)
    case notice(NoticeItem.State)

    package var id: ItemID { item.id }

    /// The item as its source has it.
    package var item: FeedItem {
      switch self {
      case .clip(let state): state.item
      case .picture(let state): state.item
      case .article(let state): state.item
      case .notice(let state): state.item
      }
    }

    /// Creates the page of an item.
    package init(_ item: FeedItem) {
      switch item.kind {
      case .clip(let clip): self = .clip(ClipItem.State(item: item, clip: clip))
      case .picture(let clip): self = .picture(PictureItem.State(item: item, clip: clip))
      case .article(let article): self = .article(ArticleItem.State(item: item, article: article))
      case .notice(let notice): self = .notice(NoticeItem.State(item: item, notice: notice))
      }
    }
  }

  /// What happened, by kind of page.
  package enum Action: Hashable, Sendable {
    case clip(ClipItem.Action)
    case picture(PictureItem.Action)
    case article(ArticleItem.Action)
    case notice(NoticeItem.Action)
  }

  package init() {}

  package var body: some Reducer<State, Action> {
    EmptyReducer()
      .ifCaseLet(State.clipCase, action: Action.clipCase) { ClipItem() }
      .ifCaseLet(State.pictureCase, action: Action.pictureCase) { PictureItem() }
      .ifCaseLet(State.articleCase, action: Action.articleCase) { ArticleItem() }
      .ifCaseLet(State.noticeCase, action: Action.noticeCase) { NoticeItem() }
  }
}
