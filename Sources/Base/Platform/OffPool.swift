import Dispatch

/// Runs work that a slow disk or a long calculation may hold up, and waits for it: a thread of Swift's
/// pool must not block.
package func offPool<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    DispatchQueue.global(qos: .utility).async { continuation.resume(returning: work()) }
  }
}
