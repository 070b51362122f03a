/// The state of a store and the loop that changes it.
@MainActor
final class RootCore<State: Sendable, Action: Sendable>: StoreCore<State, Action> {
  /// The state; `nil` while the loop below has moved it out, so that it stays the only reference
  /// to its collections and they change in place.
  private var stored: State?
  private let reduce: (inout State, Action) -> Effect<Action>
  private var buffer: [BufferedAction] = []
  private var starts: [Start] = []
  private var isDraining = false
  private var isReducing = false
  private var isStarting = false

  /// Called after each reduction, with what a test records.
  var didReduce: ((Action, State, SourceSite?) -> Void)?

  private struct BufferedAction {
    let action: Action
    let activity: Activity
    let token: CancellationToken
    /// What follows once the action has been taken from the buffer.
    let next: Completion?
  }

  private struct Start {
    let effect: RunningEffect
    let run: Run<Action>
    let next: Completion?
  }

  /// Where in the tree of effects and children an effect is interpreted.
  private struct Place {
    let activity: Activity
    var token: CancellationToken
    var node: CancellationNode
    let cause: Action
  }

  private typealias Completion = @MainActor () -> Void

  init(
    state: State, dependencies: DependencyValues,
    reduce: @escaping (inout State, Action) -> Effect<Action>
  ) {
    stored = state
    self.reduce = reduce
    super.init(runtime: StoreRuntime(dependencies: dependencies))
  }

  isolated deinit {
    runtime.cancelAll()
  }

  override var currentState: State? { state }

