/// The id for cancelling an effect: the value a feature chose, and its type.
///
/// `Sendable` because it consists of `Sendable` values and of the ids of `Sendable` states, and is
/// only ever compared, hashed and described.
package struct CancelID: Hashable, @unchecked Sendable, CustomStringConvertible {
  private let base: AnyHashable
  private let type: ObjectIdentifier

  package init<Value: Hashable & Sendable>(_ value: Value) {
    base = AnyHashable(value)
    type = ObjectIdentifier(Value.self)
  }

  /// Wraps the id of a state.
  fileprivate init<ID: Hashable>(identity id: ID) {
    base = AnyHashable(id)
    type = ObjectIdentifier(ID.self)
  }

  /// The wrapped value, as written by the feature.
  package var description: String { "\(base.base)" }

  // The types are compared as well: `AnyHashable` considers `1 as Int` and `1 as UInt8` equal.
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.type == rhs.type && lhs.base == rhs.base
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(base)
  }
}

/// One step from a feature into a child: the property, and which child.
///
/// A child's effects run under its scopes, so that they end with it.
///
/// `Sendable` because key paths never change, and those used here are `Sendable` at their
/// creation.
package struct ScopeID: Hashable, @unchecked Sendable {
  /// The path from the parent's state to the child's.
  let path: AnyKeyPath
  /// The identity of the child; `nil` if it has none.
  let id: CancelID?
}

extension ScopeID {
  /// The step into an optional child; `nil` if there is none.
  init?<Parent, Child: Sendable>(optional path: KeyPath<Parent, Child?>, in parent: Parent) {
    guard let child = parent[keyPath: path] else { return nil }
    self.init(path: path, id: identity(of: child))
  }
}

/// The identity of a child's state: its `id` if it is `Identifiable`.
func identity<State: Sendable>(of state: State) -> CancelID? {
  // Checks the type first, which avoids boxing the value.
  guard let type = State.self as? any Identifiable.Type else { return nil }
  func id<Child: Identifiable>(as type: Child.Type) -> CancelID? {
    (state as? Child).map { CancelID(identity: $0.id) }
  }
  return id(as: type)
}
