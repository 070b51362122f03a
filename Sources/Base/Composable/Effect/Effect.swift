/// The work that follows an action, as a value: a tree that the store interprets
/// (docs/decisions/core-composable.md).
///
/// Creating an effect does nothing. The store delivers the actions of `send` before it publishes
/// the state, and starts the `run`s after that. Effects of one reducer are merged in the order of
/// its `body`.
package struct Effect<Action: Sendable>: Sendable {
  enum Operation: Sendable {
    case none
    case send(Action)
    indirect case run(Run<Action>)
    case merge([Effect])
    case concatenate([Effect])
    indirect case cancellable(Effect, id: CancelID, cancelInFlight: Bool)
    case cancel(id: CancelID)
    /// The effects of a child, which end when the child is removed.
    indirect case adopt(Effect, ScopeID)
    /// The child was removed: cancels the effects adopted for it.
    case leave(ScopeID)
  }

  let operation: Operation

  package static var none: Self { Self(operation: .none) }

  package var isNone: Bool {
    if case .none = operation { true } else { false }
  }

  /// Sends an action at once: it is reduced before the state is published.
  ///
  /// Not for sharing logic, which belongs in a method of the state; use it, for example, for a
  /// child to notify its parent.
  package static func send(_ action: Action) -> Self { Self(operation: .send(action)) }

  /// Runs effects concurrently. They start in the given order and end in any order.
  package static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Runs effects concurrently. They start in the given order and end in any order.
  package static func merge(_ effects: some Sequence<Self>) -> Self {
    joined(effects, by: Operation.merge)
  }

  /// Runs this effect and another concurrently.
  package func merge(with other: Self) -> Self {
    if isNone { return other }
    if other.isNone { return self }
    return Self(operation: .merge([self, other]))
  }

  /// Runs effects in sequence: each starts when the previous one has ended or was cancelled.
  package static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Runs effects in sequence: each starts when the previous one has ended or was cancelled.
  package static func concatenate(_ effects: some Sequence<Self>) -> Self {
    joined(effects, by: Operation.concatenate)
  }

  private static func joined(
    _ effects: some Sequence<Self>, by join: ([Self]) -> Operation
  ) -> Self {
    let parts = effects.filter { !$0.isNone }
    return parts.count > 1 ? Self(operation: join(parts)) : parts.first ?? .none
  }

  /// The same work with every action it sends transformed by `transform`.
  ///
  /// For a child's effects use `adopt`, which also ties them to the child.
  package func map<NewAction: Sendable>(
    _ transform: @escaping @Sendable (Action) -> NewAction
  ) -> Effect<NewAction> {
    switch operation {
    case .none: .none
    case .send(let action): .send(transform(action))
    case .run(let run): Effect<NewAction>(operation: .run(run.map(transform)))
    case .merge(let parts):
      Effect<NewAction>(operation: .merge(parts.map { $0.map(transform) }))
    case .concatenate(let parts):
      Effect<NewAction>(operation: .concatenate(parts.map { $0.map(transform) }))
    case .cancellable(let effect, let id, let cancelInFlight):
      Effect<NewAction>(
        operation: .cancellable(effect.map(transform), id: id, cancelInFlight: cancelInFlight))
    case .cancel(let id): Effect<NewAction>(operation: .cancel(id: id))
    case .adopt(let effect, let scope):
      Effect<NewAction>(operation: .adopt(effect.map(transform), scope))
    case .leave(let scope): Effect<NewAction>(operation: .leave(scope))
    }
  }
}

extension Effect {
  /// Makes the effect cancellable with `cancel(id:)`.
  ///
  /// The id is scoped to the feature that returns the effect and its parents: a parent can cancel a
  /// child's effect, a child never a sibling's. The id is registered as soon as the effect is
  /// returned, so that a `cancel` in the same step finds an effect that has not started yet. With
  /// `cancelInFlight`, running effects with that id are cancelled first.
  ///
  /// For the id, use a case of a private enum, or a dedicated type that wraps a value.
  package func cancellable(
    id: some Hashable & Sendable, cancelInFlight: Bool = false
  ) -> Self {
    // An empty effect still cancels those in flight.
    if isNone && !cancelInFlight { return .none }
    return Self(
      operation: .cancellable(self, id: CancelID(id), cancelInFlight: cancelInFlight))
  }

  /// Cancels the effects with an id, of this feature and of its children.
  package static func cancel(id: some Hashable & Sendable) -> Self {
    Self(operation: .cancel(id: CancelID(id)))
  }
}

extension Effect {
  /// Changes an element of a collection through its own method, and adopts the effects that the
  /// method returns (docs/decisions/core-composable.md).
  ///
  ///     return .adopt(&state, \.items, id: id, action: Action.itemCase) { $0.pageEntered() }
  ///
  /// This is how a parent triggers something in a child; no action is sent. The effects run under
  /// the element's id as if the element's own reducer had returned them: its `cancel(id:)` reaches
  /// them, and they end when the element leaves the collection. For this, `elements` and `action`
  /// must be those of the `forEach`. An unknown id is reported and ignored.
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
      to: ScopeID(path: elements, id: CancelID(id)),
      embed: { action.embed((id, $0)) })
  }

  /// Changes an optional child through its own method, and adopts the effects that the method
  /// returns, under the child's identity. Does nothing if there is no child.
  package static func adopt<State, Child: Sendable, ChildAction: Sendable>(
    _ state: inout State,
    _ child: any WritableKeyPath<State, Child?> & Sendable,
    action: CasePath<Action, ChildAction>,
    _ change: (_ child: inout Child) -> Effect<ChildAction>
  ) -> Self {
    guard let effect = state[keyPath: child].modify(change),
      let scope = ScopeID(optional: child, in: state)
    else { return .none }
    return effect.scoped(to: scope, embed: action.embed)
  }

  /// Changes a permanent child through its own method, and adopts the effects that the method
  /// returns.
  package static func adopt<State, Child: Sendable, ChildAction: Sendable>(
    _ state: inout State,
    _ child: any WritableKeyPath<State, Child> & Sendable,
    action: CasePath<Action, ChildAction>,
    _ change: (_ child: inout Child) -> Effect<ChildAction>
  ) -> Self {
    change(&state[keyPath: child])
      .scoped(to: ScopeID(path: child, id: nil), embed: action.embed)
  }

  /// The effects of a child, as its parent returns them.
  func scoped<ParentAction: Sendable>(
    to scope: ScopeID, embed: @escaping @Sendable (Action) -> ParentAction
  ) -> Effect<ParentAction> {
    if isNone { return .none }
    return Effect<ParentAction>(operation: .adopt(map(embed), scope))
  }
}
