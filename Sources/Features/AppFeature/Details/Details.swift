import Clients
import Composable
import Models

/// Everything that is known of an item, over its page.
package struct Details: Reducer {
  /// The item, and how far the reader has scrolled.
  package struct State: Hashable, Sendable, Identifiable {
    package let item: FeedItem
    /// What its container says; `nil` as long as the clip has not been opened, or if it is none.
    package var facts: MediaDetails?
    package var scroll = Scroll()

    package var id: ItemID { item.id }
  }

  /// What happened to the details.
  package enum Action: Hashable, Sendable {
    case factsFound(MediaDetails?)
    case scroll(Scroll.Action)
  }

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .factsFound(let facts): state.facts = facts
    case .scroll(let action): state.scroll.take(action)
    }
    return .none
  }
}

extension Details.State {
  /// Asks the player what it knows of the clip by now.
  mutating func findFacts() -> Effect<Details.Action> {
    @Dependency(\.playerClient) var playerClient
    switch item.kind {
    case .clip, .still:
      return .run { [playerClient, id = PlayerID(item.id)] send in
        await send(.factsFound(playerClient.details(id)))
      }
    case .article, .notice:
      return .none
    }
  }
}
