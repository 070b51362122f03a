import Platform

/// What a store knows that does not depend on its state: the effects in flight and the observers.
@MainActor
package final class StoreRuntime {
  let cancellations = CancellationNode()
  /// The dependencies that the reducer runs with.
  package var dependencies: DependencyValues
  // Behind a lock because a test store reads it when it is released, on any thread.
  private let running = Lock<[ObjectIdentifier: RunningEffect]>([:])
  private var serial = 0
  private var observers: [WeakObserver] = []
  /// Wraps each effect, so that a test sees the jobs of its asynchronous functions.
  package var executor: (any TaskExecutor)?

  init(dependencies: DependencyValues) {
    self.dependencies = dependencies
  }

  /// The effects in flight, in start order.
  package nonisolated var effects: [RunningEffect] {
    running.withLock { Array($0.values) }.sorted { $0.serial < $1.serial }
  }

  /// The number of effects, cancellation tokens and observers.
  package var counts: StoreCounts {
    StoreCounts(
      effects: running.withLock { $0.count }, tokens: cancellations.count,
      observers: observers.count)
  }

  /// A number that increases with each effect.
  func nextSerial() -> Int {
    serial += 1
    return serial
  }

  func insert(_ effect: RunningEffect) {
    running.withLock { $0[ObjectIdentifier(effect)] = effect }
  }

  func remove(_ effect: RunningEffect) {
    running.withLock { $0[ObjectIdentifier(effect)] = nil }
  }

  /// Tasks to cancel once the state is back in place, because their cancellation handlers may read
  /// it.
  private var heldCancellations: [Task<Void, Never>]?

  func cancel(_ task: Task<Void, Never>) {
    if heldCancellations == nil { task.cancel() } else { heldCancellations?.append(task) }
  }

  func holdCancellations() {
    heldCancellations = []
  }

  func releaseCancellations() {
    let tasks = heldCancellations.take() ?? []
    for task in tasks {
      task.cancel()
    }
  }

  /// Cancels every effect in flight.
  package func cancelAll() {
    for effect in running.withLock({ Array($0.values) }) {
      effect.cancel()
    }
  }

  func insert(_ token: ObserveToken) {
    observers.append(WeakObserver(token: token))
  }

  func remove(_ token: ObserveToken) {
    // An observer that is being deallocated is already `nil`.
    observers.removeAll { $0.token == nil || $0.token === token }
  }

  /// Runs the observers of what changed.
  func publish() {
    // Iterates over a copy, because an observer may add and remove others.
    for observer in observers {
      observer.token?.look()
    }
  }
}

private struct WeakObserver {
  weak var token: ObserveToken?
}

/// The contents of a store, for tests that check for leaks.
package struct StoreCounts: Equatable, Sendable {
  package var effects: Int
  package var tokens: Int
  package var observers: Int

  package init(effects: Int = 0, tokens: Int = 0, observers: Int = 0) {
    self.effects = effects
    self.tokens = tokens
    self.observers = observers
  }
}
