package struct FeedLimits: Hashable, Sendable {
  /// The most bytes in a page, decompressed.
  package var bytes = 16 << 20
  /// The most entries in a page.
  package var items = 10_000
  /// The most pages in a feed.
  package var pages = 1_000
  /// The most items in a feed, all pages together.
  package var allItems = 200_000
  /// The deepest nesting of elements.
  package var depth = 64

  package init() {}
}
