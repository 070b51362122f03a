import Models

/// What is shown of an item in place of its page: its excerpts, and in place of one of them, the film.
package struct ItemExcerpts: Hashable, Sendable {
  /// A film that plays on from one of its pieces.
  struct Film: Hashable, Sendable {
    let item: FeedItem
    /// Where its player starts, in seconds; `nil` where it was left.
    var start: Double?
    /// The page in whose place it is.
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
    let own =
      pieces.isEmpty
      ? [Item.State(item)]
      : pieces.enumerated().map { Item.State($1, .excerpt($0 + 1, of: item.id)) }
    guard let film else { return own }
    return own.map { $0.id == film.origin ? Item.State(film.item, .film(of: item.id)) : $0 }
  }

  /// The page of the excerpt that is nearest to a time of the clip, in seconds; `nil` without excerpts.
  func page(nearestTo time: Double) -> PageID? {
    let distances = pieces.compactMap { $0.excerpt?.span }
      .map { max($0.start - time, time - ($0.end ?? .infinity), 0) }
    // Of two that touch, the time is in the later one.
    return distances.indices.reversed().min { distances[$0] < distances[$1] }
      .map { .excerpt($0 + 1, of: item.id) }
  }
}
