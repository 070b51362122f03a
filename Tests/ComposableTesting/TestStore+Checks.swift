import Composable

// The building blocks of sending and receiving: waiting, comparing, skipping and failure messages.
extension TestStore {
  /// Waits until a condition holds; `false` if nothing in flight can make it hold.
  func wait(_ timeout: Duration, until condition: () -> Bool) async -> Bool {
    let start = ContinuousClock.now
    while true {
      await runtime.settle()
      if condition() { return true }
      if runtime.effects.isEmpty { return false }
      let elapsed = ContinuousClock.now - start
      // Effects that only the test can wake will not send by themselves; the grace period is for
      // effects with several parts, of which only some are asleep.
      if elapsed > (runtime.isSuspended ? min(timeout, .milliseconds(250)) : timeout) {
        return false
      }
      // Nothing announces when work outside the test's control continues.
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  func check(
    from before: State, to actual: State, _ update: ((inout State) throws -> Void)?,
    at site: SourceSite, mayLeaveUnchanged: Bool = false
  ) {
    var expected = exhaustivity == .on ? before : actual
    do {
      try update?(&expected)
    } catch {
      site.report("The closure of the expected state threw an error: \(error)")
      return
    }
    if expected != actual {
      site.report(
        """
        A state change does not match what was expected.

        \(difference(between: expected, and: actual))
        """)
    } else if exhaustivity == .on, update != nil, expected == before, !mayLeaveUnchanged {
      site.report(
        """
        Expected the state to change, but it did not.

        The closure changes nothing. Leave it out if no change is expected.
        """)
    } else if case .off(showSkippedAssertions: true) = exhaustivity {
      var stated = before
      try? update?(&stated)
      if stated != actual {
        site.warn(
          "Not stated by the test:\n\n\(difference(between: stated, and: actual))")
      }
    }
  }

  func skipAll(at site: SourceSite) {
    skip(record.received.count, at: site)
  }

  func skip(_ count: Int, at site: SourceSite) {
    guard count > 0 else { return }
    let skipped = record.received.prefix(count)
    if let last = skipped.last { state = last.state }
    if case .off(showSkippedAssertions: true) = exhaustivity {
      site.warn("Skipped: \(describe(skipped.map(\.action)))")
    }
    record.received.removeFirst(count)
  }

  nonisolated func reportReceived(
    _ received: [Received<State, Action>], at site: SourceSite?
  ) {
    guard let first = received.first else { return }
    (site ?? first.origin).report(
      """
      \(counted(received.count, "action")) that followed from this one \
      \(received.count == 1 ? "was" : "were") not received by the end of the test.

      Not received: \(describe(received.map(\.action)))

      State each with `receive`, or skip them with `skipReceivedActions()`.
      """)
  }

  /// The part of a failure message about the effects in flight.
  func inFlight() -> String {
    let effects = runtime.effects
    if effects.isEmpty { return "No effect is in flight that could send one." }
    return """
      In flight:

      \(effects.map(\.summary).joined(separator: "\n"))

      Advance the test clock or feed the stream that an effect waits for. One that waits for \
      neither hangs on something that the test does not control: replace that dependency.
      """
  }
}
