/// The state of a store, and the loop that changes it (docs/decisions/core-composable.md).
@MainActor
final class StoreCore<State: Sendable, Action: Sendable> {
  let runtime: StoreRuntime
  /// The state; `nil` while the loop has moved it out, so that the reducer has the only reference
  /// to its collections and they change in place.
  private var stored: State?
  private let reduce: (inout State, Action) -> Effect<Action>
  private let interpreter: EffectInterpreter<Action>
  private var isDraining = false
  private var isReducing = false

  /// Called after each reduction, for tests to record.
  var didReduce: ((Action, State, SourceSite) -> Void)?

  init(
    state: State, dependencies: DependencyValues,
    reduce: @escaping (inout State, Action) -> Effect<Action>
  ) {
    stored = state
    self.reduce = reduce
    runtime = StoreRuntime(dependencies: dependencies)
    interpreter = EffectInterpreter(runtime: runtime)
    interpreter.didBuffer = { [weak self] in self?.drain() }
  }

  isolated deinit {
    runtime.cancelAll()
  }

  var state: State {
    guard let stored else {
      preconditionFailure(
        """
        The state of a store was read while its reducer was running.

        A reducer works on the state it is given. Look for a dependency that is called by a \
        reducer and reads the store at once.
        """)
    }
    return stored
  }

  func send(_ action: Action, origin: SourceSite) -> StoreTask {
    if isReducing {
      origin.report(
        """
        An action was sent while the reducer was running. It is reduced after the current one.

          Action: \(action)

        Look for a dependency that is called by a reducer and sends to the store at once: call it \
        in an effect.
        """)
    }
    let activity = StoreTask(origin: origin)
    interpreter.append(action, activity: activity, token: activity.token, then: nil)
    drain()
    return activity
  }

  /// Reduces the buffered actions, publishes the state once, and starts the effects. Actions sent
  /// by observers meanwhile are reduced and published next.
  private func drain() {
    guard !isDraining else { return }
    isDraining = true
    while !interpreter.buffer.isEmpty {
      runtime.holdCancellations()
      DependencyValues.$current.withValue(runtime.dependencies) { reduceBuffer() }
      runtime.releaseCancellations()
      runtime.publish()
    }
    isDraining = false
    interpreter.startEffects()
  }

  private func reduceBuffer() {
    guard var state = stored.take() else { return }
    var index = 0
    while index < interpreter.buffer.count {
      let next = interpreter.buffer[index]
      index += 1
      next.completion?()
      if !next.token.isCancelled {
        isReducing = true
        let effect = reduce(&state, next.action)
        isReducing = false
        didReduce?(next.action, state, next.activity.origin)
        interpreter.interpret(effect, of: next)
      }
      next.activity.end()
    }
    interpreter.buffer.removeAll(keepingCapacity: true)
    stored = state
  }
}
