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
