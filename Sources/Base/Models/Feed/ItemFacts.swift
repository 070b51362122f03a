/// What a source tells of an item, beside what is needed to show it.
package struct ItemFacts: Hashable, Sendable {
  package var author: CleanText?
  /// A description, in paragraphs of one line each.
  package var summary: [CleanText] = []
  /// When it was published or last changed, in seconds since 1970.
  package var date: Double?
  /// In seconds.
  package var duration: Double?
  /// In bytes.
  package var size: Int?
  /// The media type as the source has it, such as `video/mp4`.
  package var mediaType: CleanText?
  /// The page on the web that it belongs to.
  package var link: RemoteAddress?

  /// Creates facts of which nothing is known.
  package init() {}
}
