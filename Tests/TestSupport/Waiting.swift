import Glibc
import Platform

/// Waits until something holds that another thread, another process or the kernel brings about
/// without telling anybody: a frame in a mailbox, a position, a file that is being written.
///
/// What can be awaited is awaited instead. The deadline is no measure of speed: only what never
/// happens meets it. Other tests run meanwhile.
///
/// - Returns: Whether it came to hold.
package func eventually(
  isolation: isolated (any Actor)? = #isolation, within seconds: Double = 60,
  _ isTrue: () -> Bool
) async -> Bool {
  let deadline = HostTime.now + seconds
  while !isTrue() {
    guard HostTime.now < deadline else { return false }
    try? await Task.sleep(for: .milliseconds(2))
  }
  return true
}

/// As `eventually`, for a thread that has nothing else to do.
package func blockUntil(within seconds: Double = 60, _ isTrue: () -> Bool) -> Bool {
  let deadline = HostTime.now + seconds
  while !isTrue() {
    guard HostTime.now < deadline else { return false }
    usleep(2_000)
  }
  return true
}

/// Does on a thread of its own what would hold one of the few that the tests share.
///
/// - Parameter name: See `WorkerThread`.
package func onThread<Value: Sendable>(
  named name: String, _ body: @escaping @Sendable () -> Value
) async -> Value {
  await withCheckedContinuation { continuation in
    _ = WorkerThread(name: name) { continuation.resume(returning: body()) }
  }
}
