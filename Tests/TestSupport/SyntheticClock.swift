import Platform

/// Host time that only advances when a test says so.
package final class SyntheticClock: Sendable {
  private let time: Lock<Double>

  /// Creates a clock; the start is arbitrary, as with a real one.
  package init(now: Double = 1000) {
    time = Lock(now)
  }

  /// The host time, in seconds.
  package var now: Double { time.withLock { $0 } }

  /// Lets time pass.
  package func advance(by seconds: Double) {
    time.withLock { $0 += max(seconds, 0) }
  }
}
