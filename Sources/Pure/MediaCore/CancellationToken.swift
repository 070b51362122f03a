import Platform
import Synchronization

/// Tells a thread that is busy opening or reading a clip to stop.
package final class CancellationToken: Sendable {
  private let cancelled = Atomic(false)
  private let waiting = Atomic(false)
  private let deadlineNanoseconds = Atomic<UInt64>(.max)

  /// Creates a token that has not been cancelled and has no deadline.
  package init() {}

  /// Whether the thread that works is waiting for a server, so that nothing else gets done on it.
  package var isWaiting: Bool {
    get { waiting.load(ordering: .acquiring) }
    set { waiting.store(newValue, ordering: .releasing) }
  }

  /// Asks for the work to stop. Callable from any thread; final.
  package func cancel() {
    cancelled.store(true, ordering: .releasing)
  }

  /// Sets the host time, in seconds, after which work counts as timed out; `nil` for none.
  package func setDeadline(_ deadline: Double?) {
    let nanoseconds = deadline.map(Self.nanoseconds) ?? .max
    deadlineNanoseconds.store(nanoseconds, ordering: .releasing)
  }

  /// Whether `cancel` was called.
  package var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// Whether the deadline has passed.
  package var isPastDeadline: Bool {
    let deadline = deadlineNanoseconds.load(ordering: .acquiring)
    return deadline != .max && Self.nanoseconds(HostTime.now) > deadline
  }

  /// Whether the work should stop, for either reason.
  package var shouldStop: Bool { isCancelled || isPastDeadline }

  private static func nanoseconds(_ seconds: Double) -> UInt64 {
    UInt64(max(Int(saturating: seconds * 1e9), 0))
  }
}
