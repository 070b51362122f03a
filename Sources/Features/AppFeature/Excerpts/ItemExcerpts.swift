import Models

/// What is shown of an item in place of its page: its excerpts, or the film that it is a piece of.
package struct ItemExcerpts: Hashable, Sendable {
  /// A film that plays on from one of its pieces.
  struct Film: Hashable, Sendable {
    let item: FeedItem
    /// Where its player starts, in seconds; `nil` where it was left.
    var start: Double?
    /// The page it was opened from.
    let origin: PageID
  }

  /// The item of the index.
  let item: FeedItem
  /// Its excerpts, in order; empty if its own page is shown.
  var pieces: [FeedItem]
  var film: Film?

  /// Creates the excerpts of an item of the index.
  ///
  /// - Parameter spans: Which parts of its clip, in order; none if its own page is shown.
  init(of item: FeedItem, spans: [TimeSpan] = []) {
    self.item = item
    var facts = item.facts
    // What leads out of a chosen excerpt is its own clip.
    facts?.film = nil
    pieces = spans.enumerated().compactMap { index, span in
      item.playable.map { clip in
        let place = Excerpt.Place(number: index + 1, count: spans.count)
        return FeedItem(
          id: item.id, kind: .excerpt(Excerpt(of: clip, span: span, place: place)),
          entry: item.entry, facts: facts)
      }
    }
  }

  /// The pages that are shown now, in order; at least one.
  var pages: [Item.State] {
    if let film { return [Item.State(film.item, .film(of: item.id))] }
    if pieces.isEmpty { return [Item.State(item)] }
    return pieces.enumerated().map { Item.State($1, .excerpt($0 + 1, of: item.id)) }
  }
}
