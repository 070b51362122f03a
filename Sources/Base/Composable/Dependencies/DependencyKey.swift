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

  /// The value for a test that did not set the dependency; its endpoints fail the test by name.
  static var testValue: Value { get }

  /// The value for the running app. A key without one leaves it out, and the store must be given
  /// it.
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
