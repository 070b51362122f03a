import TestSupport
import Testing

@testable import MediaCore

@Suite struct ClockFilterTests {
  /// A device that plays in time `latency` after the clock started at host time 0 and position 0.
  private func sample(
    at host: Double, latency: Double = 0, ahead: Double = 0.1, isRunning: Bool = true
  ) -> ClockSample {
    let heard = host - latency
    return (host: host, written: heard + ahead, delay: ahead, isRunning: isRunning)
  }

  private func startedClock(at position: Double = 0) -> ClockFilter {
    var clock = ClockFilter(position: position)
    clock.start(at: 0)
    return clock
  }

  @Test func stoppedClockStandsStill() {
    var clock = ClockFilter(position: 3)
    #expect(clock.position(at: 0) == 3)
    #expect(clock.position(at: 100) == 3)
    #expect(clock.observe(sample(at: 1)) == .discarded)
    #expect(!clock.isRunning)
  }

  @Test func startedClockFollowsHostTime() {
    var clock = ClockFilter(position: 3)
    clock.start(at: 10)
    #expect(clock.position(at: 10) == 3)
    #expect(abs(clock.position(at: 12.5) - 5.5) < 1e-9)
    #expect(clock.position(at: 9) == 3)
  }

  @Test func stopKeepsThePosition() {
    var clock = startedClock()
    let held = clock.hold(at: 1.25)
    #expect(held == 1.25)
    #expect(clock.position(at: 50) == 1.25)
    clock.start(at: 50)
    #expect(abs(clock.position(at: 51) - 2.25) < 1e-9)
  }

  @Test func clockStopsAtTheWrittenSound() {
    var clock = startedClock()
    clock.limit(to: 0.5, at: 0)
    #expect(clock.position(at: 0.4) == 0.4)
    #expect(clock.position(at: 3) == 0.5)
    clock.limit(to: 2, at: 3)
    #expect(clock.position(at: 3) == 0.5)
    #expect(abs(clock.position(at: 3.2) - 0.7) < 1e-9)
  }

  @Test func limitNeverMovesTheClockBack() {
    var clock = startedClock()
    clock.limit(to: 0.3, at: 1)
    #expect(clock.position(at: 1) == 1)
  }

  @Test func deviceNoiseIsFiltered() {
    var clock = startedClock()
    for step in 1...200 {
      let host = Double(step) * 0.025
      let noise = step % 2 == 0 ? 0.007 : -0.007
      #expect(clock.observe(sample(at: host, latency: noise)) == .agreed)
      #expect(abs(clock.position(at: host) - host) < 1e-9)
    }
  }

  @Test func latencyIsLearnedFromTheFirstSamples() {
    var clock = startedClock()
    #expect(clock.observe(sample(at: 0.025, latency: 0.052)) == .anchored)
    #expect(clock.position(at: 0.025) == 0.025)
    #expect(abs(clock.position(at: 1) - 0.948) < 1e-9)
  }

  @Test func mediumErrorIsSlewedByAtMostOnePercent() {
    var clock = startedClock()
    for step in 1...10 { _ = clock.observe(sample(at: Double(step) * 0.025)) }
    var host = 0.25
    var position = clock.position(at: host)
    var verdicts: Set<ClockFilter.Verdict> = []
    for _ in 0..<400 {
      host += 0.025
      let next = clock.position(at: host)
      #expect(abs(next - position - 0.025) <= 0.025 * ClockFilter.maximumSlew + 1e-9)
      position = next
      verdicts.insert(clock.observe(sample(at: host, latency: 0.05)))
    }
    // The step itself looks like time running backwards, once.
    #expect(verdicts == [.discarded, .slewed, .agreed])
    #expect(abs(position - (host - 0.05)) <= ClockFilter.tolerance + 0.001)
  }

  @Test func largeErrorNeedsThreeAgreeingSamples() {
    var clock = startedClock()
    for step in 1...10 { _ = clock.observe(sample(at: Double(step) * 0.025)) }
    #expect(clock.observe(sample(at: 0.275, latency: -0.4)) == .doubted)
    #expect(clock.observe(sample(at: 0.300, latency: -0.4)) == .doubted)
    #expect(abs(clock.position(at: 0.3) - 0.3) < 1e-9)
    #expect(clock.observe(sample(at: 0.325, latency: -0.4)) == .anchored)
    #expect(abs(clock.position(at: 0.325) - 0.725) < 1e-9)
  }

  @Test func disagreeingLargeErrorsAreIgnored() {
    var clock = startedClock()
    for step in 1...10 { _ = clock.observe(sample(at: Double(step) * 0.025)) }
    for step in 11...200 {
      let host = Double(step) * 0.025
      _ = clock.observe(sample(at: host, latency: step % 2 == 0 ? -0.3 : -0.2))
      #expect(abs(clock.position(at: host) - host) < 1e-9)
    }
  }

  @Test func implausibleSamplesAreDiscarded() {
    var clock = startedClock()
    for step in 1...10 { _ = clock.observe(sample(at: Double(step) * 0.025)) }
    let noDelay: ClockSample = (host: 0.275, written: 0.4, delay: 0, isRunning: true)
    #expect(clock.observe(noDelay) == .discarded)
    let beyond: ClockSample = (host: 0.3, written: 0.4, delay: -0.2, isRunning: true)
    #expect(clock.observe(beyond) == .discarded)
    #expect(clock.observe(sample(at: 0.325, isRunning: false)) == .discarded)
    #expect(clock.observe(sample(at: 0.35, latency: 0.2)) == .discarded)
    #expect(abs(clock.position(at: 1) - 1) < 1e-9)
  }

  @Test func clockSetBackWaits() {
    var clock = startedClock()
    var last = 0.0
    for step in 1...400 {
      let host = Double(step) * 0.025
      _ = clock.observe(sample(at: host, latency: step > 20 ? 0.398 : 0))
      #expect(clock.position(at: host) >= last)
      last = clock.position(at: host)
    }
    #expect(abs(last - (10 - 0.398)) < 0.01)
  }

  @Test(arguments: Fuzz.seeds(50))
  func clockStaysMonotonicAndWithinWhatWasWritten(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var clock = startedClock(at: 5)
    var host = 0.0
    var written = 5.0
    var last = 5.0
    for _ in 0..<2000 {
      host += Double.random(in: 0...0.05, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        written += Double.random(in: 0...0.06, using: &random)
        clock.limit(to: written, at: host)
      case 4..<8:
        let delay = Double.random(in: -0.1...0.5, using: &random)
        _ = clock.observe(
          (
            host: host, written: written, delay: delay, isRunning: Bool.random(using: &random)
          ))
      case 8: clock.forgetSamples()
      default: break
      }
      let position = clock.position(at: host)
      #expect(position >= last - 1e-9, "seed \(seed)")
      last = position
    }
    #expect(last <= max(written, 5) + 1e-9 || written == 5, "seed \(seed)")
  }

  @Test func followsAFastDevice() {
    var clock = startedClock()
    for step in 1...40_000 {
      let host = Double(step) * 0.025
      let heard = host * 1.0005
      _ = clock.observe(
        (host: host, written: heard + 0.1, delay: 0.1, isRunning: true))
      #expect(abs(clock.position(at: host) - heard) < 0.01)
    }
  }
}
