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

    /// Creates the details of a page; `nil` if no item is on it.
    package init?(_ page: Item.State) {
      guard let item = page.item else { return nil }
      self.item = item
      id = page.id
    }
  }

  package enum Action: Hashable, Sendable {
    case factsFound(MediaDetails?)
  }

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .factsFound(let facts): state.facts = facts
    }
    return .none
  }
}

extension Details.State {
  /// Asks the player what it knows of the item.
  func findFacts() -> Effect<Details.Action> {
    @Dependency(\.playerClient) var playerClient
    guard item.playable != nil else { return .none }
    return .run { [playerClient, id] send in
      await send(.factsFound(playerClient.nowPlaying(PlayerID(id)).details))
    }
  }
}
