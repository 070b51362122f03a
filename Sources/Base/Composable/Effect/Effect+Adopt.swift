extension Effect {
  /// Changes an element of a collection through its own method, and takes over the effects that
  /// the method returns (docs/decisions/core-composable.md).
  ///
  ///     return .adopt(&state, \.items, id: id, action: Action.itemCase) { $0.pageEntered() }
  ///
  /// This is how a parent makes something happen in a child; no action is sent. The effects run
  /// under the element's id as if the element's own reducer had returned them: its `cancel(id:)`
  /// reaches them, and they end when the element leaves the collection. For that, `elements` and
  /// `action` are those of the `forEach`. An unknown id is reported and ignored.
  package static func adopt<State, Element: Identifiable, ElementAction: Sendable>(
    _ state: inout State,
    _ elements: any WritableKeyPath<State, IdentifiedArray<Element>> & Sendable,
    id: Element.ID,
    action: CasePath<Action, (Element.ID, ElementAction)>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ change: (_ element: inout Element) -> Effect<ElementAction>
  ) -> Self {
    let effect = state[keyPath: elements].update(id: id, change)
    guard let effect else {
      SourceSite(fileID: fileID, filePath: filePath, line: line, column: column).report(
        """
        An element to adopt effects from is missing.

          id: \(id)
          collection: \(elements)

        It was removed before, or was never added; check that it is there first.
        """)
      return .none
    }
    return effect.scoped(
      to: ScopeID(path: .keyPath(elements), id: CancelID(id)),
      embed: { action.embed((id, $0)) })
  }

  /// Changes an optional child through its own method, and takes over the effects that the method
  /// returns, under the child's identity. Does nothing while there is no child.
  package static func adopt<State, Child: Sendable, ChildAction: Sendable>(
    _ state: inout State,
    _ child: any WritableKeyPath<State, Child?> & Sendable,
    action: CasePath<Action, ChildAction>,
    _ change: (_ child: inout Child) -> Effect<ChildAction>
  ) -> Self {
    adopt(&state, OptionalChild.property(child), action: action, change)
  }

  /// Changes the payload of a case through its own method, and takes over the effects that the
  /// method returns, under the identity of the payload. Does nothing while the state is of another
  /// case.
  package static func adopt<State, Child: Sendable, ChildAction: Sendable>(
    _ state: inout State,
    _ child: CasePath<State, Child>,
    action: CasePath<Action, ChildAction>,
    _ change: (_ child: inout Child) -> Effect<ChildAction>
  ) -> Self {
    adopt(&state, OptionalChild.payload(child), action: action, change)
  }

  private static func adopt<State, Child: Sendable, ChildAction: Sendable>(
    _ state: inout State,
    _ child: OptionalChild<State, Child>,
    action: CasePath<Action, ChildAction>,
    _ change: (_ child: inout Child) -> Effect<ChildAction>
  ) -> Self {
    guard let effect = child.modify(in: &state, change), let scope = child.scope(in: state) else {
      return .none
    }
    return effect.scoped(to: scope, embed: action.embed)
  }

  /// Changes a child that is always there through its own method, and takes over the effects
  /// that the method returns.
  package static func adopt<State, Child: Sendable, ChildAction: Sendable>(
    _ state: inout State,
    _ child: any WritableKeyPath<State, Child> & Sendable,
    action: CasePath<Action, ChildAction>,
    _ change: (_ child: inout Child) -> Effect<ChildAction>
  ) -> Self {
    change(&state[keyPath: child])
      .scoped(to: ScopeID(path: .keyPath(child), id: nil), embed: action.embed)
  }

  /// The effects of a child, as its parent returns them.
  func scoped<ParentAction: Sendable>(
    to scope: ScopeID, embed: @escaping @Sendable (Action) -> ParentAction
  ) -> Effect<ParentAction> {
    if isNone { return .none }
    return Effect<ParentAction>(operation: .adopt(map(embed), scope))
  }
}
