import Models

/// A page with a text to read.
package struct ArticleItem: Hashable, Sendable {
  package let item: FeedItem
  package let article: Article
  /// How far the reader has scrolled.
  package var scroll = Scroll()
  /// Whether something lies over the page.
  package var isCovered = false
}
