import Clients
import Composable
import Models

/// Items that follow each other and are read by number: a section as one row that moves sideways, or
/// all of the sheet.
package struct Shelf: Reducer {
  /// Where the cursor was last, and the first item in sight, both counted from its first item.
  struct Place: Hashable, Sendable {
    var cursor = 0
    var first = 0
  }

  package struct State: Hashable, Sendable, Identifiable {
    /// The index of its section; `nil` for the sheet.
    var section: Int?
    var name: FeedSection.Name?
    var place = Place()
    /// The items that were read, and the number of the first.
    var items: [ItemID] = []
    var start = 0

    package var id: Int? { section }
  }

  package enum Action: Hashable, Sendable {
    /// Items from a number on, and how many the index has.
    case found([FeedItem], from: Int, count: Int)
    case remembered([ItemID], [ItemID: ItemMarks])
  }

  enum CancelID: Hashable, Sendable {
    case reading
  }

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .found(let items, let start, _): state.take(items, from: start)
    case .remembered:
      // What is known of items is for the overview, which has their tiles.
      break
    }
    return .none
  }
}

extension Shelf.State {
  /// The item with a number; `nil` until it was read.
  func item(at number: Int) -> ItemID? {
    items.indices.contains(number - start) ? items[number - start] : nil
  }

  /// The numbers that were read.
  var numbers: Range<Int> { start..<start + items.count }

  /// Takes the items from a number on, in place of those read before.
  mutating func take(_ items: [FeedItem], from start: Int) {
    (self.items, self.start) = (items.map(\.id), start)
  }

  /// Reads the items with some numbers.
  func read(_ numbers: Range<Int>, _ filter: FeedFilter) -> Effect<Shelf.Action> {
    @Dependency(\.feedClient) var feedClient
    @Dependency(\.recordClient) var recordClient
    return .run { [feedClient, recordClient] send in
      let request = FeedBatchRequest(
        .index(numbers.lowerBound), limit: numbers.count, filter: filter, isInclusive: true)
      guard case .success(let batch) = await feedClient.page(request) else { return }
      let count = feedClient.place(batch.items.first?.id, filter).count
      await send(.found(batch.items, from: numbers.lowerBound, count: count))
      // What is remembered takes a look at each file: a held key does not wait for it.
      let marks = await recordClient.marks(of: batch.items)
      await send(.remembered(batch.items.map(\.id), marks))
    }
    .cancellable(id: Shelf.CancelID.reading, cancelInFlight: true)
  }

  /// The numbers in sight.
  ///
  /// - Parameters:
  ///   - section: Those of the section.
  ///   - columns: How many tiles there is room for.
  func inSight(of section: Range<Int>, columns: Int) -> Range<Int> {
    let last = max(section.upperBound - columns, section.lowerBound)
    let first = min(section.lowerBound + place.first, last)
    return first..<min(first + columns, section.upperBound)
  }

  /// Has the cursor on a number, which comes in sight.
  mutating func show(_ number: Int, of section: Range<Int>, columns: Int) {
    let first = inSight(of: section, columns: columns).lowerBound - section.lowerBound
    place.cursor = number - section.lowerBound
    place.first = min(max(first, place.cursor - columns + 1), place.cursor)
  }
}
