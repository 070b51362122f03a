import Clients
import Composable
import Models

extension Overview {
  /// A place of the overview, and what is known of its clip.
  package struct Tile: Hashable, Sendable, Identifiable {
    package var item: FeedItem
    package var thumbnail: Thumbnail<Int>?
    /// How the user has rotated its clip; `nil` if not, and until that was read.
    var rotation: Rotation?

    package var id: ItemID { item.id }

    /// The title to show: the clip's own, if its source has only the name of its file.
    package var title: CleanText {
      item.playable?.isTitledByFile == true ? thumbnail?.title ?? item.title : item.title
    }
  }
}

extension Overview.State {
  /// The item under the cursor; `nil` until it was read.
  package var current: FeedItem? { tile(at: cursor)?.item }

  /// The tile with a number; `nil` until it was read.
  package func tile(at number: Int) -> Overview.Tile? {
    // While sections change, it may have been read for another shelf.
    let id =
      shelf(of: number)?.item(at: number)
      ?? shelves.lazy.compactMap { $0.item(at: number) }.first
    return id.flatMap { tiles[id: $0] }
  }

  /// The numbers that a shelf is to read now: what is in sight, with as much before and after it; `nil`
  /// if that was read, or enough of it.
  ///
  /// - Parameter isAnew: Whether nothing that was read is valid any more.
  func missing(_ id: Int?, anew isAnew: Bool = false) -> Range<Int>? {
    guard let grid, count > 0, let shelf = shelves[id: id] else { return nil }
    let all = id.map { rows.numbers(inTileRow: $0) } ?? 0..<count
    let (part, screen) = id == nil ? (visible, grid.count) : (inSight(all), grid.columns)
    // Half a screen is enough until the answer comes.
    let needed = padded(part, by: screen / 2, in: all)
    return isAnew || !shelf.numbers.contains(needed) ? padded(part, by: screen, in: all) : nil
  }

  private func padded(_ range: Range<Int>, by number: Int, in all: Range<Int>) -> Range<Int> {
    max(range.lowerBound - number, all.lowerBound)..<min(range.upperBound + number, all.upperBound)
  }

  /// Takes items that a shelf has read, and forgets those that are on none; what is known of the others
  /// stays.
  mutating func take(_ items: [FeedItem]) {
    var known = tiles
    for item in items {
      var tile = known[id: item.id] ?? Overview.Tile(item: item)
      tile.item = item
      known[id: item.id] = tile
    }
    tiles = IdentifiedArray(
      uniqueElements: shelves.flatMap(\.items).compactMap { known[id: $0] })
    remembered.formIntersection(tiles.ids)
  }

  /// Takes what is remembered of items.
  mutating func remember(_ ids: [ItemID], _ marks: [ItemID: ItemMarks]) {
    remembered.formUnion(ids)
    for (id, marks) in marks { tiles[id: id]?.rotation = marks.rotation }
  }

  /// Takes thumbnails, as far as their items were read.
  mutating func take(_ thumbnails: [ItemID: Thumbnail<Int>]) {
    for (id, thumbnail) in thumbnails { tiles[id: id]?.thumbnail = thumbnail }
  }

  /// The thumbnails to make: of the screen, then of what comes after it, then of what was before; of
  /// shelves, only of the screen.
  var wanted: [ThumbnailRequest] {
    let visible = visible
    let around = padded(visible, by: rows.isShelved ? 0 : visible.count, in: 0..<count)
    let numbers =
      visibleNumbers + Array(visible.upperBound..<around.upperBound)
      + (around.lowerBound..<visible.lowerBound).reversed()
    return numbers.compactMap { number in
      guard let tile = tile(at: number), let clip = tile.item.playable else { return nil }
      // What may never be seen is not worth a download.
      if clip.location.isRemote, !visible.contains(number) { return nil }
      return ThumbnailRequest(
        id: tile.id, location: clip.location, rotation: tile.rotation ?? .none)
    }
  }

  /// The items on screen, as far as they were read.
  var visibleIDs: Set<ItemID> { Set(visibleNumbers.compactMap { tile(at: $0)?.id }) }
}

extension Overview.State {
  /// Has shelves read what the screen shows and what is around it, unless it was read.
  mutating func read(anew isAnew: Bool = false) -> Effect<Overview.Action> {
    guard grid != nil else { return .none }
    if count == 0 {
      shelves = [Shelf.State()]
      take([])
    }
    let filter = page.filter
    var effects = [wantThumbnails()]
    for id in shelves.ids {
      guard let numbers = missing(id, anew: isAnew), !numbers.isEmpty else { continue }
      let reading = Effect<Overview.Action>.adopt(
        &self, \.shelves, id: id, action: Overview.Action.shelfCase
      ) { $0.read(numbers, filter) }
      effects.append(reading)
    }
    return .merge(effects)
  }

  /// Cancels the thumbnails of tiles that are not on screen any more; those of the others are made
  /// as soon as the screen stands still.
  mutating func wantThumbnails() -> Effect<Overview.Action> {
    @Dependency(\.thumbnailClient) var thumbnailClient
    @Dependency(\.clock) var clock
    guard isScrolling else { return wantAll() }
    wantedIDs.formIntersection(visibleIDs)
    let kept = wanted.filter { wantedIDs.contains($0.id) }
    return .run { [thumbnailClient, clock] send in
      thumbnailClient.want(kept)
      try await clock.sleep(for: Overview.settleDelay)
      await send(.settled)
    }
    .cancellable(id: Overview.CancelID.settling, cancelInFlight: true)
  }

  /// Requests the thumbnails of the screen and of what is around it.
  mutating func wantAll() -> Effect<Overview.Action> {
    @Dependency(\.thumbnailClient) var thumbnailClient
    let wanted = wanted
    wantedIDs = Set(wanted.map(\.id))
    return .run { [thumbnailClient] _ in thumbnailClient.want(wanted) }
  }

  /// The thumbnail under the cursor may be visible now.
  mutating func noteSeen() {
    @Dependency(\.date) var date
    guard seenSince == nil, let tile = tile(at: cursor),
      tile.thumbnail != nil || tile.item.playable == nil,
      // What is decided replaces what was.
      remembered.contains(tile.id)
    else { return }
    seenSince = date.seconds
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    other.isEmpty || lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
