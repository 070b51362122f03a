import Composable

/// Closures through which features reach the outside world; each fails in a test that does not set
/// it.
package protocol Client: DependencyKey {
  init()
}

extension Client {
  package static var testValue: Self { Self() }
}
