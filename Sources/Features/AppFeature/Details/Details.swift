import Clients
import Composable
import Models

/// Everything that is known of an item, over its page.
package struct Details: Reducer {
  package struct State: Hashable, Sendable {
    package let id: PageID
    package let item: FeedItem
    /// What its container says; `nil` as long as the clip has not been opened, or if it is none.
    package var facts: MediaDetails?
    /// The connection that it is read through; `nil` if nothing is known of it.
    package var server: ServerStatistics?

    /// Creates the details of a page; `nil` if no item is on it.
    package init?(_ page: Item.State) {
      guard let item = page.item else { return nil }
      self.item = item
      id = page.id
    }
  }

  package enum Action: Hashable, Sendable {
    case factsFound(MediaDetails?, ServerStatistics?)
  }

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .factsFound(let facts, let server): (state.facts, state.server) = (facts, server)
    }
    return .none
  }
}

extension Details.State {
  /// Asks what the player knows of the item, and how it arrives.
  func findFacts() -> Effect<Details.Action> {
    @Dependency(\.playerClient) var playerClient
    @Dependency(\.machineClient) var machineClient
    guard let location = item.playable?.location else { return .none }
    return .run { [playerClient, machineClient, id] send in
      let server = location.isRemote ? machineClient.statistics(location) : nil
      await send(.factsFound(playerClient.nowPlaying(PlayerID(id)).details, server))
    }
  }
}
