import MediaCore
import TestSupport
import Testing

@Suite struct FrameLeadTests {
  @Test func convergesAndStays() {
    var lead = FrameLead()
    for step in 0...300 { lead.follow(0.2, now: Double(step) / 100, isPlaying: true) }
    #expect(abs(lead.value - 0.2) < 1e-9)
  }

  @Test(arguments: Fuzz.seeds(20))
  func neverShowsAFrameEarly(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var lead = FrameLead()
    var now = 0.0
    for _ in 0..<500 {
      let before = lead.value
      let passed = Double.random(in: 0...0.1, using: &random)
      now += passed
      let isPlaying = Bool.random(using: &random)
      lead.follow(.random(in: 0...0.25, using: &random), now: now, isPlaying: isPlaying)
      #expect(abs(lead.value - before) <= passed / 10 + 1e-12, "seed \(seed)")
      #expect((0...0.25).contains(lead.value), "seed \(seed)")
    }
  }

  @Test func idleTimeChangesNothing() {
    var lead = FrameLead()
    lead.follow(0.2, now: 0, isPlaying: true)
    lead.follow(0.2, now: 1, isPlaying: false)
    lead.follow(0.2, now: 100, isPlaying: true)
    #expect(lead.value == 0)
  }
}

@Suite struct FramePaceTests {
  private func admitted(rate: Double, interval: Double, jitter: Double = 0, seed: UInt64 = 1) -> Int
  {
    var random = SeededGenerator(seed: seed)
    var pace = FramePace()
    return (0..<Int(rate * 10)).count { number in
      let offset = jitter > 0 ? Double.random(in: -jitter...jitter, using: &random) : 0
      return pace.admits(due: Double(number) / rate + offset, interval: interval)
    }
  }

  @Test(arguments: [24.0, 25, 29.97, 30, 50, 60], [5.0, 10, 12, 15, 20, 24, 30])
  func admitsTheRequestedRate(rate: Double, wanted: Double) {
    let expected = min(rate, wanted) * 10
    let count = Double(admitted(rate: rate, interval: 1 / wanted))
    #expect(abs(count - expected) <= expected * 0.12 + 2, "\(count) of \(expected)")
  }

  @Test func roundedTimesAreNotEarly() {
    #expect(admitted(rate: 30, interval: 1 / 30, jitter: 0.002) >= 297)
  }

  @Test func zeroIntervalAdmitsAll() {
    #expect(admitted(rate: 60, interval: 0) == 600)
  }

  @Test func jumpBackRestarts() {
    var pace = FramePace()
    let admitted = [100, 100.01, 3, 3.01].map { pace.admits(due: $0, interval: 0.1) }
    #expect(admitted == [true, false, true, false])
  }
}
