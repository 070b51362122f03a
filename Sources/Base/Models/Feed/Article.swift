/// A text item of a feed, without a clip.
package struct Article: Hashable, Sendable {
  package var title: CleanText
  /// The paragraphs, each on one line; the view wraps them.
  package var paragraphs: [CleanText]
  /// The web page of the article, if any.
  package var link: RemoteAddress?

  package init(title: CleanText, paragraphs: [CleanText], link: RemoteAddress? = nil) {
    self.title = title
    self.paragraphs = paragraphs
    self.link = link
  }
}
