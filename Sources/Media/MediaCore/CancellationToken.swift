import Models
import Platform
import Synchronization

/// Tells a thread that is opening or reading a clip to stop.
package final class CancellationToken: Sendable {
  private let hostTime: @Sendable () -> Double
  private let cancelled = Atomic(false)
  private let deadlineNanoseconds = Atomic<UInt64>(.max)
  private let haste = Atomic<UInt64>(.max)

  /// Creates a token that has not been cancelled and has no deadline.
  ///
  /// - Parameter hostTime: The clock for its times, in seconds.
  package init(hostTime: @escaping @Sendable () -> Double = { HostTime.now }) {
    self.hostTime = hostTime
  }

  /// The host time by the token's clock, in seconds.
  package var now: Double { hostTime() }

  /// Requests the work to stop. Callable from any thread; cannot be undone.
  package func cancel() {
    cancelled.store(true, ordering: .releasing)
  }

  /// Sets the host time, in seconds, after which work times out; `nil` for none.
  package func setDeadline(_ deadline: Double?) {
    deadlineNanoseconds.store(Self.nanoseconds(deadline), ordering: .releasing)
  }

  /// Sets the host time, in seconds, after which a seek settles for a frame before its target;
  /// `nil` for none.
  package func setHaste(after time: Double?) {
    haste.store(Self.nanoseconds(time), ordering: .releasing)
  }

  /// Whether `cancel` was called.
  package var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  package var isPastDeadline: Bool { isPast(deadlineNanoseconds.load(ordering: .acquiring)) }

  /// Whether the work should stop, for either reason.
  package var shouldStop: Bool { isCancelled || isPastDeadline }

  /// Whether to settle for a nearby frame now rather than the exact one later.
  package var isInHaste: Bool { isPast(haste.load(ordering: .acquiring)) }

  private func isPast(_ nanoseconds: UInt64) -> Bool {
    nanoseconds != .max && Self.nanoseconds(hostTime()) > nanoseconds
  }

  private static func nanoseconds(_ seconds: Double?) -> UInt64 {
    seconds.map { UInt64(max(Int(saturating: $0 * 1e9), 0)) } ?? .max
  }
}
