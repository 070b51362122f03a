import Testing

@testable import MediaCore

@Suite struct AudioPlacementTests {
  @Test func consecutiveChunksAreKept() {
    var placement = AudioPlacement(origin: 0)
    for piece in 0..<100 {
      let decision = placement.place(at: Double(piece * 1024) / 48_000, count: 1024)
      #expect(decision == (silence: 0, skipped: 0, kept: 1024))
    }
    #expect(placement.frames == 102_400)
  }

  @Test func aGapBecomesSilence() {
    var placement = AudioPlacement(origin: 1)
    _ = placement.place(at: 1, count: 480)
    #expect(placement.place(at: 1.06, count: 480) == (silence: 2400, skipped: 0, kept: 480))
    #expect(abs(placement.end - 1.07) < 1e-9)
  }

  @Test func anOverlapIsCut() {
    var placement = AudioPlacement(origin: 1)
    #expect(placement.place(at: 0.9, count: 9600) == (silence: 0, skipped: 4800, kept: 4800))
    #expect(placement.place(at: 0.5, count: 4800) == (silence: 0, skipped: 4800, kept: 0))
    #expect(abs(placement.end - 1.1) < 1e-9)
  }

  @Test func roundedTimestampsNeitherClickNorDrift() {
    var placement = AudioPlacement(origin: 0)
    for piece in 0..<1000 {
      let exact = Double(piece * 1024) / 48_000
      let decision = placement.place(at: (exact * 1000).rounded() / 1000, count: 1024)
      #expect(decision.silence == 0 && decision.skipped == 0)
    }
    #expect(placement.frames == 1_024_000)
  }

  @Test func audibleDriftIsCorrected() {
    var placement = AudioPlacement(origin: 0)
    for piece in 0..<1000 {
      // The timestamps say 0.1 % more than there are samples.
      _ = placement.place(at: Double(piece * 1024) / 48_000 * 1.001, count: 1024)
    }
    #expect(abs(placement.end - 1000 * 1024 / 48_000 * 1.001) < 0.006 + 1024 / 48_000)
  }

  @Test func lateStartBecomesSilence() {
    var placement = AudioPlacement(origin: 0)
    #expect(placement.place(at: 30, count: 10).silence == 30 * 48_000)
  }

  @Test(arguments: [95_443.7, -95_443.7])
  func brokenTimestampIsIgnored(jump: Double) {
    var placement = AudioPlacement(origin: 0)
    _ = placement.place(at: 0, count: 480)
    #expect(placement.place(at: jump, count: 480) == (silence: 0, skipped: 0, kept: 480))
    let next = placement.place(at: jump + 0.01, count: 480)
    #expect(next == (silence: 0, skipped: 0, kept: 480))
    #expect(placement.place(at: .nan, count: 480).kept == 480)
  }

  @Test(arguments: [4e15, -4e15, .nan, .infinity, 1e308, -1e308])
  func outOfRangeTimeMeansTheEnd(time: Double) {
    var placement = AudioPlacement(origin: 0)
    #expect(placement.framesMissing(until: time) == 0)
    for piece in 0..<10 {
      let decision = placement.place(at: piece % 2 == 0 ? time : -time, count: 480)
      #expect(decision == (silence: 0, skipped: 0, kept: 480))
    }
    #expect(placement.place(at: 0.11, count: 480).silence == 480)
  }

  @Test func nanOriginIsHarmless() {
    var placement = AudioPlacement(origin: .nan)
    #expect(placement.place(at: 1, count: 480).kept == 480)
    #expect(placement.framesMissing(until: 2) >= 0)
  }

  @Test func missingFramesAreCounted() {
    var placement = AudioPlacement(origin: 2)
    _ = placement.place(at: 2, count: 48_000)
    #expect(placement.framesMissing(until: 3.5) == 24_000)
    #expect(placement.framesMissing(until: 2.5) == 0)
    #expect(placement.framesMissing(until: .infinity) == 0)
    placement.placeSilence(24_000)
    #expect(placement.framesMissing(until: 3.5) == 0)
  }
}
