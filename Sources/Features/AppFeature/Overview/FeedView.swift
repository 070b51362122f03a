/// How a feed is shown.
package enum FeedView: String, CaseIterable, Hashable, Sendable {
  /// One clip at a time.
  case page
  /// A sheet of thumbnails.
  case overview
  /// The same, with a row for each section.
  case shelves
}
