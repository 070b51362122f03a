import Models

package struct ArticleItem: Hashable, Sendable {
  package let item: FeedItem
  package let article: Article
  package var scroll = Scroll()
}
