import Clients
import Composable
import Models

extension App.State {
  /// Handles what happens to the page that lists what an apply will do.
  mutating func follow(_ action: ApplyPage.Action) -> Effect<App.Action> {
    @Dependency(\.applyClient) var applyClient
    switch action {
    case .tapped:
      guard apply == nil else { return closeApply() }
      apply = ApplyPage()
      return .merge(
        feed(.covered),
        .run { [applyClient] send in await send(.apply(.planned(applyClient.plan()))) }
          .cancellable(id: App.CancelID.plan, cancelInFlight: true))

    case .planned(.success(let overview)):
      if apply?.stage == .planning { apply?.stage = .ready(overview) }
      return .none

    case .planned(.failure(let error)):
      return .merge(closeApply(), show(.applyFailed(error)))

    case .confirmed:
      guard case .ready(let overview) = apply?.stage else { return .none }
      guard !overview.batch.steps.isEmpty else { return closeApply() }
      apply?.stage = .applying
      return .run { [applyClient] send in
        await send(.apply(.applied(applyClient.apply(overview.batch))))
      }

    case .applied(let result):
      feed.applied(result.batch)
      apply?.stage = .planning
      return .merge(closeApply(), show(.applied(result)))

    case .scroll(let action):
      apply?.scroll.take(action)
      return .none
    }
  }

  /// Shows what is under the page again; not while files are being moved.
  mutating func closeApply() -> Effect<App.Action> {
    guard let apply, apply.stage != .applying else { return .none }
    self.apply = nil
    return .merge(.cancel(id: App.CancelID.plan), feed(.uncovered))
  }
}
