/// Stops an observation when it is cancelled or let go.
@MainActor
package final class ObserveToken {
  private let observer: Observer
  private weak let runtime: StoreRuntime?

  init(observer: Observer, runtime: StoreRuntime) {
    self.observer = observer
    self.runtime = runtime
    runtime.insert(observer)
  }

  /// Stops the observation.
  package func cancel() {
    observer.isActive = false
    runtime?.remove(observer)
  }

  isolated deinit {
    cancel()
  }
}

/// Runs a closure again when what it read has changed (docs/decisions/core-composable.md).
@MainActor
class Observer {
  var isActive = true
  private var reads: [AnyRead] = []
  private var readsAnything = false

  /// Runs the closure if it has to, after the state was published.
  func update() { preconditionFailure("A subclass responds.") }

  /// Whether anything that was read has changed.
  var hasChanged: Bool { readsAnything || reads.contains { $0.hasChanged } }

  /// Calls `body` and notes what it reads through the stores of one root.
  func track(in runtime: StoreRuntime, _ body: () -> Void) {
    reads.removeAll(keepingCapacity: true)
    readsAnything = false
    let outer = runtime.reader
    runtime.reader = self
    defer { runtime.reader = outer }
    body()
  }

  func read(_ read: AnyRead) {
    reads.append(read)
  }

  func readAnything() {
    readsAnything = true
  }
}

/// Observes what a closure reads.
final class ReadObserver: Observer {
  private unowned let runtime: StoreRuntime
  private let body: () -> Void

  init(runtime: StoreRuntime, body: @escaping () -> Void) {
    self.runtime = runtime
    self.body = body
    super.init()
    track(in: runtime, body)
  }

  override func update() {
    if hasChanged { track(in: runtime, body) }
  }
}

/// Observes one value made of the state.
final class DistinctObserver<State: Sendable, Action: Sendable, Value: Equatable>: Observer {
  private let core: StoreCore<State, Action>
  private let project: (State) -> Value
  private let body: (Value) -> Void
  private var value: Value

  init(
    core: StoreCore<State, Action>, initial: State, project: @escaping (State) -> Value,
    body: @escaping (Value) -> Void
  ) {
    self.core = core
    self.project = project
    self.body = body
    value = project(initial)
    super.init()
    body(value)
  }

  override func update() {
    guard let state = core.currentState else { return }
    let newValue = project(state)
    guard newValue != value else { return }
    value = newValue
    body(newValue)
  }
}

/// A property that was read, with its value then.
@MainActor
class AnyRead {
  var hasChanged: Bool { preconditionFailure("A subclass responds.") }
}

final class EquatableRead<State: Sendable, Action: Sendable, Value: Equatable>: AnyRead {
  private let core: StoreCore<State, Action>
  private let keyPath: KeyPath<State, Value>
  private let value: Value

  init(core: StoreCore<State, Action>, keyPath: KeyPath<State, Value>, value: Value) {
    self.core = core
    self.keyPath = keyPath
    self.value = value
  }

  // A child that is gone changes no more.
  override var hasChanged: Bool {
    guard let state = core.currentState else { return false }
    return state[keyPath: keyPath] != value
  }
}

extension Store {
  /// Calls `body` now, and again whenever a property that it read through a store of this root
  /// has changed: once for everything that an action brought about.
  ///
  ///     token = store.observe { [unowned self] in
  ///       title.text = store.title
  ///     }
  ///
  /// - Returns: A token that ends the observation when it is let go.
  package func observe(_ body: @escaping () -> Void) -> ObserveToken {
    ObserveToken(observer: ReadObserver(runtime: runtime, body: body), runtime: runtime)
  }

  /// Calls `body` with a value made of the state now, and again whenever that value has changed.
  ///
  ///     token = store.observe(distinct: \.items.ids) { ids in … }
  ///
  /// - Parameters:
  ///   - value: Makes the value; called once for every change of the state, so keep it cheap.
  ///   - body: Takes the value when it differs from the one before.
  /// - Returns: A token that ends the observation when it is let go.
  package func observe<Value: Equatable>(
    distinct value: @escaping (State) -> Value, onChange body: @escaping (Value) -> Void
  ) -> ObserveToken {
    ObserveToken(
      observer: DistinctObserver(
        core: core, initial: core.state, project: value, body: body),
      runtime: runtime)
  }
}
