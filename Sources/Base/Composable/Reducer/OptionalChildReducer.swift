extension Reducer {
  /// Runs a child reducer while an optional part of the state is present.
  ///
  ///     Reduce { state, action in … }
  ///       .ifLet(\.help, action: Action.helpCase) { Help() }
  ///
  /// The child runs before this reducer. When this one removes the child, or puts one of another
  /// identity in its place (the `id` of an `Identifiable` state), the child's effects are
  /// cancelled. An action for a child that is not there is reported and ignored. A case of an enum
  /// is a property, too, that can be set: its payload is taken out and put back, so keep large
  /// collections out of it.
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
      parent: self, state: child, action: action, child: reducer(),
      site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// Runs a child's reducer before its parent's, if there is a child.
struct OptionalChildReducer<Parent: Reducer, Child: Reducer>: Reducer {
  let parent: Parent
  let state: any WritableKeyPath<Parent.State, Child.State?> & Sendable
  let action: CasePath<Parent.Action, Child.Action>
  let child: Child
  let site: SourceSite

  func reduce(
    into parentState: inout Parent.State, action parentAction: Parent.Action
  ) -> Effect<Parent.Action> {
    let childEffects = reduceChild(of: &parentState, action: parentAction)
    let before = ScopeID(optional: state, in: parentState)
    let effects = childEffects.merge(with: parent.reduce(into: &parentState, action: parentAction))
    guard let before, before != ScopeID(optional: state, in: parentState) else { return effects }
    return effects.merge(with: Effect(operation: .leave(before)))
  }

  private func reduceChild(
    of parentState: inout Parent.State, action parentAction: Parent.Action
  ) -> Effect<Parent.Action> {
    guard let childAction = action.extract(parentAction) else { return .none }
    let before = ScopeID(optional: state, in: parentState)
    let effect = parentState[keyPath: state].modify { child.reduce(into: &$0, action: childAction) }
    guard let effect, let before else {
      site.report(missingChild("ifLet", of: "nil", action: parentAction))
      return .none
    }
    return effect.scoped(to: before, embed: action.embed)
  }
}

extension Optional {
  /// Changes the value with the only reference to it; `nil` if there is none.
  mutating func modify<Result>(_ change: (inout Wrapped) -> Result) -> Result? {
    guard var value = take() else { return nil }
    defer { self = value }
    return change(&value)
  }
}
