/// What other programs, and data sets, note about a clip: beside its file, and in its attributes.
package struct FileNotes: Hashable, Sendable {
  /// The lines of its caption; none if it has no caption.
  package var caption: [CleanText]
  /// The rating and tags of the desktop.
  package var review: Review

  package init(caption: [CleanText] = [], review: Review = Review()) {
    self.caption = caption
    self.review = review
  }
}
