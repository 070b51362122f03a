import Clients
import Composable
import Models

/// All metadata of an item, over its page.
package struct Details: Reducer {
  /// The item, and the scroll position.
  package struct State: Hashable, Sendable, Identifiable {
    package let item: FeedItem
    /// The container's metadata; `nil` until the clip is opened, or if the item is not a clip.
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
  /// Asks the player for the metadata it has by now.
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
