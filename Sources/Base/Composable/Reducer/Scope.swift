/// Embeds a child reducer into a parent: runs it on a part of the state for its own actions.
///
///     var body: some ReducerOf<Self> {
///       Scope(state: \.feed, action: Action.feedCase) { Feed() }
///       Reduce { state, action in … }
///     }
///
/// List it before the parent's own logic, so that the child handles its action first.
package struct Scope<ParentState: Sendable, ParentAction: Sendable, Child: Reducer>: Reducer {
  private enum Part: Sendable {
    case property(any WritableKeyPath<ParentState, Child.State> & Sendable)
    case payload(CasePath<ParentState, Child.State>, SourceSite)
  }

  private let part: Part
  private let action: CasePath<ParentAction, Child.Action>
  private let child: Child

  /// Runs a child on a property of a struct.
  package init<ChildState, ChildAction>(
    state: any WritableKeyPath<ParentState, ChildState> & Sendable,
    action: CasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) where Child.State == ChildState, Child.Action == ChildAction {
    part = .property(state)
    self.action = action
    self.child = child()
  }

  /// Runs a child on the payload of a case; the other cases have their own `Scope`.
  ///
  /// Prefer `ifCaseLet`, which runs the child before a parent that may change the case.
  package init<ChildState, ChildAction>(
    state: CasePath<ParentState, ChildState>,
    action: CasePath<ParentAction, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Child.State == ChildState, Child.Action == ChildAction {
    part = .payload(
      state, SourceSite(fileID: fileID, filePath: filePath, line: line, column: column))
    self.action = action
    self.child = child()
  }

  package func reduce(
    into state: inout ParentState, action parentAction: ParentAction
  ) -> Effect<ParentAction> {
    guard let childAction = action.extract(parentAction) else { return .none }
    switch part {
    case .property(let keyPath):
      let effect = child.reduce(into: &state[keyPath: keyPath], action: childAction)
      return effect.scoped(
        to: ScopeID(path: .keyPath(keyPath), id: nil), embed: action.embed)
    case .payload(let casePath, let site):
      guard var childState = casePath.extract(state) else {
        site.report(missingChild("Scope", of: "another case", action: parentAction))
        return .none
      }
      let effect = child.reduce(into: &childState, action: childAction)
      state = casePath.embed(childState)
      return effect.scoped(
        to: ScopeID(path: .casePath(casePath.identity), id: identity(of: childState)),
        embed: action.embed)
    }
  }
}

/// What is reported when an action arrives for a child that is not there.
func missingChild(_ name: String, of state: String, action: Any) -> String {
  """
  \(name) received an action for a child while its state was \(state). The action is ignored.

    Action: \(action)

  The likely causes:

  • A parent reducer removed the child before this reducer ran. Children run before their parents: \
  list `Scope` first, and hang `forEach`, `ifLet` and `ifCaseLet` on the reducer that removes.

  • An effect is still running for a child that is gone. Return a child's effects from its own \
  reducer or through `adopt`: then they end with it.

  • A view sent the action after the child was gone. Scope a store to the child when it appears, \
  and let it go when it disappears.
  """
}
