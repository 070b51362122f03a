import Glibc
import Platform

/// Polls for a condition that another thread, another process or the kernel makes true without
/// notification: a frame in a mailbox, a position, a file being written.
///
/// What can be awaited is awaited instead. The deadline does not measure speed: only what never
/// happens reaches it. Other tests run in parallel and may occupy all threads that the tests share
/// for longer than that, so the deadline only counts after enough polls.
///
/// - Returns: Whether the condition became true.
package func eventually(
  isolation: isolated (any Actor)? = #isolation, within seconds: Double = 60,
  _ isTrue: () -> Bool
) async -> Bool {
  var patience = Patience(seconds: seconds)
  while !isTrue() {
    guard patience.lasts() else { return false }
    try? await Task.sleep(for: .milliseconds(2))
  }
  return true
}

/// Like `eventually`, for a thread that has nothing else to do.
package func blockUntil(within seconds: Double = 60, _ isTrue: () -> Bool) -> Bool {
  var patience = Patience(seconds: seconds)
  while !isTrue() {
    guard patience.lasts() else { return false }
    usleep(2_000)
  }
  return true
}

/// When to stop waiting.
private struct Patience {
  private let deadline: Double
  private var looks = 0

  init(seconds: Double) {
    deadline = HostTime.now + seconds
  }

  /// Counts an unsuccessful poll.
  mutating func lasts() -> Bool {
    looks += 1
    return HostTime.now < deadline || looks < 1_000
  }
}

/// Runs blocking code on a thread of its own, rather than on one of the few that the tests share.
///
/// - Parameter name: See `WorkerThread`.
package func onThread<Value: Sendable>(
  named name: String, _ body: @escaping @Sendable () -> Value
) async -> Value {
  await withCheckedContinuation { continuation in
    _ = WorkerThread(name: name) { continuation.resume(returning: body()) }
  }
}
