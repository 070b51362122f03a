import Composable
import Dispatch

extension StoreRuntime {
  /// Makes the work of this store's effects visible to the test.
  func install() {
    if executor == nil { executor = MainExecutor() }
  }

  /// Whether every effect is suspended on something that a test controls.
  var isSuspended: Bool {
    isIdle && effects.allSatisfy { !$0.suspendedOn.isEmpty }
  }

  private var isIdle: Bool { (executor as? MainExecutor)?.isIdle ?? true }

  /// Lets the effects run until each has ended or is suspended.
  ///
  /// Exact for effects that end, or that are suspended on a `TestClock` or a `TestStream`. Whether
  /// an effect suspended on anything else will continue by itself cannot be known: it gets some
  /// turns of the main queue and, in a store whose effects may run on other threads, a moment of
  /// time. A test that needs longer waits for the result instead.
  func settle() async {
    var quietTurns = 0
    while quietTurns < 4 || quietTurns < 24 && !isSuspended {
      await turn()
      quietTurns = isIdle ? quietTurns + 1 : 0
    }
    guard executor == nil else { return }
    let deadline = ContinuousClock.now + .milliseconds(100)
    while !isSuspended, ContinuousClock.now < deadline {
      try? await Task.sleep(for: .microseconds(100))
    }
  }
}

/// Waits for a turn of the main queue. `Task.yield` would take the way through another thread.
@MainActor
private func turn() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}

extension RunningEffect {
  /// The effect, the action behind it, and what it is suspended on, for failure messages.
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
