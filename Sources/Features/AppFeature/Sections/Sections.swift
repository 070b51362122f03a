import Clients
import Composable
import Models

/// The sections of the feed, as they were when it had so many items.
package struct Sections: Reducer {
  package struct State: Hashable, Sendable {
    /// Empty if the feed has none.
    package var all: [FeedSection] = []
    var count: Int?
    var filter = FeedFilter.none
  }

  package enum Action: Hashable, Sendable {
    /// Goes to a section, backwards if negative.
    case tapped(by: Int)
    /// The filter accepts so many items.
    case counted(Int)
    case found([FeedSection])
    case delegate(Delegate)
  }

  /// What the feed does for it.
  package enum Delegate: Hashable, Sendable {
    /// Opens the item with a number, counted from 0.
    case open(Int)
  }

  enum CancelID: Hashable, Sendable {
    case reading
  }

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .found(let sections): state.all = sections
    case .tapped, .counted, .delegate:
      // The feed knows the filter and the item on screen.
      break
    }
    return .none
  }
}

extension Sections.State {
  /// The source has changed: sections may be others, even if there are as many items.
  mutating func areOutdated(by changes: [FeedChange]) {
    let isOther = changes.contains {
      switch $0 {
      case .reload, .counted: false
      case .insert, .delete, .rearranged, .filteredOut: true
      }
    }
    if isOther { count = nil }
  }

  /// The filter accepts so many items: its sections may be others.
  mutating func read(_ count: Int, _ filter: FeedFilter) -> Effect<Sections.Action> {
    @Dependency(\.feedClient) var feedClient
    (self.count, self.filter) = (count, filter)
    return .run { [feedClient] send in await send(.found(feedClient.sections(filter))) }
      .cancellable(id: Sections.CancelID.reading, cancelInFlight: true)
  }

  /// Goes from an item to the first one of the next or previous section.
  func go(by steps: Int, from id: ItemID?, _ filter: FeedFilter) -> Effect<Sections.Action> {
    @Dependency(\.feedClient) var feedClient
    return .run { [feedClient, all] send in
      guard let number = feedClient.place(id, filter).number.map({ $0 - 1 }),
        let start = all.start(steps, from: number), start != number
      else { return }
      await send(.delegate(.open(start)))
    }
  }
}

extension [FeedSection] {
  /// Where the section begins that is some sections away from an item; `nil` if there are none.
  ///
  /// Backwards, the first step leads to the beginning of the item's own section.
  func start(_ steps: Int, from number: Int) -> Int? {
    guard let index = index(of: number) else { return nil }
    let isInside = steps < 0 && number > self[index].start
    let target = index.adding(saturating: isInside ? steps + 1 : steps)
    return self[Swift.min(Swift.max(target, 0), count - 1)].start
  }
}
