/// An item's metadata from its source, beyond what showing it requires.
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
  /// The media type as reported by the source, such as `video/mp4`.
  package var mediaType: CleanText?
  /// The web page it belongs to.
  package var link: RemoteAddress?

  /// The film that it is a part of.
  package var film: Film?

  package init() {}
}
