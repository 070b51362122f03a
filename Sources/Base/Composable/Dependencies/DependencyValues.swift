import IssueReporting

/// The current dependencies.
///
/// They are inherited through the current task: a store sets them while its reducer runs, an effect
/// keeps those from its creation, and a test overrides them temporarily.
package struct DependencyValues: Sendable {
  /// The dependencies of the current task.
  @TaskLocal package static var current = DependencyValues()

  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Whether unset dependencies default to their live values, or to test values.
  package var isLive: Bool

  /// The running effect that the current task belongs to.
  package var effect: RunningEffect?

  /// Without overrides: test values within a test, otherwise live ones.
  package init() {
    isLive = !isTesting
  }

  /// The value for a key: the override, or the key's default.
  package subscript<Key: DependencyKey>(key: Key.Type) -> Key.Value {
    get {
      if let value = values[ObjectIdentifier(key)] as? Key.Value { return value }
      return isLive ? Key.liveValue : Key.testValue
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}
