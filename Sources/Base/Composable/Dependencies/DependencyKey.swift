/// The key of a dependency, with the value that tests get: the interface side of a client.
///
///     extension PlayerClient: TestDependencyKey {
///       static let testValue = Self(play: unimplemented("PlayerClient.play"), …)
///     }
///     extension DependencyValues {
///       var playerClient: PlayerClient {
///         get { self[PlayerClient.self] }
///         set { self[PlayerClient.self] = newValue }
///       }
///     }
package protocol TestDependencyKey<Value>: Sendable {
  /// The type of the dependency; by default the key itself.
  associatedtype Value: Sendable = Self

  /// What a test gets that did not set the dependency: its endpoints fail the test by name.
  static var testValue: Value { get }
}

/// The key of a dependency that also knows its value in the running app.
package protocol DependencyKey<Value>: TestDependencyKey {
  // Stated again so that it is inferred from `liveValue` alone.
  associatedtype Value: Sendable = Self

  /// What the running app gets.
  static var liveValue: Value { get }
}

/// Where the code runs: it decides between live and test values.
package enum DependencyContext: Sendable {
  case live
  case test
}
