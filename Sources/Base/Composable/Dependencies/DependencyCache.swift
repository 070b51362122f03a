import Platform

/// Keeps the values that unset dependencies evaluated to, so that each is made once per store.
final class DependencyCache: Sendable {
  private struct Key: Hashable {
    let id: ObjectIdentifier
    let context: DependencyContext
  }

  private let values = Lock<[Key: any Sendable]>([:])

  func value(for id: ObjectIdentifier, in context: DependencyContext) -> (any Sendable)? {
    values.withLock { $0[Key(id: id, context: context)] }
  }

  /// Keeps `value` unless another thread was first, and returns the one kept.
  ///
  /// The value is made outside the lock because making it may ask for other dependencies.
  func insert<Value: Sendable>(
    _ value: Value, for id: ObjectIdentifier, in context: DependencyContext
  ) -> Value {
    values.withLock {
      let key = Key(id: id, context: context)
      if let existing = $0[key] as? Value { return existing }
      $0[key] = value
      return value
    }
  }
}
