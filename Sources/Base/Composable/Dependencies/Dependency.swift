/// Reads a dependency from the current ones each time it is used.
///
///     @Dependency(\.playerClient) var playerClient
///
/// Use it as a property of a reducer, or as a local variable in a method of its state. An effect
/// that uses it captures the value (`.run { [playerClient] send in … }`), or reads it through the
/// reducer: both see the dependencies from when the effect was created.
@propertyWrapper
package struct Dependency<Value>: Sendable {
  private let keyPath: any KeyPath<DependencyValues, Value> & Sendable

  package init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) {
    self.keyPath = keyPath
  }

  package var wrappedValue: Value { DependencyValues.current[keyPath: keyPath] }
}
