/// One change of a clip's review, as the user made it: it can be undone and redone.
package struct Decision: Hashable, Sendable {
  package let key: ContentKey
  /// The item in the feed that is open; `nil` if unknown.
  package var item: ItemID?
  /// What to call the item when it is no longer at hand.
  package let title: CleanText
  package let before: Review
  package let after: Review
  /// The version of the file that the user has seen; `nil` if that is unknown, or no file was.
  package var seen: FileVersion?

  package init(
    key: ContentKey, item: ItemID? = nil, title: CleanText, before: Review, after: Review,
    seen: FileVersion? = nil
  ) {
    self.key = key
    self.item = item
    self.title = title
    self.before = before
    self.after = after
    self.seen = seen
  }

  package var inverse: Decision {
    Decision(key: key, item: item, title: title, before: after, after: before)
  }
}
