import Models

extension Lot {
  /// What was decided about one clip, so many microseconds after 1970.
  package init(
    id: Int, key: ContentKey, item: ItemID? = nil, title: CleanText, before: Review = Review(),
    after: Review, seen: FileVersion? = nil
  ) {
    let decision = Decision(
      key: key, item: item, title: title, before: before, after: after, seen: seen)
    self.init(id: id, time: Double(id) / 1e6, decisions: [decision])
  }
}
