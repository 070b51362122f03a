extension Reducer {
  /// Runs a child reducer while an optional part of the state is present.
  ///
  ///     Reduce { state, action in … }
  ///       .ifLet(\.help, action: Action.helpCase) { Help() }
  ///
  /// The child runs before this reducer. When this one removes the child, or replaces it with one
  /// of another identity (the `id` of an `Identifiable` state), the child's effects are cancelled.
  /// An action for a missing child is reported and ignored.
  package func ifLet<ChildState: Sendable, ChildAction: Sendable, Child>(
    _ child: any WritableKeyPath<State, ChildState?> & Sendable,
    action: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then reducer: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Child: Reducer<ChildState, ChildAction> {
    OptionalChildReducer(
      parent: self, state: .property(child), action: action, child: reducer(),
      missing: ("ifLet", "nil"),
      site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Runs a child reducer while the state, an enum, is a certain case.
  ///
  ///     Reduce { state, action in … }
  ///       .ifCaseLet(State.clipCase, action: Action.clipCase) { Clip() }
  ///
  /// The child runs before this reducer. When this one changes the case, or the child's identity
  /// (the `id` of an `Identifiable` state), the child's effects are cancelled. An action for a
  /// missing child is reported and ignored. The payload is extracted and put back, so keep large
  /// collections out of it.
  package func ifCaseLet<ChildState: Sendable, ChildAction: Sendable, Child>(
    _ child: CasePath<State, ChildState>,
    action: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> then reducer: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Child: Reducer<ChildState, ChildAction> {
    OptionalChildReducer(
      parent: self, state: .payload(child), action: action, child: reducer(),
      missing: ("ifCaseLet", "of another case"),
      site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// Runs a child's reducer before its parent's, if there is a child.
struct OptionalChildReducer<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: Parent
  let state: OptionalChild<Parent.State, Child.State>
  let action: CasePath<Parent.Action, Child.Action>
  let child: Child
  /// The report for an action to a missing child.
  let missing: (name: String, state: String)
  let site: SourceSite

  func reduce(
    into parentState: inout Parent.State, action parentAction: Parent.Action
  ) -> Effect<Parent.Action> {
    let childEffects = reduceChild(of: &parentState, action: parentAction)
    let before = state.scope(in: parentState)
    let effects = childEffects.merge(with: parent.reduce(into: &parentState, action: parentAction))
    guard let before, before != state.scope(in: parentState) else { return effects }
    return effects.merge(with: Effect(operation: .leave(before)))
  }

  private func reduceChild(
    of parentState: inout Parent.State, action parentAction: Parent.Action
  ) -> Effect<Parent.Action> {
    guard let childAction = action.extract(parentAction) else { return .none }
    let before = state.scope(in: parentState)
    let effect = state.modify(in: &parentState) { child.reduce(into: &$0, action: childAction) }
    guard let effect, let before else {
      site.report(missingChild(missing.name, of: missing.state, action: parentAction))
      return .none
    }
    return effect.scoped(to: before, embed: action.embed)
  }
}
