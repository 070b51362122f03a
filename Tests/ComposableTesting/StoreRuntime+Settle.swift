import Composable

extension StoreRuntime {
  /// Makes what the effects of this store do visible to the test.
  func install() {
    if executor == nil { executor = MainExecutor() }
  }

  /// Whether every effect is suspended on something that a test controls.
  var isSuspended: Bool {
    isIdle && effects.allSatisfy { !$0.suspendedOn.isEmpty }
  }

  private var isIdle: Bool { (executor as? MainExecutor)?.isIdle ?? true }

  /// Lets the effects go on until each has ended or is suspended.
  ///
  /// Exact for effects that end, or are suspended on a `TestClock` or a `TestStream`. Whether one
  /// that is suspended on anything else will go on by itself cannot be known: it is given some
  /// turns of the main queue, and, in a store whose effects may run on other threads, a moment.
  /// Whoever needs more of it waits for what it is to bring.
  func settle() async {
    var quietTurns = 0
    while quietTurns < (isSuspended ? 4 : 24) {
      await Task.yield()
      quietTurns = isIdle ? quietTurns + 1 : 0
    }
    guard executor == nil else { return }
    let deadline = ContinuousClock.now + .milliseconds(100)
    while !isSuspended, ContinuousClock.now < deadline {
      try? await Task.sleep(for: .microseconds(100))
    }
  }
}

extension RunningEffect {
  /// The effect, what led to it, and what it is suspended on, for a failure.
  nonisolated var summary: String {
    let state =
      suspendedOn.isEmpty
      ? "neither asleep on the test clock nor waiting for a stream of the test"
      : suspendedOn.joined(separator: ", ")
    return """
      • The effect made at \(site), returned for \(cause): \(state).
      """
  }
}