  override var state: State {
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

  override func send(_ action: Action, origin: SourceSite?) -> StoreTask {
    if isReducing {
      (origin ?? SourceSite()).report(
        """
        An action was sent while the reducer was running. It is reduced after the current one.

          Action: \(action)

        Look for a dependency that is called by a reducer and sends to the store at once: call it \
        in an effect.
        """)
    }
    let activity = Activity(origin: origin)
    append(BufferedAction(action: action, activity: activity, token: activity.token, next: nil))
    drain()
    return StoreTask(activity.isFinished ? nil : activity)
  }

  // MARK: - The loop

  private func append(_ action: BufferedAction) {
    action.activity.begin()
    buffer.append(action)
  }

  /// Reduces what is in the buffer, publishes the state once, and starts the effects.
  private func drain() {
    guard !isDraining else { return }
    isDraining = true
    while !buffer.isEmpty {
      runtime.holdCancellations()
      DependencyValues.$current.withValue(runtime.dependencies) { reduceBuffer() }
      runtime.releaseCancellations()
      runtime.publish()
    }
    isDraining = false
    startEffects()
  }

  private func reduceBuffer() {
    guard var state = stored.take() else { return }
    var index = 0
    while index < buffer.count {
      let next = buffer[index]
      index += 1
      next.next?()
      if !next.token.isCancelled {
        isReducing = true
        let effect = reduce(&state, next.action)
        isReducing = false
        didReduce?(next.action, state, next.activity.origin)
        if !effect.isNone {
          interpret(
            effect,
            at: Place(
              activity: next.activity, token: next.activity.token, node: runtime.cancellations,
              cause: next.action),
            then: nil)
        }
      }
      next.activity.end()
    }
    buffer.removeAll(keepingCapacity: true)
    stored = state
  }

  // MARK: - Effects

  /// Turns an effect into actions in the buffer and effects to start.
  private func interpret(_ effect: Effect<Action>, at place: Place, then next: Completion?) {
    switch effect.operation {
    case .none:
      next?()
    case .send(let action):
      append(
        BufferedAction(
          action: action, activity: place.activity, token: place.token, next: next))
    case .run(let run):
      schedule(run, at: place, then: next)
    case .merge(let parts):
      interpretMerge(parts, at: place, then: next)
    case .concatenate(let parts):
      interpretConcatenation(parts[...], at: place, then: next)
    case .cancellable(let effect, let id, let cancelInFlight):
      if cancelInFlight { place.node.cancel(id: id) }
      interpretCancellable(effect, id: id, at: place, then: next)
    case .cancel(let id):
      place.node.cancel(id: id)
      next?()
    case .throttle:
      next?()
    case .adopt(let effect, let scope):
      interpretAdopted(effect, scope: scope, at: place, then: next)
    case .leave(let scope):
      place.node.leave(scope)
      next?()
    }
  }

  private func interpretMerge(
    _ parts: [Effect<Action>], at place: Place, then next: Completion?
  ) {
    guard let next else {
      for part in parts {
        interpret(part, at: place, then: nil)
      }
      return
    }
    var outstanding = parts.count
    for part in parts {
      interpret(part, at: place) {
        outstanding -= 1
        if outstanding == 0 { next() }
      }
    }
  }

  private func interpretConcatenation(
    _ parts: ArraySlice<Effect<Action>>, at place: Place, then next: Completion?
  ) {
    guard let first = parts.first, !place.token.isCancelled else {
      next?()
      return
    }
    interpret(first, at: place) { [weak self] in
      self?.interpretConcatenation(parts.dropFirst(), at: place, then: next)
    }
  }

  private func interpretCancellable(
    _ effect: Effect<Action>, id: CancelID, at place: Place, then next: Completion?
  ) {
    let token = CancellationToken(parent: place.token)
    let node = place.node
    node.insert(token, id: id)
    var inner = place
    inner.token = token
    interpret(effect, at: inner) {
      node.remove(token, id: id)
      next?()
    }
  }

  private func interpretAdopted(
    _ effect: Effect<Action>, scope: ScopeID, at place: Place, then next: Completion?
  ) {
    let token = CancellationToken(parent: place.token)
    let node = place.node.child(scope)
    node.insert(scope: token)
    var inner = place
    inner.token = token
    inner.node = node
    interpret(effect, at: inner) {
      node.remove(scope: token)
      next?()
    }
  }

  private func schedule(_ run: Run<Action>, at place: Place, then next: Completion?) {
    let effect = RunningEffect(
      handle: EffectHandle(
        serial: runtime.nextSerial(), name: run.name, site: run.site, origin: place.activity.origin,
        cause: place.cause, runtime: runtime),
      token: place.token, activity: place.activity, runtime: runtime)
    starts.append(Start(effect: effect, run: run, next: next))
  }

  /// Starts the effects registered so far; one that sends at once may add others.
  private func startEffects() {
    guard !isStarting, !starts.isEmpty else { return }
    isStarting = true
    var index = 0
    while index < starts.count {
      let start = starts[index]
      index += 1
      if start.effect.token.isCancelled || start.effect.isCancelled {
        start.effect.finish()
        proceed(after: start.effect, with: start.next)
      } else {
        begin(start)
      }
    }
    starts.removeAll(keepingCapacity: true)
    isStarting = false
  }

  private func begin(_ start: Start) {
    let effect = start.effect
    let run = start.run
    let send = Send<Action> { [weak self] action in
      self?.receive(action, from: effect, of: run)
    }
    var dependencies = run.dependencies
    dependencies.effect = effect.handle
    let executor = runtime.executor
    let task = Task.immediate(priority: run.priority) { @MainActor [weak self, dependencies] in
      await DependencyValues.$current.withValue(dependencies) {
        if let executor {
          await withTaskExecutorPreference(executor) { @MainActor in
            await Self.perform(run, send: send)
          }
        } else {
          await Self.perform(run, send: send)
        }
      }
      effect.finish()
      if let self { self.proceed(after: effect, with: start.next) } else { effect.activity.end() }
    }
    effect.start(task)
  }

  private static func perform(_ run: Run<Action>, send: Send<Action>) async {
    do {
      try await run.operation(send)
    } catch is CancellationError {
      return
    } catch {
      guard let failure = run.failure else {
        run.site.report(
          """
          An effect threw an error that nothing catches.

            Error: \(error)

          Handle it in the effect, or in its `catch`.
          """)
        return
      }
      await failure(error, send)
    }
  }

  /// An action from a running effect.
  private func receive(_ action: Action, from effect: RunningEffect, of run: Run<Action>) {
    if effect.isFinished {
      run.site.report(
        """
        An action was sent from an effect that has ended.

          Action: \(action)

        Do not keep `send` beyond the effect: what it sends then can be neither awaited nor \
        cancelled. Wait in the effect for the work that sends.
        """)
      _ = send(action, origin: effect.handle.origin)
      return
    }
    guard !effect.token.isCancelled else { return }
    append(
      BufferedAction(
        action: action, activity: effect.activity, token: effect.token, next: nil))
    drain()
  }

  /// Goes on with what waited for an effect to end.
  private func proceed(after effect: RunningEffect, with next: Completion?) {
    next?()
    effect.activity.end()
    drain()
  }
}
