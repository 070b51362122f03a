import Composable
import Platform

/// A clock that stands still until the test advances it.
///
///     let clock = TestClock()
///     let store = TestStore(initialState: …) { … } withDependencies: { $0.clock = clock }
///     await store.send(.start)
///     await clock.advance(by: .seconds(1))
///     await store.receive(.tick)
package final class TestClock: Clock, EffectClock {
  /// A time, as the duration since the clock was made.
  package struct Instant: InstantProtocol {
    package var offset: Duration

    package func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }

    package func duration(to other: Self) -> Duration { other.offset - offset }

    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
    let effect: RunningEffect?

    var reason: String { "asleep on the test clock until \(deadline.offset)" }
  }

  private struct Schedule {
    var now = Instant(offset: .zero)
    var nextID = 0
    var sleepers: [Int: Sleeper] = [:]
    var runtimes: [WeakRuntime] = []

    /// The sleeper that wakes first; among equal deadlines, the one that fell asleep first.
    func first(until deadline: Instant) -> Int? {
      sleepers.filter { $0.value.deadline <= deadline }
        .min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }?.key
    }
  }

  private struct WeakRuntime {
    weak var runtime: StoreRuntime?
  }

  private let schedule = Lock(Schedule())

  /// Creates a clock at zero.
  package init() {}

  package var now: Instant { schedule.withLock { $0.now } }

  package var minimumResolution: Duration { .zero }

  /// How many tasks are asleep.
  package var sleeperCount: Int { schedule.withLock { $0.sleepers.count } }

  @MainActor
  package func attach(_ runtime: StoreRuntime) {
    schedule.withLock { schedule in
      schedule.runtimes.removeAll { $0.runtime == nil }
      schedule.runtimes.append(WeakRuntime(runtime: runtime))
    }
  }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let id = schedule.withLock { schedule in
      defer { schedule.nextID += 1 }
      return schedule.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        fallAsleep(id, until: deadline, continuation)
        // Cancelled before the sleeper was registered.
        if Task.isCancelled { wake(id, throwing: CancellationError()) }
      }
    } onCancel: {
      wake(id, throwing: CancellationError())
    }
  }

  /// Advances the time and wakes the sleepers due on the way one by one: each runs to its end or
  /// its next suspension before the time moves further.
  @MainActor
  package func advance(by duration: Duration) async {
    await advance(to: now.advanced(by: duration))
  }

  /// Advances the time to an instant; see `advance(by:)`.
  @MainActor
  package func advance(to instant: Instant) async {
    await settle()
    while let next = schedule.withLock({ $0.first(until: instant) }) {
      schedule.withLock { schedule in
        if let deadline = schedule.sleepers[next]?.deadline {
          schedule.now = max(schedule.now, deadline)
        }
      }
      wake(next)
      await settle()
    }
    schedule.withLock { $0.now = max($0.now, instant) }
    await settle()
  }

  /// Advances the time until no task is asleep. Reports the remaining sleepers after `limit`
  /// wakings.
  @MainActor
  package func run(
    limit: Int = 1000,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await settle()
    for _ in 0..<limit {
      guard let deadline = schedule.withLock({ $0.sleepers.values.map(\.deadline).min() }) else {
        return
      }
      await advance(to: deadline)
    }
    SourceSite(fileID: fileID, filePath: filePath, line: line, column: column).report(
      """
      After \(limit) wakings \(sleeperCount) tasks are still asleep on the test clock.

      An effect that sleeps in a loop never ends by itself: use `advance(by:)`, and cancel it.
      """)
  }

  private func fallAsleep(
    _ id: Int, until deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>
  ) {
    let sleeper = Sleeper(
      deadline: deadline, continuation: continuation, effect: DependencyValues.current.effect)
    let isDue = schedule.withLock { schedule in
      if deadline <= schedule.now { return true }
      schedule.sleepers[id] = sleeper
      return false
    }
    if isDue {
      continuation.resume()
    } else {
      sleeper.effect?.suspend(on: sleeper.reason)
    }
  }

  private func wake(_ id: Int, throwing error: (any Error)? = nil) {
    guard let sleeper = schedule.withLock({ $0.sleepers.removeValue(forKey: id) }) else { return }
    sleeper.effect?.resume(from: sleeper.reason)
    if let error {
      sleeper.continuation.resume(throwing: error)
    } else {
      sleeper.continuation.resume()
    }
  }

  /// Lets every effect of the stores that use this clock run as far as it can.
  @MainActor
  private func settle() async {
    var runtimes: [ObjectIdentifier: StoreRuntime] = [:]
    schedule.withLock { schedule in
      let known = schedule.runtimes.compactMap(\.runtime)
      // A reducer may have got the clock from somewhere other than the dependencies of its store.
      let found = schedule.sleepers.values.compactMap { $0.effect?.runtime }
      for runtime in known + found {
        runtimes[ObjectIdentifier(runtime)] = runtime
        if !schedule.runtimes.contains(where: { $0.runtime === runtime }) {
          schedule.runtimes.append(WeakRuntime(runtime: runtime))
        }
      }
    }
    for runtime in runtimes.values {
      await runtime.settle()
    }
  }
}
