import Models

/// What is shown of an item in place of its page: its excerpts, or the film that it is a piece of.
package struct ItemExcerpts: Hashable, Sendable {
  /// A film that plays on from one of its pieces.
  struct Film: Hashable, Sendable {
    let page: FeedItem
    /// Where its player starts, in seconds; `nil` where it was left.
    var start: Double?
    /// The page it was opened from.
    let origin: ItemID
  }

  /// The item of the index.
  let item: FeedItem
  /// Its excerpts, in order.
  var pieces: [FeedItem]
  var film: Film?

  /// Creates the excerpts of a clip.
  ///
  /// - Parameters:
  ///   - item: An item of the index.
  ///   - spans: Which parts of it, in order; none if its own page is shown.
  init(of item: FeedItem, spans: [TimeSpan] = []) {
    self.item = item
    var facts = item.facts
    // What leads out of a chosen excerpt is its own clip.
    facts?.film = nil
    pieces = spans.enumerated().compactMap { index, span in
      item.playable.map { clip in
        let place = Excerpt.Place(number: index + 1, count: spans.count)
        return FeedItem(
          id: .excerpt(index + 1, of: item.id),
          kind: .excerpt(Excerpt(of: clip, span: span, place: place)), entry: item.entry,
          facts: facts)
      }
    }
  }

  /// What is shown now, in order; at least one.
  var shown: [FeedItem] {
    if let film { return [film.page] }
    return pieces.isEmpty ? [item] : pieces
  }
}
