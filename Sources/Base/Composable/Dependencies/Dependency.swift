/// Reads a dependency from those in force whenever it is used.
///
///     @Dependency(\.playerClient) var playerClient
///
/// As a property of a reducer, or as a local variable of a method of its state. An effect that
/// uses it captures the value (`.run { [playerClient] send in … }`), or reads it through the
/// reducer: both see the dependencies that were in force when the effect was made.
@propertyWrapper
package struct Dependency<Value>: Sendable {
  private let keyPath: any KeyPath<DependencyValues, Value> & Sendable

  /// Creates a reader of one dependency.
  package init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) {
    self.keyPath = keyPath
  }

  /// The value in force.
  package var wrappedValue: Value { DependencyValues.current[keyPath: keyPath] }
}
