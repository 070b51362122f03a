import MediaCore
import Testing

@Suite struct DecodeDemandTests {
  private func demand(
    _ purpose: DecodeDemand.Purpose, load: DecodeEffort = .full, catchUp: DecodeEffort = .full,
    hasNearKeyframes: Bool = true
  ) -> DecodeDemand {
    DecodeDemand(
      for: purpose, load: load, catchUp: catchUp, hasNearKeyframes: hasNearKeyframes, interval: 0.1)
  }

  @Test(arguments: DecodeEffort.allCases, DecodeEffort.allCases)
  func stoppedClipsAreExact(load: DecodeEffort, catchUp: DecodeEffort) {
    #expect(demand(.stopped, load: load, catchUp: catchUp) == DecodeDemand())
  }

  @Test(arguments: DecodeEffort.allCases)
  func seeksLeadToAnyFrame(load: DecodeEffort) {
    #expect(
      demand(.seeking(isExact: true), load: load, catchUp: .keyframesOnly)
        == DecodeDemand(effort: load == .full ? .full : .withoutLoopFilter))
    #expect(
      demand(.seeking(isExact: false), load: load, catchUp: .keyframesOnly)
        == DecodeDemand(effort: load == .keyframesOnly ? .referenceOnly : load))
  }

  @Test func playingSkipsForEachReason() {
    #expect(demand(.playing) == DecodeDemand(interval: 0.1))
    #expect(
      demand(.playing, load: .withoutLoopFilter, catchUp: .referenceOnly)
        == DecodeDemand(effort: .referenceOnly, interval: 0.1))
    #expect(
      demand(.playing, load: .keyframesOnly) == DecodeDemand(effort: .keyframesOnly, interval: 0.1))
    // Without near keyframes the clip would freeze; only sound that must go on is a reason.
    #expect(
      demand(.playing, load: .keyframesOnly, hasNearKeyframes: false)
        == DecodeDemand(effort: .referenceOnly, interval: 0.1))
    #expect(
      demand(.playing, catchUp: .keyframesOnly, hasNearKeyframes: false)
        == DecodeDemand(effort: .keyframesOnly, interval: 0.1))
  }
}
