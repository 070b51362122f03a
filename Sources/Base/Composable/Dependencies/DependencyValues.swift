import IssueReporting

/// The dependencies in force.
///
/// They come down with the current task: a store sets them while its reducer runs, an effect keeps
/// those that were in force when it was made, `withDependencies` overrides them for a while.
package struct DependencyValues: Sendable {
  /// The dependencies of the current task.
  @TaskLocal package static var current = DependencyValues()

  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Whether unset dependencies have their live or their test values.
  package var context: DependencyContext

  /// Keeps what unset dependencies evaluate to; each store has its own.
  var cache: DependencyCache?

  /// The running effect that the current task belongs to.
  package var effect: EffectHandle?

  /// Creates values without any override: of tests within a test, else live ones.
  package init() {
    context = isTesting ? .test : .live
  }

  /// The value of a key: the one set, else the key's own for the context.
  package subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    get {
      let id = ObjectIdentifier(key)
      if let value = values[id] as? Key.Value { return value }
      if let value = cache?.value(for: id, in: context) as? Key.Value { return value }
      let value = defaultValue(for: key)
      return cache?.insert(value, for: id, in: context) ?? value
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  private func defaultValue<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value {
    guard context == .live else { return Key.testValue }
    func liveValue<Live: DependencyKey>(of live: Live.Type) -> Key.Value? {
      live.liveValue as? Key.Value
    }
    if let live = key as? any DependencyKey.Type, let value = liveValue(of: live) { return value }
    reportIssue(
      """
      The dependency \(Key.self) has no live value.

      Either give it one where the store is made, in `withDependencies`, or conform its key to
      `DependencyKey`.
      """)
    return Key.testValue
  }
}

extension DependencyKey {
  /// Reports that the test did not set the dependency, and returns the live value.
  package static var testValue: Value {
    reportIssue(
      """
      The dependency \(Self.self) has no test value, and the test did not set it.

      Set it in `withDependencies`, or give its key a `testValue`.
      """)
    return liveValue
  }
}
