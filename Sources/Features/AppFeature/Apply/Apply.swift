import Clients
import Composable
import Models

/// What an apply will do, over the page; nothing is done before the user confirms it.
package struct Apply: Reducer {
  package struct State: Hashable, Sendable {
    package var stage = Stage.planning

    package init() {}
  }

  package enum Stage: Hashable, Sendable {
    case planning
    case ready(ApplyOverview)
    case applying
  }

  package enum Action: Hashable, Sendable {
    case planned(Result<ApplyOverview, FeedError>)
    /// The user wants what is listed.
    case confirmed
    case delegate(Delegate)
  }

  /// What the feed does for it.
  package enum Delegate: Hashable, Sendable {
    /// There is nothing to do.
    case close
    case failed(FeedError)
    case applied(ApplyResult)
  }

  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    @Dependency(\.applyClient) var applyClient
    switch action {
    case .planned(.success(let overview)):
      state.stage = .ready(overview)
    case .planned(.failure(let error)):
      return .send(.delegate(.failed(error)))
    case .confirmed:
      guard case .ready(let overview) = state.stage else { return .none }
      guard !overview.batch.steps.isEmpty else { return .send(.delegate(.close)) }
      state.stage = .applying
      return .run { [applyClient] send in
        await send(.delegate(.applied(applyClient.apply(overview.batch))))
      }
    case .delegate:
      break
    }
    return .none
  }
}

extension Apply.State {
  /// Finds out what there is to do.
  func plan() -> Effect<Apply.Action> {
    @Dependency(\.applyClient) var applyClient
    return .run { [applyClient] send in await send(.planned(applyClient.plan())) }
  }
}
