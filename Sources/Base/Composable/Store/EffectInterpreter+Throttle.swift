/// What a throttle is kept under: the child that asks, and the id it gave.
struct ThrottleKey: Hashable {
  let path: [ScopeID]
  let id: CancelID
}

/// The interval after an effect was let through.
struct ThrottleWindow {
  let interval: Duration
  /// The time since the interval began, on the clock it is measured on.
  let elapsed: () -> Duration
  /// The effect held back to the end of the interval.
  var held: CancellationToken?

  init(_ throttle: Throttle) {
    func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
      let start = clock.now
      return { start.duration(to: clock.now) }
    }
    interval = throttle.interval
    elapsed = stopwatch(throttle.clock)
  }

  var isOpen: Bool { held != nil || elapsed() < interval }
}

extension EffectInterpreter {
  /// Interprets an effect now, at the end of the interval, or never.
  func interpretThrottled(
    _ effect: Effect<Action>, _ throttle: Throttle, at place: Place,
    then completion: Completion?
  ) {
    let key = ThrottleKey(path: place.node.path, id: throttle.id)
    // Those that are over are of no more use, whatever their key.
    throttles = throttles.filter { $0.value.isOpen }
    guard let window = throttles[key] else {
      throttles[key] = ThrottleWindow(throttle)
      interpretCancellable(effect, id: throttle.id, at: place, then: completion)
      return
    }
    if window.held != nil, !throttle.latest {
      completion?()
      return
    }
    window.held?.cancel()
    hold(
      effect, for: window.interval - window.elapsed(), key, throttle, at: place,
      then: completion)
  }

  /// Interprets an effect when the rest of the interval is over.
  private func hold(
    _ effect: Effect<Action>, for rest: Duration, _ key: ThrottleKey, _ throttle: Throttle,
    at place: Place, then completion: Completion?
  ) {
    let token = CancellationToken(parent: place.token, serial: runtime.nextSerial())
    let node = place.node
    node.insert(token, id: throttle.id)
    throttles[key]?.held = token
    var inner = place
    inner.token = token
    let end: Completion = {
      node.remove(token, id: throttle.id)
      completion?()
    }
    let site = throttle.site
    let sleep = Effect<Action>.run(
      name: "throttle",
      operation: { [clock = throttle.clock] _ in try await clock.sleep(for: rest) },
      fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
    interpret(sleep, at: inner) { [weak self] in
      guard let self, !token.isCancelled else {
        // Unless another effect has taken its place.
        if let self, self.throttles[key]?.held === token { self.throttles[key]?.held = nil }
        end()
        return
      }
      self.throttles[key] = ThrottleWindow(throttle)
      self.interpret(effect, at: inner, then: end)
    }
  }
}
