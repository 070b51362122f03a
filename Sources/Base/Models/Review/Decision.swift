/// One change of a review, as the user made it: it can be undone, and done again.
package struct Decision: Hashable, Sendable, Identifiable {
  /// Grows with each decision: microseconds since 1970.
  package let id: Int
  package let key: ContentKey
  /// What to call the item when it is no longer at hand.
  package let title: CleanText
  package let before: Review
  package let after: Review

  /// Creates a decision.
  package init(id: Int, key: ContentKey, title: CleanText, before: Review, after: Review) {
    self.id = id
    self.key = key
    self.title = title
    self.before = before
    self.after = after
  }
}
