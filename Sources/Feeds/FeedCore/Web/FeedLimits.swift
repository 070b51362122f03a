/// How much a feed of the web may have.
package struct FeedLimits: Hashable, Sendable {
  /// Bytes of a page, decompressed.
  package var bytes = 16 << 20
  /// Entries of a page.
  package var items = 10_000
  /// Pages of a feed.
  package var pages = 1_000
  /// Items of a feed, all pages together.
  package var allItems = 200_000
  /// Elements within each other.
  package var depth = 64

  /// Creates the usual limits.
  package init() {}
}
