/// One change of a review, as the user made it: it can be undone, and done again.
package struct Decision: Hashable, Sendable, Identifiable {
  /// Grows with each decision: microseconds since 1970.
  package let id: Int
  package let key: ContentKey
  /// What to call the item when it is no longer at hand.
  package let title: CleanText
  package let before: Review
  package let after: Review
  /// The version of the file that the user has seen; `nil` if that is unknown, or no file was.
  package var seen: FileVersion?

  /// Creates a decision.
  package init(
    id: Int, key: ContentKey, title: CleanText, before: Review, after: Review,
    seen: FileVersion? = nil
  ) {
    self.seen = seen
    self.id = id
    self.key = key
    self.title = title
    self.before = before
    self.after = after
  }
}
