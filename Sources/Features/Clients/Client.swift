import Composable

/// Closures by which features reach the world, each of which fails in a test that does not set it.
package protocol Client: DependencyKey {
  init()
}

extension Client {
  package static var testValue: Self { Self() }
}
