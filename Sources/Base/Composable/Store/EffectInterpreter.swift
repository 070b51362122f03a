/// An action waiting to be reduced.
struct BufferedAction<Action: Sendable> {
  let action: Action
  let activity: StoreTask
  /// The token whose cancellation drops the action.
  let token: EffectToken
  /// Called when the action has been taken from the buffer.
  let completion: (@MainActor () -> Void)?
}

/// Turns effects into buffered actions, cancellation table entries and tasks.
@MainActor
final class EffectInterpreter<Action: Sendable> {
  typealias Completion = @MainActor () -> Void

  /// The position in the tree of effects and children at which an effect is interpreted.
  struct Place {
    let activity: StoreTask
    var token: EffectToken
    var node: CancellationNode
    let cause: Action
  }

  private struct Start {
    let effect: RunningEffect
    let run: Run<Action>
    let completion: Completion?
  }

  let runtime: StoreRuntime
  /// The actions to reduce, in order.
  var buffer: [BufferedAction<Action>] = []
  /// Called when an action may have been buffered while no reducer is running.
  var didBuffer: () -> Void = {}
  private var starts: [Start] = []
  private var isStarting = false

  init(runtime: StoreRuntime) {
    self.runtime = runtime
  }

  func append(
    _ action: Action, activity: StoreTask, token: EffectToken,
    then completion: Completion?
  ) {
    activity.begin()
    buffer.append(
      BufferedAction(action: action, activity: activity, token: token, completion: completion))
  }

  /// Interprets the effect returned by reducing an action.
  func interpret(_ effect: Effect<Action>, of reduced: BufferedAction<Action>) {
    if effect.isNone { return }
    interpret(
      effect,
      at: Place(
        activity: reduced.activity, token: reduced.activity.token, node: runtime.cancellations,
        cause: reduced.action),
      then: nil)
  }

  /// Interprets an effect; `completion` is called when it has ended or was cancelled.
  func interpret(_ effect: Effect<Action>, at place: Place, then completion: Completion?) {
    switch effect.operation {
    case .none:
      completion?()
    case .send(let action):
      append(action, activity: place.activity, token: place.token, then: completion)
    case .run(let run):
      schedule(run, at: place, then: completion)
    case .merge(let parts):
      interpretMerge(parts, at: place, then: completion)
    case .concatenate(let parts):
      interpretConcatenation(parts[...], at: place, then: completion)
    case .cancellable(let effect, let id, let cancelInFlight):
      if cancelInFlight { place.node.cancel(id: id) }
      interpretCancellable(effect, id: id, at: place, then: completion)
    case .cancel(let id):
      place.node.cancel(id: id)
      completion?()
    case .adopt(let effect, let scope):
      interpretAdopted(effect, scope: scope, at: place, then: completion)
    case .leave(let scope):
      place.node.leave(scope)
      completion?()
    }
  }

  private func interpretMerge(
    _ parts: [Effect<Action>], at place: Place, then completion: Completion?
  ) {
    guard let completion else {
      for part in parts {
        interpret(part, at: place, then: nil)
      }
      return
    }
    var outstanding = parts.count
    for part in parts {
      interpret(part, at: place) {
        outstanding -= 1
        if outstanding == 0 { completion() }
      }
    }
  }

  private func interpretConcatenation(
    _ parts: ArraySlice<Effect<Action>>, at place: Place, then completion: Completion?
  ) {
    guard let first = parts.first, !place.token.isCancelled else {
      completion?()
      return
    }
    interpret(first, at: place) { [weak self] in
      self?.interpretConcatenation(parts.dropFirst(), at: place, then: completion)
    }
  }

  private func interpretCancellable(
    _ effect: Effect<Action>, id: CancelID, at place: Place, then completion: Completion?
  ) {
    let token = EffectToken(parent: place.token, serial: runtime.nextSerial())
    let node = place.node
    node.insert(token, id: id)
    var inner = place
    inner.token = token
    interpret(effect, at: inner) {
      node.remove(token, id: id)
      completion?()
    }
  }

  private func interpretAdopted(
    _ effect: Effect<Action>, scope: ScopeID, at place: Place, then completion: Completion?
  ) {
    let token = EffectToken(parent: place.token, serial: runtime.nextSerial())
    let node = place.node.child(scope)
    node.insert(scope: token)
    var inner = place
    inner.token = token
    inner.node = node
    interpret(effect, at: inner) {
      node.remove(scope: token)
      completion?()
    }
  }

  // MARK: - Tasks

  private func schedule(_ run: Run<Action>, at place: Place, then completion: Completion?) {
    let effect = RunningEffect(
      site: run.site, cause: place.cause, token: place.token, activity: place.activity,
      runtime: runtime)
    starts.append(Start(effect: effect, run: run, completion: completion))
  }

  /// Starts the effects scheduled so far, and any that result from them.
  func startEffects() {
    guard !isStarting, !starts.isEmpty else { return }
    isStarting = true
    var index = 0
    while index < starts.count {
      let start = starts[index]
      index += 1
      if start.effect.isCancelled || start.effect.token.isCancelled {
        start.effect.finish()
        proceed(after: start)
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
    dependencies.effect = effect
    let executor = runtime.executor
    let task = Task.immediate { @MainActor [weak self, dependencies] in
      await DependencyValues.$current.withValue(dependencies) {
        if let executor {
          await withTaskExecutorPreference(executor) { @MainActor in await run.perform(send) }
        } else {
          await run.perform(send)
        }
      }
      effect.finish()
      if let self { self.proceed(after: start) } else { effect.activity.end() }
    }
    effect.start(task)
  }

  private func receive(_ action: Action, from effect: RunningEffect, of run: Run<Action>) {
    guard !effect.isFinished else {
      run.reportLateAction(action)
      append(action, activity: StoreTask(origin: run.site), token: effect.token, then: nil)
      didBuffer()
      return
    }
    guard !effect.token.isCancelled, !effect.isCancelled else { return }
    append(action, activity: effect.activity, token: effect.token, then: nil)
    didBuffer()
  }

  /// Continues the work that waited for an effect to end.
  private func proceed(after start: Start) {
    start.completion?()
    start.effect.activity.end()
    didBuffer()
  }
}
