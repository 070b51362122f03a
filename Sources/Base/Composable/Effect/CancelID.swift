/// The name under which an effect can be cancelled: the value a feature chose, and its type.
///
/// `Sendable` because it is made of `Sendable` values and of the ids of `Sendable` states, and only
/// ever compared, hashed and described.
package struct CancelID: Hashable, @unchecked Sendable, CustomStringConvertible {
  private let base: AnyHashable
  private let type: ObjectIdentifier

  /// Wraps a value.
  package init<Value: Hashable & Sendable>(_ value: Value) {
    base = AnyHashable(value)
    type = ObjectIdentifier(Value.self)
  }

  /// Wraps the id of a state.
  fileprivate init<ID: Hashable>(identity id: ID) {
    base = AnyHashable(id)
    type = ObjectIdentifier(ID.self)
  }

  /// The wrapped value, as the feature wrote it.
  package var description: String { "\(base.base)" }

  // The types are compared, too: `AnyHashable` takes `1 as Int` and `1 as UInt8` for the same.
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.type == rhs.type && lhs.base == rhs.base
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(base)
  }
}

/// One step from a feature into a child: through which property, and which child there.
///
/// The effects of a child run under its scopes, so that they end with it.
///
/// `Sendable` because key paths never change, and those given here are `Sendable` where they are
/// made.
package struct ScopeID: Hashable, @unchecked Sendable {
  /// What leads from the parent's state to the child's.
  let path: AnyKeyPath
  /// The identity of the child; `nil` when it has none of its own.
  let id: CancelID?
}

extension ScopeID {
  /// The step into an optional child; `nil` if there is none.
  init?<Parent, Child: Sendable>(optional path: KeyPath<Parent, Child?>, in parent: Parent) {
    guard let child = parent[keyPath: path] else { return nil }
    self.init(path: path, id: identity(of: child))
  }
}

/// The identity of a child's state: its `id`, when it is `Identifiable`.
func identity<State: Sendable>(of state: State) -> CancelID? {
  // Asks the type first, which boxes no value.
  guard let type = State.self as? any Identifiable.Type else { return nil }
  func id<Child: Identifiable>(as type: Child.Type) -> CancelID? {
    (state as? Child).map { CancelID(identity: $0.id) }
  }
  return id(as: type)
}
