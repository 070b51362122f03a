import IssueReporting

extension DependencyValues {
  /// The clock that effects sleep on: real time in the app, `TestClock` or `ImmediateClock` in
  /// tests.
  package var clock: any Clock<Duration> {
    get { self[ClockKey.self] }
    set { self[ClockKey.self] = newValue }
  }
}

private enum ClockKey: DependencyKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }
  static var testValue: any Clock<Duration> { UnimplementedClock() }
}

/// The clock of a test that set none: it fails the test, and no sleep ever succeeds.
private struct UnimplementedClock: Clock {
  typealias Instant = ContinuousClock.Instant

  var now: Instant {
    report("now")
    return ContinuousClock().now
  }

  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    report("sleep(until:)")
    // Returning without sleeping would turn a loop around a sleep into an infinite one.
    throw CancellationError()
  }

  private func report(_ endpoint: String) {
    reportIssue(
      """
      Unimplemented: DependencyValues.clock.\(endpoint)

      Set the clock of the test: `withDependencies: { $0.clock = TestClock() }`, or \
      `ImmediateClock()` if time does not matter.
      """)
  }
}
