import MediaCore
import Testing

@Suite struct FrameBurstTests {
  private var burst = FrameBurst()

  @Test mutating func burstRunsFromLowToHighWater() {
    let wasBegunAtOnce = admits(ahead: 4)
    #expect(!wasBegunAtOnce)
    let decisions = [3, 4, 5, 11, 12, 11, 4, 3].map { admits(ahead: $0) }
    #expect(decisions == [true, true, true, true, false, false, false, true])
  }

  @Test mutating func burstYieldsToADueFrame() {
    burst.decoded(in: 0.010)
    #expect(admits(ahead: 3, untilDue: 0.001))
    #expect(!admits(ahead: 4, untilDue: 0.009))
    #expect(admits(ahead: 4, untilDue: 0.011))
  }

  @Test mutating func frameCostDecays() {
    burst.decoded(in: 0.010)
    for _ in 0..<20 { burst.decoded(in: 0.001) }
    #expect(admits(ahead: 3))
    #expect(admits(ahead: 4, untilDue: 0.002))
  }

  @Test mutating func smallQueueHasNoBursts() {
    let decisions = [3, 4, 3, 4].map { admits(ahead: $0, most: 1) }
    #expect(decisions == [true, false, true, false])
  }

  private mutating func admits(ahead: Int, most: Int = 12, untilDue: Double = 1) -> Bool {
    burst.admits(ahead: ahead, least: 4, most: most, untilDue: untilDue)
  }
}
