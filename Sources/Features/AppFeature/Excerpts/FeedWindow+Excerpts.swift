import Composable
import Models

// What is shown of a clip in place of its page.
extension FeedWindow {
  /// The pages of an item of the index.
  func pages(of item: FeedItem) -> [Item.State] {
    excerpts[item.id]?.pages ?? [Item.State(item)]
  }

  /// Where the pages of an item of the index are; they are adjacent.
  func range(of item: ItemID) -> Range<Int>? {
    let id = excerpts[item]?.pages.first?.id ?? .item(item)
    guard let first = pages.index(id: id) else { return nil }
    return first..<first + (pages.elements[first...].prefix { $0.id.item == item }.count)
  }

  /// Shows the excerpts of a clip in place of its page, or if it has none, its page.
  ///
  /// - Parameters:
  ///   - item: An item of the index.
  ///   - spans: Which parts of it, in order.
  ///   - time: Where the clip is, in seconds: if it is on screen, the nearest excerpt is then.
  mutating func show(_ spans: [TimeSpan], of item: FeedItem, at time: Double = 0) -> Step {
    guard range(of: item.id) != nil else { return Step() }
    let own = excerpts[item.id]?.item ?? item
    excerpts[item.id] = spans.isEmpty ? nil : ItemExcerpts(of: own, spans: spans)
    return turn(toPageOf: own, excerpts[item.id]?.page(nearestTo: time))
  }

  /// Shows the page of the film in place of that of one of its pieces.
  ///
  /// - Parameters:
  ///   - start: Where it plays on, in seconds; `nil` where it was left.
  ///   - id: The page on screen.
  mutating func show(_ film: Clip, from start: Double?, inPlaceOf id: PageID) -> Step {
    guard id == currentID, let piece = pages[id: id]?.item else { return Step() }
    var shown = excerpts[piece.id] ?? ItemExcerpts(of: piece)
    var item = FeedItem(id: piece.id, kind: .clip(film), entry: piece.entry, facts: piece.facts)
    item.origin = shown.item.key
    shown.film = ItemExcerpts.Film(item: item, start: start, origin: id)
    excerpts[piece.id] = shown
    var step = turn(toPageOf: shown.item, .film(of: piece.id))
    step.leaving = .film
    return step
  }

  /// A film's player has been created: the next one starts where the film was left.
  mutating func filmOpened(_ id: PageID) {
    if case .film(of: let item) = id { excerpts[item]?.film?.start = nil }
  }

  /// Goes back from the film to its piece, and from the excerpts to their clip.
  ///
  /// - Parameter time: Where the film is, in seconds, to go to the nearest piece.
  mutating func leaveExcerpts(at time: Double? = nil) -> Step {
    guard let item = currentItem, let shown = excerpts[item] else { return Step() }
    guard let film = shown.film, currentID == .film(of: item) else {
      return show([], of: shown.item)
    }
    excerpts[item]?.film = nil
    if shown.pieces.isEmpty { excerpts[item] = nil }
    return turn(toPageOf: shown.item, time.flatMap { shown.page(nearestTo: $0) } ?? film.origin)
  }

  /// Exchanges the pages of an item for those that are to be shown of it now.
  mutating func replacePages(of item: FeedItem) {
    guard let first = pages.elements.firstIndex(where: { $0.id.item == item.id }) else { return }
    let fresh = pages(of: item).map { pages[id: $0.id] ?? $0 }
    let isOnScreen = currentItem == item.id
    pages.removeAll { $0.id.item == item.id }
    pages.insert(contentsOf: fresh, at: first)
    revision += 1
    if isOnScreen, currentIndex == nil, let id = fresh.first?.id { (currentID, lastID) = (id, id) }
  }

  /// Forgets excerpts of items that the window does not hold.
  mutating func keepExcerptsOfPages() {
    guard !excerpts.isEmpty else { return }
    let held = Set(pages.ids.compactMap(\.item))
    excerpts = excerpts.filter { held.contains($0.key) }
  }

  /// Shows the pages of an item, and of them, if the item is on screen, one.
  private mutating func turn(toPageOf item: FeedItem, _ id: PageID? = nil) -> Step {
    replacePages(of: item)
    return currentItem == item.id ? turn(to: id) + grow() : grow()
  }
}
