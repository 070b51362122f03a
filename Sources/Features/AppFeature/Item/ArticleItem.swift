import Composable
import Models

/// A page with a text to read.
package struct ArticleItem: Reducer {
  /// The text, and how far the reader has scrolled.
  package struct State: Hashable, Sendable, Identifiable {
    package let item: FeedItem
    package let article: Article
    package var scroll = Scroll()
    /// Whether something lies over the page.
    package var isCovered = false

    package var id: ItemID { item.id }

    /// Creates a page.
    package init(item: FeedItem, article: Article) {
      self.item = item
      self.article = article
    }
  }

  /// What happened to the page.
  package enum Action: Hashable, Sendable {
    /// Down by so many rows, up if negative.
    case scrolled(by: Int)
    /// The view has laid the text out: so many rows can go out of sight at the top.
    case laidOut(lastRow: Int)
  }

  package init() {}

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .scrolled(by: let rows): state.scroll.move(by: rows)
    case .laidOut(lastRow: let row): state.scroll.lastRow = row
    }
    return .none
  }
}
