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
    tiles.indices.contains(number - start) ? tiles[number - start] : nil
  }

  /// The numbers to read now: the screen, with as much before and after it; `nil` if all of the
  /// screen was read, and enough around it.
  var missing: Range<Int>? {
    guard let grid, count > 0 else { return nil }
    let visible = visible
    // Half a screen is enough until the answer comes.
    let needed = padded(visible, by: grid.count / 2)
    guard !(start..<start + tiles.count).contains(needed) else { return nil }
    return padded(visible, by: grid.count)
  }

  /// The numbers to read when nothing that was read is valid any more.
  var around: Range<Int>? { grid.map { padded(visible, by: $0.count) } }

  private func padded(_ range: Range<Int>, by number: Int) -> Range<Int> {
    max(range.lowerBound - number, 0)..<min(range.upperBound + number, count)
  }

  /// Takes the items from a number on, in place of those read before; what is known of them stays.
  mutating func take(_ items: [FeedItem], from start: Int) {
    let known = tiles
    self.start = start
    tiles = IdentifiedArray(
      uniqueElements: items.map { item in
        var tile = known[id: item.id] ?? Overview.Tile(item: item)
        tile.item = item
        return tile
      })
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

  /// The thumbnails to make: of the screen, then of what comes after it, then of what was before.
  var wanted: [ThumbnailRequest] {
    let visible = visible
    let after = padded(visible, by: visible.count)
    let numbers =
      Array(visible) + Array(visible.upperBound..<after.upperBound)
      + (after.lowerBound..<visible.lowerBound).reversed()
    return numbers.compactMap { number in
      guard let tile = tile(at: number), let clip = tile.item.playable else { return nil }
      // What may never be seen is not worth a download.
      if case .remote = clip.location, !visible.contains(number) { return nil }
      return ThumbnailRequest(
        id: tile.id, location: clip.location, rotation: tile.rotation ?? .none)
    }
  }

  /// The items on screen, as far as they were read.
  var visibleIDs: Set<ItemID> { Set(visible.compactMap { tile(at: $0)?.id }) }
}

extension Overview.State {
  /// Reads what the screen shows and what is around it, unless it was read.
  mutating func read(anew isAnew: Bool = false) -> Effect<Overview.Action> {
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.recordClient) var recordClient
    guard grid != nil else { return .none }
    let range = isAnew ? around : missing
    guard let range, !range.isEmpty else {
      if count == 0 { take([], from: 0) }
      return wantThumbnails()
    }
    return .merge(
      wantThumbnails(),
      .run { [feedClient, recordClient, filter = page.filter] send in
        let request = FeedBatchRequest(
          .index(range.lowerBound), limit: range.count, filter: filter, isInclusive: true)
        guard case .success(let batch) = await feedClient.page(request) else { return }
        let count = feedClient.place(batch.items.first?.id, filter).count
        await send(.found(batch.items, from: range.lowerBound, count: count))
        // What is remembered takes a look at each file: a held key does not wait for it.
        let marks = await recordClient.marks(of: batch.items)
        await send(.remembered(batch.items.map(\.id), marks))
      }
      .cancellable(id: Overview.CancelID.items, cancelInFlight: true))
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
