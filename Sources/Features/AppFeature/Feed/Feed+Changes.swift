import Clients
import Composable
import Models

/// New items of one change up to which each finds its place in the window; more come with a new
/// window round the page on screen.
private let mostInsertions = 50

extension Feed.State {
  /// Takes in changes of the source. The page on screen stays where it is, unless its item is gone.
  mutating func take(_ changes: [FeedChange]) -> Effect<Feed.Action> {
    if isRefreshing { refreshFound.add(changes) }
    revision += 1
    var update = WindowUpdate()
    for change in changes {
      switch change {
      case .insert(let item, after: let predecessor): insert(item, after: predecessor, &update)
      case .delete(let id): delete(id, &update)
      case .reload(let item): reload(item, &update)
      }
    }
    let reloaded = update.isCurrentReloaded ? adoptCurrent { $0.pageLeft(for: .otherPage) } : .none
    for item in update.reloaded { items.update(id: item.id) { $0 = Item.State(item) } }
    let players = Set(update.reloaded.map { PlayerID($0.id) })
    let gone = update.isCurrentDeleted ? leaveDeleted(inserted: update.inserted) : .none
    let prepared = prepareWindow(reloading: players)
    let entered = update.isCurrentReloaded ? reenter(after: prepared) : prepared
    return .merge(gone, reloaded, entered, readAgain(update), grow())
  }

  private mutating func insert(
    _ item: FeedItem, after predecessor: ItemID?, _ update: inout WindowUpdate
  ) {
    @Dependency(\.feedClient) var feedClient
    // A page that was asked for may have been read before or after this.
    update.isFetchStale = true
    guard !update.isWindowStale, !items.contains(id: item.id) else { return }
    // With a filter, only the index knows who stands next to whom.
    guard filter == .none, !items.isEmpty else {
      update.isWindowStale = feedClient.place(item.id, filter).number != nil
      return
    }
    let isHere =
      predecessor.map { items.contains(id: $0) || ahead.holds($0) || behind.holds($0) }
      ?? behind.isReached
    guard isHere else { return }
    guard update.insertions < mostInsertions else {
      update.isWindowStale = true
      return
    }
    update.insertions += 1
    guard let predecessor else {
      behind.insert(item, after: nil)
      return
    }
    guard let index = items.index(id: predecessor) else {
      ahead.insert(item, after: predecessor)
      behind.insert(item, after: predecessor)
      return
    }
    if predecessor == edge(.forwards) {
      ahead.insert(item, after: nil)
    } else {
      items.insert(Item.State(item), at: index + 1)
      update.inserted.insert(item.id)
    }
  }

  private mutating func delete(_ id: ItemID, _ update: inout WindowUpdate) {
    ahead.delete(id)
    behind.delete(id)
    likedIDs.remove(id)
    guard items.contains(id: id) else { return }
    update.reloaded.removeAll { $0.id == id }
    if id == currentID {
      // It stays until it is known what takes its place.
      update.isCurrentDeleted = true
      update.isCurrentReloaded = false
    } else {
      items.remove(id: id)
    }
  }

  private mutating func reload(_ item: FeedItem, _ update: inout WindowUpdate) {
    let isInBatch = [ahead.replace(item), behind.replace(item)].contains(true)
    guard items.contains(id: item.id) else {
      if isInBatch { update.reloaded.append(item) }
      return
    }
    update.reloaded.append(item)
    if item.id == currentID, !update.isCurrentDeleted { update.isCurrentReloaded = true }
  }

  /// The item on screen is gone: what has come right where it was takes its place, or else the one
  /// after it, at the end the one before.
  private mutating func leaveDeleted(inserted: Set<ItemID>) -> Effect<Feed.Action> {
    guard let id = currentID, var index = items.index(id: id) else { return .none }
    let recorded = endVisit(.deleted)
    let others = items.ids.filter { $0 != id }
    while index > 0, inserted.contains(others[index - 1]) { index -= 1 }
    let successor = others.indices.contains(index) ? others[index] : others.last
    items.remove(id: id)
    currentID = nil
    details = nil
    // Its place in the index is still known, even when nothing round it was in the window.
    guard let successor else {
      return .merge(
        .cancel(id: Feed.CancelID.page), recorded, open(at: id, filter: filter))
    }
    return .merge(recorded, enter(successor), rememberPlace())
  }

  /// The item on screen has other content: its page begins again.
  private mutating func reenter(after prepared: Effect<Feed.Action>) -> Effect<Feed.Action> {
    details = nil
    return enterCurrent(after: prepared)
  }

  /// Asks again for what was asked for before the change.
  private mutating func readAgain(_ update: WindowUpdate) -> Effect<Feed.Action> {
    if update.isWindowStale { isStale = true }
    if let opening {
      let owed = owedSwipes
      let asked = update.isFetchStale ? open(opening) : .none
      owedSwipes = owed
      return asked
    }
    if update.isWindowStale { return open(at: currentID ?? lastID, filter: filter) }
    guard update.isFetchStale else { return .none }
    return .merge(refetch(.forwards), refetch(.backwards))
  }

  private mutating func refetch(_ direction: FeedDirection) -> Effect<Feed.Action> {
    guard case .fetching(let limit) = self[direction].batch else { return .none }
    return fetch(direction, limit: limit)
  }
}

/// What changes of the source come to.
private struct WindowUpdate {
  var insertions = 0
  /// Items that have found a place between others of the window.
  var inserted: Set<ItemID> = []
  /// Items with other content.
  var reloaded: [FeedItem] = []
  var isCurrentReloaded = false
  var isCurrentDeleted = false
  /// Whether pages asked for before may lack an item.
  var isFetchStale = false
  /// Whether there are items of which it is not known where in the window they belong.
  var isWindowStale = false
}

extension FeedEnd {
  /// Whether an item is one of the batch.
  fileprivate func holds(_ id: ItemID) -> Bool { settling.contains { $0.id == id } }

  /// Takes in a new item: after one of the batch, or, if `nil`, before all of it.
  fileprivate mutating func insert(_ item: FeedItem, after predecessor: ItemID?) {
    guard case .settling(var fresh) = batch else {
      // Nothing more is on its way: it is fetched like any other.
      if predecessor == nil { isReached = false }
      return
    }
    guard let predecessor else {
      fresh.insert(item, at: 0)
      batch = .settling(fresh)
      return
    }
    guard let index = fresh.firstIndex(where: { $0.id == predecessor }) else { return }
    fresh.insert(item, at: index + 1)
    batch = .settling(fresh)
  }

  fileprivate mutating func delete(_ id: ItemID) {
    guard case .settling(let fresh) = batch else { return }
    batch = .settling(fresh.filter { $0.id != id })
  }

  /// - Returns: Whether the item is one of the batch.
  fileprivate mutating func replace(_ item: FeedItem) -> Bool {
    guard case .settling(var fresh) = batch,
      let index = fresh.firstIndex(where: { $0.id == item.id })
    else { return false }
    fresh[index] = item
    batch = .settling(fresh)
    return true
  }
}
