/// Work that follows from an action, as a value: a tree that the store interprets (docs/decisions/core-composable.md).
///
/// Nothing happens when an effect is made. The store delivers the actions of `send` before it
/// publishes the state, and starts the `run`s after that. Effects of one reducer are merged in
/// the order of its `body`.
package struct Effect<Action: Sendable>: Sendable {
  /// What an effect is made of.
  enum Operation: Sendable {
    case none
    case send(Action)
    indirect case run(Run<Action>)
    case merge([Effect])
    case concatenate([Effect])
    indirect case cancellable(Effect, id: CancelID, cancelInFlight: Bool)
    case cancel(id: CancelID)
    /// The effects of a child, which end when the child goes.
    indirect case adopt(Effect, ScopeID)
    /// The child is gone: cancels what was adopted for it.
    case leave(ScopeID)
  }

  let operation: Operation

  /// No work.
  package static var none: Self { Self(operation: .none) }

  /// Whether there is nothing to do.
  package var isNone: Bool {
    if case .none = operation { true } else { false }
  }

  /// Sends an action at once: it is reduced before the state is published.
  ///
  /// Not for sharing logic, which belongs into a method of the state; a child tells its parent
  /// with it, for instance.
  package static func send(_ action: Action) -> Self { Self(operation: .send(action)) }

  /// Runs effects side by side. They start in the given order; nothing is said of when they end.
  package static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Runs effects side by side. They start in the given order; nothing is said of when they end.
  package static func merge(_ effects: some Sequence<Self>) -> Self {
    let parts = effects.filter { !$0.isNone }
    switch parts.count {
    case 0: return .none
    case 1: return parts[0]
    default: return Self(operation: .merge(parts))
    }
  }

  /// Runs this effect and another side by side.
  package func merge(with other: Self) -> Self {
    if isNone { return other }
    if other.isNone { return self }
    return Self(operation: .merge([self, other]))
  }

  /// Runs effects one after the other: each starts when the one before has ended or was
  /// cancelled.
  package static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Runs effects one after the other: each starts when the one before has ended or was
  /// cancelled.
  package static func concatenate(_ effects: some Sequence<Self>) -> Self {
    let parts = effects.filter { !$0.isNone }
    switch parts.count {
    case 0: return .none
    case 1: return parts[0]
    default: return Self(operation: .concatenate(parts))
    }
  }

  /// The same work with every action it sends changed by `transform`.
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
