extension Effect {
  /// Changes the payload of a case through its own method, and takes over the effects that the
  /// method returns, as if the reducer that `ifCaseLet` runs had returned them. Does nothing while
  /// the state is of another case.
  ///
  ///     return .adopt(&self, State.clipCase, action: Action.clipCase) { $0.pageEntered() }
  package static func adopt<State, ChildState: Sendable, ChildAction: Sendable>(
    _ state: inout State,
    _ child: CasePath<State, ChildState>,
    action: CasePath<Action, ChildAction>,
    _ change: (_ child: inout ChildState) -> Effect<ChildAction>
  ) -> Self {
    guard var childState = child.extract(state) else { return .none }
    let effect = change(&childState)
    state = child.embed(childState)
    return effect.scoped(
      to: ScopeID(path: .casePath(child.identity), id: identity(of: childState)),
      embed: action.embed)
  }
}
