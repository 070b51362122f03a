import Composable
import Models

/// Up to this many new items of one change are inserted into the window; with more, the window is
/// rebuilt around the page on screen.
private let maxInsertions = 50

// Changes of the source.
extension FeedWindow {
  /// The result of changes of the source.
  private struct Update {
    var insertions = 0
    /// Items inserted between others of the window.
    var inserted: Set<ItemID> = []
    /// Items that may match the filter.
    var unknown: [ItemID] = []
    var reloaded: Set<ItemID> = []
    var isCurrentDeleted = false
    /// Whether batches in flight may lack an item.
    var isFetchStale = false
    /// Whether there are items whose place in the window is unknown.
    var isWindowStale = false
  }

  /// For how long after the start the page follows the order, in seconds.
  private static let followTime = 2.0

  /// The feed is on screen now, in seconds since 1970.
  mutating func begin(at now: Double) {
    if followsUntil != nil { followsUntil = now + Self.followTime }
  }

  /// Something is for the page on screen: it stays, whatever comes first.
  mutating func stay() { followsUntil = nil }

  /// Applies changes of the source. The page on screen stays, unless its item was deleted, or another
  /// one has become the first and the user has done nothing yet.
  ///
  /// - Parameter now: In seconds since 1970.
  mutating func take(_ changes: [FeedChange], at now: Double = .infinity) -> Step {
    revision += 1
    if followsUntil.map({ now > $0 }) ?? false { followsUntil = nil }
    var update = Update()
    for change in changes {
      switch change {
      case .insert(let item, after: let predecessor): insert(item, after: predecessor, &update)
      case .delete(let id): delete(id, &update)
      case .reload(let item): reload(item, &update)
      case .filteredOut(let id, let filter):
        // The one on screen stays there until it is swiped away.
        if filter == self.filter, id != currentItem { delete(id, &update) }
      case .counted: break
      case .rearranged: (update.isFetchStale, update.isWindowStale) = (true, true)
      }
    }
    var step = Step(leaving: .deleted, reloaded: update.reloaded)
    if !update.unknown.isEmpty { step.requests.append(.match(update.unknown)) }
    if update.isCurrentDeleted { step += leaveDeleted(inserted: update.inserted) }
    return step + readAgain(update) + grow()
  }

  /// Reloads the window, which lacks items added to the index.
  mutating func readAgain() -> Step {
    readAgain(Update(isFetchStale: true, isWindowStale: true))
  }

  /// Whether an item has a page, or is being prepared for one.
  func holds(_ id: ItemID) -> Bool { range(of: id) != nil || ahead.holds(id) || behind.holds(id) }

  private mutating func insert(
    _ item: FeedItem, after predecessor: ItemID?, _ update: inout Update
  ) {
    // A batch in flight may have been read before or after this.
    update.isFetchStale = true
    guard !update.isWindowStale, range(of: item.id) == nil else { return }
    guard filter == .none else { return update.unknown.append(item.id) }
    guard !pages.isEmpty else {
      update.isWindowStale = true
      return
    }
    let isHere = predecessor.map(holds) ?? (behind == .reached || behind.isLast)
    guard isHere else { return }
    guard update.insertions < maxInsertions else {
      update.isWindowStale = true
      return
    }
    update.insertions += 1
    guard let predecessor else { return behind.insert(item, after: nil) }
    guard let range = range(of: predecessor) else {
      ahead.insert(item, after: predecessor)
      behind.insert(item, after: predecessor)
      return
    }
    if predecessor == edge(.forwards) {
      ahead.insert(item, after: nil)
    } else {
      pages.insert(Item.State(item), at: range.upperBound)
      update.inserted.insert(item.id)
    }
  }

  private mutating func delete(_ id: ItemID, _ update: inout Update) {
    ahead.settling.removeAll { $0.id == id }
    behind.settling.removeAll { $0.id == id }
    update.reloaded.remove(id)
    if id == currentItem {
      // It stays until its replacement is known.
      update.isCurrentDeleted = true
    } else {
      pages.removeAll { $0.id.item == id }
      excerpts[id] = nil
    }
  }

  private mutating func reload(_ item: FeedItem, _ update: inout Update) {
    let isInBatch = [ahead.replace(item), behind.replace(item)].contains(true)
    let isPage = range(of: item.id) != nil
    guard isPage || isInBatch, item.id != currentItem || !update.isCurrentDeleted else {
      return
    }
    if isPage {
      // Its excerpts may differ.
      excerpts[item.id] = nil
      replacePages(of: item)
      pages[id: .item(item.id)] = Item.State(item)
    }
    update.reloaded.insert(item.id)
  }

  /// The item on screen was deleted: an item inserted in its place replaces it, or else the next
  /// one, or at the end the previous one. Swipes on a notice count from what replaces it: the same
  /// keys lead to the same page as if that had been there at once.
  private mutating func leaveDeleted(inserted: Set<ItemID>) -> Step {
    guard let id = currentItem, let range = range(of: id) else { return Step() }
    var index = range.lowerBound
    let swipes = pages[index].notice == nil ? 0 : pending
    if swipes != 0 { pending = 0 }
    pages.removeAll { $0.id.item == id }
    excerpts[id] = nil
    let others = pages.elements.map(\.id)
    while index > 0, let item = others[index - 1].item, inserted.contains(item) { index -= 1 }
    currentID = nil
    guard let successor = others.indices.contains(index) ? others[index] : others.last else {
      // Its place in the index is still known, even when the window held none of its neighbours.
      let step = open(at: id, filter: filter)
      pending = swipes
      return step
    }
    let step = turn(to: successor)
    pending = swipes
    return step + makePendingSwipes()
  }

  /// Repeats requests sent before the change.
  private mutating func readAgain(_ update: Update) -> Step {
    if let opening {
      guard update.isFetchStale else { return Step() }
      return request(opening, isStale: update.isWindowStale)
    }
    if update.isWindowStale {
      var opening = Opening(at: followsUntil == nil ? lastItem : nil, filter: filter)
      opening.followsOrder = followsUntil != nil
      return request(opening, isStale: true)
    }
    var step = Step()
    for direction in [FeedDirection.forwards, .backwards] where update.isFetchStale {
      if case .fetching(let limit) = self[direction] { step += fetch(direction, limit: limit) }
    }
    return step
  }
}

extension FeedWindow.End {
  /// Whether nothing comes after the items that are being prepared.
  fileprivate var isLast: Bool { if case .settling(_, true) = self { true } else { false } }

  /// Whether an item is being prepared.
  fileprivate func holds(_ id: ItemID) -> Bool { settling.contains { $0.id == id } }

  /// Inserts a new item: after one that is being prepared, or, if `nil`, before all of them.
  fileprivate mutating func insert(_ item: FeedItem, after predecessor: ItemID?) {
    guard case .settling = self else {
      // No batch is in flight: the item is fetched like any other.
      if predecessor == nil, self == .reached { self = .open }
      return
    }
    let index = predecessor.map { id in settling.firstIndex { $0.id == id }.map { $0 + 1 } } ?? 0
    if let index { settling.insert(item, at: index) }
  }

  /// - Returns: Whether the item is being prepared.
  fileprivate mutating func replace(_ item: FeedItem) -> Bool {
    guard let index = settling.firstIndex(where: { $0.id == item.id }) else { return false }
    settling[index] = item
    return true
  }
}
