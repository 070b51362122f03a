import CPlatform
import Dispatch
import Glibc

/// A thread that waits for what it will run.
final class SpareThread: Sendable {
  private let start = Lock<ThreadStart?>(nil)
  private let wakeup = DispatchSemaphore(value: 0)

  private static let waiting = Lock<[(thread: SpareThread, handle: pthread_t)]>([])

  /// Creates one, unless there can be none.
  static func create() {
    let spare = SpareThread()
    let start = ThreadStart(name: "spare", niceness: 0) {
      spare.wakeup.wait()
      guard let start = spare.start.withLock({ $0 }) else { return }
      flick_thread_setup(start.name, start.niceness)
      start.body()
    }
    guard let handle = start.runOnNewThread() else { return }
    waiting.withLock { $0.append((spare, handle)) }
  }

  /// Has one run what is to be run; `nil` if none is left.
  static func run(_ start: ThreadStart) -> pthread_t? {
    guard let spare = waiting.withLock({ $0.popLast() }) else { return nil }
    spare.thread.start.withLock { $0 = start }
    spare.thread.wakeup.signal()
    return spare.handle
  }
}
