import CPlatform
import Dispatch
import Glibc

/// What a new thread begins with.
final class ThreadStart: Sendable {
  let name: String
  let niceness: Int32
  let body: @Sendable () -> Void

  init(name: String, niceness: Int32, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.niceness = niceness
    self.body = body
  }

  /// Runs it on a thread of its own; `nil` if there can be none.
  func runOnNewThread() -> pthread_t? {
    var handle = pthread_t()
    let context = Unmanaged.passRetained(self)
    guard pthread_create(&handle, nil, threadMain, context.toOpaque()) == 0 else {
      context.release()
      return nil
    }
    return handle
  }
}

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

// A file-scope function: a closure formed in a main-actor context would trap on the new thread.
private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  let start = Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue()
  flick_thread_setup(start.name, start.niceness)
  start.body()
  return nil
}
