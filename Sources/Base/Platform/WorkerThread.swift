import Glibc

/// A named POSIX thread that runs one function to its end.
///
/// Decoding and sound run on their own threads, not on Swift's cooperative pool, because they block
/// in `poll` and in codecs.
package final class WorkerThread: Sendable {
  private let thread: Lock<pthread_t?>
  private let finished = Lock(false)

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: Shown by `top -H` and debuggers; truncated to 15 bytes.
  ///   - niceness: Added to the thread's niceness; 0 leaves it, 10 yields to the others.
  ///   - body: Runs on the new thread.
  package init(name: String, niceness: Int32 = 0, body: @escaping @Sendable () -> Void) {
    let finished = finished
    let start = ThreadStart(name: name, niceness: niceness) {
      body()
      finished.withLock { $0 = true }
    }
    thread = Lock(start.runOnNewThread())
    if thread.withLock({ $0 == nil }) { finished.withLock { $0 = true } }
  }

  /// How many more threads this process can have at the same time. Dispatch waits forever for a
  /// thread that it does not get.
  ///
  /// - Parameter count: The maximum number to try.
  package static func possibleCount(upTo count: Int) -> Int {
    let gate = Lock(())
    var handles: [pthread_t] = []
    gate.withLock { _ in
      let start = ThreadStart(name: "trial", niceness: 0) { gate.withLock { _ in } }
      while handles.count < count, let handle = start.runOnNewThread() { handles.append(handle) }
    }
    for handle in handles { pthread_join(handle, nil) }
    return handles.count
  }

  /// Whether the body has returned, or the thread could not be started.
  package var isFinished: Bool { finished.withLock { $0 } }

  /// Waits until the body has returned. A second call returns at once.
  package func join() {
    let handle = thread.withLock { handle in
      defer { handle = nil }
      return handle
    }
    if let handle { pthread_join(handle, nil) }
  }

  deinit {
    if let handle = thread.withLock({ $0 }) { pthread_detach(handle) }
  }
}
