import Models

/// A page with an article to read.
package struct ArticleItem: Hashable, Sendable {
  package let item: FeedItem
  package let article: Article
  /// The scroll position.
  package var scroll = Scroll()
}
