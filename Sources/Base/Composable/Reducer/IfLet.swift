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
    OptionalChildReducer(
      parent: self, state: .property(child), action: action, child: reducer(),
      missing: ("ifLet", "nil"),
      site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
