import Composable
import Models

// What is shown of a clip in place of its page.
extension FeedWindow {
  /// The pages of an item of the index.
  func pages(of item: FeedItem) -> [Item.State] {
    (excerpts[item.id]?.shown ?? [item]).map { Item.State($0) }
  }

  /// Where the pages of an item of the index are; they are adjacent.
  func range(of id: ItemID) -> Range<Int>? {
    if let index = pages.index(id: id) { return index..<index + 1 }
    guard let first = excerpts[id]?.shown.first.flatMap({ pages.index(id: $0.id) }) else {
      return nil
    }
    return first..<first + (pages.elements[first...].prefix { $0.id.whole == id }.count)
  }

  /// Shows the excerpts of a clip in place of its page, or if it has none, its page.
  ///
  /// - Parameters:
  ///   - item: An item of the index.
  ///   - spans: Which parts of it, in order.
  mutating func show(_ spans: [TimeSpan], of item: FeedItem) -> Step {
    guard range(of: item.id) != nil else { return Step() }
    let own = excerpts[item.id]?.item ?? item
    excerpts[item.id] = spans.isEmpty ? nil : ItemExcerpts(of: own, spans: spans)
    return turn(toPageOf: own)
  }

  /// Shows the page of the film in place of one of its pieces.
  ///
  /// - Parameters:
  ///   - film: The film.
  ///   - start: Where it plays on, in seconds; `nil` where it was left.
  ///   - id: The page on screen.
  mutating func show(_ film: Clip, from start: Double?, inPlaceOf id: ItemID) -> Step {
    guard id == currentID, let page = pages[id: id]?.item else { return Step() }
    var shown = excerpts[id.whole] ?? ItemExcerpts(of: page)
    var item = FeedItem(id: .film(of: id), kind: .clip(film), entry: page.entry, facts: page.facts)
    item.origin = shown.item.key
    shown.film = ItemExcerpts.Film(page: item, start: start, origin: id)
    excerpts[id.whole] = shown
    return turn(toPageOf: shown.item)
  }

  /// Goes back from the film to its piece, and from the excerpts to their clip.
  mutating func leaveExcerpts() -> Step {
    guard let id = currentID, let shown = excerpts[id.whole] else { return Step() }
    guard let film = shown.film else { return show([], of: shown.item) }
    excerpts[id.whole]?.film = nil
    if shown.pieces.isEmpty { excerpts[id.whole] = nil }
    return turn(toPageOf: shown.item, film.origin)
  }

  /// Exchanges the pages of an item for those that are to be shown of it now.
  mutating func replacePages(of item: FeedItem) {
    guard let first = pages.elements.firstIndex(where: { $0.id.whole == item.id }) else { return }
    let fresh = pages(of: item).map { pages[id: $0.id] ?? $0 }
    let isOnScreen = currentID?.whole == item.id
    pages.removeAll { $0.id.whole == item.id }
    pages.insert(contentsOf: fresh, at: first)
    revision += 1
    if isOnScreen, currentIndex == nil, let id = fresh.first?.id { (currentID, lastID) = (id, id) }
  }

  /// Forgets excerpts of items that the window does not hold.
  mutating func keepExcerptsOfPages() {
    guard !excerpts.isEmpty else { return }
    let held = Set(pages.ids.map(\.whole))
    excerpts = excerpts.filter { held.contains($0.key) }
  }

  /// Shows the pages of an item, and of them, if the item is on screen, one.
  private mutating func turn(toPageOf item: FeedItem, _ id: ItemID? = nil) -> Step {
    replacePages(of: item)
    return currentID?.whole == item.id ? turn(to: id) + grow() : grow()
  }
}
