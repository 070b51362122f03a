import Glibc
import Platform

/// Waits until something holds that another thread, another process or the kernel brings about
/// without telling anybody: a frame in a mailbox, a position, a file that is being written.
///
/// What can be awaited is awaited instead. The deadline is no measure of speed: only what never
/// happens meets it. Other tests run meanwhile, and may hold all threads that the tests share for
/// longer than that, so it counts only once it has been looked often enough.
///
/// - Returns: Whether it came to hold.
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

/// As `eventually`, for a thread that has nothing else to do.
package func blockUntil(within seconds: Double = 60, _ isTrue: () -> Bool) -> Bool {
  var patience = Patience(seconds: seconds)
  while !isTrue() {
    guard patience.lasts() else { return false }
    usleep(2_000)
  }
  return true
}

/// When waiting is given up.
private struct Patience {
  private let deadline: Double
  private var looks = 0

  init(seconds: Double) {
    deadline = HostTime.now + seconds
  }

  /// Counts a look in vain.
  mutating func lasts() -> Bool {
    looks += 1
    return HostTime.now < deadline || looks < 1_000
  }
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
