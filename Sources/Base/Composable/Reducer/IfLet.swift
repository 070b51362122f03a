extension Reducer {
  /// Runs a child reducer while an optional part of the state is there.
  ///
  ///     Reduce { state, action in … }
  ///       .ifLet(\.help, action: Action.helpCase) { Help() }
  ///
  /// The child runs before this reducer. When this one removes the child, or puts one of another
  /// identity in its place (the `id` of an `Identifiable` state), the child's effects are
  /// cancelled. An action for a child that is not there is reported and ignored.
  package func ifLet<ChildState: Sendable, ChildAction: Sendable, Child>(
    _ child: any WritableKeyPath<State, ChildState?> & Sendable,
    action: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then reducer: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Child: Reducer<ChildState, ChildAction> {
    IfLetReducer(
      parent: self, state: child, action: action, child: reducer(),
      site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

struct IfLetReducer<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: Parent
  let state: any WritableKeyPath<Parent.State, Child.State?> & Sendable
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
    let before = scope(in: parentState)
    let effect = modify(&parentState[keyPath: state]) {
      child.reduce(into: &$0, action: childAction)
    }
    guard let effect, let before else {
      site.report(missingChild("ifLet", of: "nil", action: parentAction))
      return .none
    }
    return effect.scoped(to: before, embed: action.embed)
  }

  /// The scope of the child that is there.
  private func scope(in parentState: Parent.State) -> ScopeID? {
    parentState[keyPath: state].map {
      ScopeID(path: .keyPath(state), id: identity(of: $0))
    }
  }
}
