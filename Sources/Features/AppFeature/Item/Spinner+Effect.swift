import Composable

extension Spinner.Next {
  /// The wait that is asked for, on the clock of the dependencies in force.
  ///
  /// - Parameters:
  ///   - id: Names the wait among the effects of its feature.
  ///   - action: Makes an action of what happens at its end.
  /// - Returns: The effect.
  func effect<Action: Sendable>(
    id: some Hashable & Sendable, as action: @escaping @Sendable (Spinner.Event) -> Action
  ) -> Effect<Action> {
    @Dependency(\.clock) var clock
    switch self {
    case .nothing:
      return .none
    case .wait(let duration, then: let event):
      return .run { [clock] send in
        try await clock.sleep(for: duration)
        await send(action(event))
      }
      .cancellable(id: id, cancelInFlight: true)
    case .stopWaiting:
      return .cancel(id: id)
    }
  }
}
