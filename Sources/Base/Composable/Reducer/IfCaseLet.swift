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
    OptionalChildReducer(
      parent: self, state: .payload(child), action: action, child: reducer(),
      missing: ("ifCaseLet", "of another case"),
      site: SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
