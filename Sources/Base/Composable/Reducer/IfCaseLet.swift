extension Reducer {
  /// Runs a child reducer while the state, an enum, is of one case.
  ///
  ///     Reduce { state, action in … }
  ///       .ifCaseLet(State.clipCase, action: Action.clipCase) { Clip() }
  ///
  /// The child runs before this reducer. When this one changes the case, or the child's identity
  /// (the `id` of an `Identifiable` state), the child's effects are cancelled. An action for a
  /// child that is not there is reported and ignored. The payload is taken out and put back: keep
  /// large collections out of it.
  package func ifCaseLet<ChildState: Sendable, ChildAction: Sendable, Child>(
    _ child: CasePath<State, ChildState>,
    action: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then reducer: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Child: Reducer<ChildState, ChildAction> {
    IfCaseLetReducer(
      parent: self, state: child, action: action, child: reducer(),
      site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

struct IfCaseLetReducer<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: Parent
  let state: CasePath<Parent.State, Child.State>
  let action: CasePath<Parent.Action, Child.Action>
  let child: Child
  let site: SourceSite

  func reduce(
    into parentState: inout Parent.State, action parentAction: Parent.Action
  ) -> Effect<Parent.Action> {
    let childEffects = reduceChild(of: &parentState, action: parentAction)
    let before = scope(in: parentState)
    let effects = childEffects.merge(with: parent.reduce(into: &parentState, action: parentAction))
    guard let before, before != scope(in: parentState) else { return effects }
    return effects.merge(with: Effect(operation: .leave(before)))
  }

  private func reduceChild(
    of parentState: inout Parent.State, action parentAction: Parent.Action
  ) -> Effect<Parent.Action> {
    guard let childAction = action.extract(parentAction) else { return .none }
    guard let before = scope(in: parentState), var childState = state.extract(parentState) else {
      site.report(missingChild("ifCaseLet", of: "of another case", action: parentAction))
      return .none
    }
    let effect = child.reduce(into: &childState, action: childAction)
    parentState = state.embed(childState)
    return effect.scoped(to: before, embed: action.embed)
  }

  /// The scope of the child that is there.
  private func scope(in parentState: Parent.State) -> ScopeID? {
    state.extract(parentState).map {
      ScopeID(path: .casePath(state.identity), id: identity(of: $0))
    }
  }
}
