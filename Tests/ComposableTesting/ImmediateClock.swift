import Platform

/// A clock on which no sleep takes time: its `now` jumps to each deadline.
package final class ImmediateClock: Clock {
  /// A time, as the duration since the clock was made.
  package struct Instant: InstantProtocol {
    package var offset: Duration

    package func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

    package func duration(to other: Self) -> Duration { other.offset - offset }

    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
  }

  private let time = Lock(Instant(offset: .zero))

  /// Creates a clock at zero.
  package init() {}

  package var now: Instant { time.withLock { $0 } }

  package var minimumResolution: Duration { .zero }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    // Other tasks get a turn, as they would during a real sleep.
    await Task.yield()
  }
}
