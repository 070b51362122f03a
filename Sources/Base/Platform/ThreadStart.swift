import CPlatform
import Glibc

/// The start-up data of a new thread.
final class ThreadStart: Sendable {
  let name: String
  let niceness: Int32
  let body: @Sendable () -> Void

  init(name: String, niceness: Int32, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.niceness = niceness
    self.body = body
  }

  /// Runs it on a new thread; `nil` if none can be created.
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

// A file-scope function: a closure formed in a main-actor context would trap on the new thread.
private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  let start = Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue()
  flick_thread_setup(start.name, start.niceness)
  start.body()
  return nil
}
