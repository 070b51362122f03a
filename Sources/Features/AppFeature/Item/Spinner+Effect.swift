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
    switch self {
    case .nothing:
      return .none
    case .wait(let duration, then: let event):
      return .send(action(event), after: duration, id: id)
    case .stopWaiting:
      return .cancel(id: id)
    }
  }
}
