extension AsyncStream {
  /// A stream that ends at once.
  package static var finished: AsyncStream { AsyncStream { $0.finish() } }
}
