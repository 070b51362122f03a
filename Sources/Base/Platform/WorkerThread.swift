import CPlatform
import Glibc

/// A named POSIX thread that runs one function to its end.
///
/// Decoding and sound run on threads of their own, not on Swift's cooperative pool, because they
/// block in `poll` and in codecs.
package final class WorkerThread: Sendable {
  private let thread: Lock<pthread_t?>
  private let finished = Lock(false)

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - name: Shown by `top -H` and debuggers; at most 15 bytes are kept.
  ///   - niceness: Added to the thread's niceness; 0 leaves it, 10 yields to the others.
  ///   - body: Runs on the new thread.
  package init(name: String, niceness: Int32 = 0, body: @escaping @Sendable () -> Void) {
    let finished = finished
    let start = ThreadStart(name: name, niceness: niceness) {
      body()
      finished.withLock { $0 = true }
    }
    var handle = pthread_t()
    let failure = pthread_create(
      &handle, nil, threadMain, Unmanaged.passRetained(start).toOpaque())
    if failure == 0 {
      thread = Lock(handle)
    } else {
      thread = Lock(nil)
      finished.withLock { $0 = true }
    }
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

private final class ThreadStart: Sendable {
  let name: String
  let niceness: Int32
  let body: @Sendable () -> Void

  init(name: String, niceness: Int32, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.niceness = niceness
    self.body = body
  }
}

// A file-scope function: a closure formed in a main-actor context would trap on the new thread.
private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  let start = Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue()
  flick_thread_setup(start.name, start.niceness)
  start.body()
  return nil
}
