/// Embeds a child reducer into a parent: runs it on part of the state for its own actions.
///
///     var body: some ReducerOf<Self> {
///       Scope(state: \.feed, action: Action.feedCase) { Feed() }
///       Reduce { state, action in … }
///     }
///
/// List it before the parent's own logic, so that the child handles its action first.
package struct Scope<ParentState: Sendable, ParentAction: Sendable, Child: Reducer>: Reducer {
  private let state: any WritableKeyPath<ParentState, Child.State> & Sendable
  private let action: CasePath<ParentAction, Child.Action>
  private let child: Child

  /// Runs a child on a property of a struct.
  package init<ChildState, ChildAction>(
    state: any WritableKeyPath<ParentState, ChildState> & Sendable,
    action: CasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    self.state = state
    self.action = action
    self.child = child()
  }

  package func reduce(
    into parentState: inout ParentState, action parentAction: ParentAction
  ) -> Effect<ParentAction> {
    guard let childAction = action.extract(parentAction) else { return .none }
    return child.reduce(into: &parentState[keyPath: state], action: childAction)
      .scoped(to: ScopeID(path: state, id: nil), embed: action.embed)
  }
}

/// The report for an action that arrives for a missing child.
func missingChild(_ name: String, of state: String, action: Any) -> String {
  """
  \(name) received an action for a child while its state was \(state). The action is ignored.

    Action: \(action)

  The likely causes:

  • A parent reducer removed the child before this reducer ran. Children run before their parents: \
  list `Scope` first, and hang `forEach` and `ifLet` on the reducer that removes.

  • An effect is still running for a child that is gone. Return a child's effects from its own \
  reducer or through `adopt`: then they end with it.

  • A view sent the action after the child was gone. Scope a store to the child when it appears, \
  and let it go when it disappears.
  """
}
