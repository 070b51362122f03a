import Clients
import Composable
import Models

extension Overview {
  /// What it takes the place of.
  struct Page: Hashable, Sendable {
    /// The item that plays; `nil` without one.
    var item: ItemID?
    /// Likewise, or if there is none, the last one that was.
    var last: ItemID?
    /// Which items of the index are shown.
    var filter = FeedFilter.none
  }
}

extension Overview.State {
  /// It is on screen now: the page goes under the cursor.
  func begin() -> Effect<Overview.Action> {
    @Dependency(\.thumbnailClient) var thumbnailClient
    return .merge(
      locate(page.last),
      .run { [thumbnailClient] send in
        for await _ in thumbnailClient.changes() {
          await send(.thumbnailsChanged(thumbnailClient.takeChanges()))
        }
      })
  }

  /// Shows the page of the clip under the cursor; until that is there, the overview stays.
  mutating func open(byExcerpts: Bool = false) -> Effect<Overview.Action> {
    opensExcerpts = byExcerpts
    guard count > 0, grid != nil else { return .send(.delegate(.close)) }
    guard let id = current?.id else {
      // It has been scrolled to, and is being read.
      isClosing = true
      return .none
    }
    guard id != page.item else { return .send(.delegate(.close)) }
    (isClosing, followed) = (true, id)
    return .send(.delegate(.open(id)))
  }

  /// Another page is current: the one that was asked for, or else the cursor goes there.
  mutating func pageChanged(to page: Overview.Page) -> Effect<Overview.Action> {
    let before = self.page
    self.page = page
    let isOther = page.item != before.item
    if isOther, page.item == followed, isClosing { return .send(.delegate(.close)) }
    guard page.filter != before.filter || isOther && page.item != followed else { return .none }
    missedPage()
    return locate(page.last)
  }

  /// The page under the cursor could not be opened.
  mutating func missedPage() {
    (isClosing, followed) = (false, page.item)
  }

  /// The source has changed: what was read may be in other places.
  mutating func sourceChanged(_ changes: [FeedChange]) -> Effect<Overview.Action> {
    @Dependency(\.thumbnailClient) var thumbnailClient
    guard changes.contains(where: { $0 != .counted }) else { return .none }
    var reloaded: [ItemID] = []
    for case .reload(let item) in changes { reloaded.append(item.id) }
    unmark(changes)
    for id in reloaded { tiles[id: id]?.thumbnail = nil }
    let forgotten: Effect<Overview.Action> =
      reloaded.isEmpty ? .none : .run { [thumbnailClient] _ in thumbnailClient.forget(reloaded) }
    return .merge(forgotten, locate(current?.id ?? page.last, isSame: current != nil))
  }

  /// Finds out where an item is.
  ///
  /// - Parameter isSame: Whether the cursor is on it.
  func locate(_ id: ItemID?, isSame: Bool = false) -> Effect<Overview.Action> {
    @Dependency(\.feedClient) var feedClient
    return .run { [feedClient, cursor, filter = page.filter] send in
      let place = feedClient.place(id, filter)
      let number = place.number.map { $0 - 1 } ?? cursor
      await send(.located(number, count: place.count, isSame: isSame && place.number != nil))
    }
  }

  /// The cursor has moved: its clip plays once it rests.
  func rest() -> Effect<Overview.Action> {
    @Dependency(\.clock) var clock
    return .run { [clock, tilePlay] send in
      try await clock.sleep(for: Overview.restDelay)
      await send(.rested)
      guard tilePlay == .heard else { return }
      try await clock.sleep(for: Overview.soundDelay - Overview.restDelay)
      await send(.lingered)
    }
    .cancellable(id: Overview.CancelID.resting, cancelInFlight: true)
  }

  /// Makes the clip under the cursor the current page, which plays it.
  mutating func follow() -> Effect<Overview.Action> {
    guard let id = current?.id, id != page.item, id != followed else { return .none }
    followed = id
    return .send(.delegate(.open(id)))
  }

  /// Whether the clip under the cursor plays without sound.
  var isSilent: Bool { !isLingering || current?.id != page.item }
}
