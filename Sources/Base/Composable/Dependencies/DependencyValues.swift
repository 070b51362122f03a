import IssueReporting

/// The dependencies in force.
///
/// They come down with the current task: a store sets them while its reducer runs, an effect keeps
/// those that were in force when it was made, a test overrides them for a while.
package struct DependencyValues: Sendable {
  /// The dependencies of the current task.
  @TaskLocal package static var current = DependencyValues()

  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Whether unset dependencies have their live values, or those of tests.
  package var isLive: Bool

  /// The running effect that the current task belongs to.
  package var effect: RunningEffect?

  /// Creates values without any override: of tests within a test, else live ones.
  package init() {
    isLive = !isTesting
  }

  /// The value of a key: the one set, else the key's own.
  package subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
    get {
      if let value = values[ObjectIdentifier(key)] as? Key.Value { return value }
      return isLive ? Key.liveValue : Key.testValue
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}
