import IssueReporting

/// The key of a dependency.
///
///     extension PlayerClient: DependencyKey {
///       static let testValue = Self(play: unimplemented("PlayerClient.play"), …)
///     }
///     extension DependencyValues {
///       var playerClient: PlayerClient {
///         get { self[PlayerClient.self] }
///         set { self[PlayerClient.self] = newValue }
///       }
///     }
package protocol DependencyKey<Value>: Sendable {
  /// The type of the dependency; by default the key itself.
  associatedtype Value: Sendable = Self

  /// What a test gets that did not set the dependency: its endpoints fail the test by name.
  static var testValue: Value { get }

  /// What the running app gets; a key that knows none leaves it out, and the store is given it.
  static var liveValue: Value { get }
}

extension DependencyKey {
  /// Reports that the app did not set the dependency, and returns the test value.
  package static var liveValue: Value {
    reportIssue(
      """
      The dependency \(Self.self) has no live value.

      Either give it one where the store is made, in `withDependencies`, or give its key a `liveValue`.
      """)
    return testValue
  }
}
