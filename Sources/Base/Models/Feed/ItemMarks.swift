/// What is remembered of an item, as far as its page shows it.
package struct ItemMarks: Hashable, Sendable {
  package var isLiked: Bool
  /// When it was last seen, in seconds since 1970; `nil` if never.
  package var seen: Double?
  /// How the user has rotated it; `nil` if they never have.
  package var rotation: Rotation?
  /// What they have decided about it; `nil` if that is not known yet.
  package var review: Review?

  package init(
    isLiked: Bool = false, seen: Double? = nil, rotation: Rotation? = nil, review: Review? = nil
  ) {
    self.isLiked = isLiked
    self.seen = seen
    self.rotation = rotation
    self.review = review
  }
}
