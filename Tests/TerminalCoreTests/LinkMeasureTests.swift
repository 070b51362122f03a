import Glibc
import TestSupport
import Testing

@testable import TerminalCore

/// What the pacer measures of a link, each by itself.
@Suite struct LinkMeasureTests {
  @Test func steadyRateIsMeasuredForAnyChunking() throws {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let rate = pow(10, Double.random(in: 3...8, using: &generator))
      var estimate = RateEstimate()
      for _ in 0..<generator.int(1..<40) {
        let count = generator.int(1_448..<100_000)
        estimate.add(bytes: count, seconds: Double(count) / rate, isContinued: true)
      }
      let value = try #require(estimate.value)
      #expect(abs(value / rate - 1) < 1e-9, "seed \(seed)")
    }
  }

  /// After a dozen pieces of half a second each, next to nothing is left of what was before.
  @Test(arguments: [1e3, 1e6], [1e4, 1e5])
  func changedRateIsMeasuredSoon(_ before: Double, _ after: Double) throws {
    var estimate = RateEstimate()
    for rate in [before, after] {
      for _ in 0..<12 {
        estimate.add(bytes: Int(rate / 2) + 1_448, seconds: 0.5, isContinued: false)
      }
    }
    let value = try #require(estimate.value)
    #expect(abs(value / after - 1) < 0.01)
  }

  @Test func firstPacketIsNotCounted() {
    var estimate = RateEstimate()
    estimate.add(bytes: 11_448, seconds: 1, isContinued: false)
    #expect(estimate.value == 10_000)
    // Time in which the link was busy belongs to the next piece.
    estimate = RateEstimate()
    estimate.add(bytes: 10_000, seconds: 0.5, isContinued: true)
    estimate.addGap(seconds: 0.5)
    estimate.add(bytes: 10_000, seconds: 0, isContinued: true)
    #expect(abs((estimate.value ?? 0) - 20_000) < 1)
  }

  @Test func shortChunksOnlyRaiseTheRate() {
    var estimate = RateEstimate()
    estimate.add(bytes: 1_000, seconds: 0.001, isContinued: true)
    #expect(estimate.value == nil)
    estimate.add(bytes: 10_000, seconds: 1, isContinued: true)
    estimate.add(bytes: 100, seconds: 1, isContinued: true)
    #expect(estimate.value == 10_000)
    estimate.add(bytes: 1_000, seconds: 0.05, isContinued: true)
    #expect(estimate.value ?? 0 > 10_000)
  }

  @Test func muchFasterChunkNeedsAnother() throws {
    var estimate = RateEstimate()
    func add(seconds: Double) {
      estimate.add(
        bytes: 10_000, seconds: seconds, isContinued: true, transmission: seconds, total: seconds)
    }
    add(seconds: 1)
    // Too short to tell, however many.
    for _ in 0..<100 {
      estimate.add(bytes: 1_000, seconds: 1e-6, isContinued: true, transmission: 0.2, total: 0.2)
    }
    #expect(estimate.value == 10_000)
    add(seconds: 0.1)
    #expect(estimate.value == 10_000)
    add(seconds: 0.9)
    add(seconds: 0.1)
    #expect((10_000..<11_000).contains(try #require(estimate.value)))
    add(seconds: 0.1)
    #expect(estimate.value == 100_000)
  }

  /// Only the writing of a silent terminal is timed, and a buffer may take it.
  @Test func writingToABufferIsNoFastLink() throws {
    var estimate = RateEstimate()
    estimate.add(bytes: 10_000, seconds: 1, isContinued: true)
    for _ in 0..<2 { estimate.add(bytes: 10_000, seconds: 1e-6, isContinued: true) }
    #expect(try #require(estimate.value) < 50_000)
  }

  /// Its acknowledgements may come together.
  @Test func firstChunkIsTimedAsAWhole() throws {
    var estimate = RateEstimate()
    estimate.add(bytes: 3_000, seconds: 0, isContinued: false, transmission: 0.15, total: 0.2)
    #expect(estimate.value == 40_000)
    // A short one is a guess, which the next one replaces.
    estimate = RateEstimate()
    estimate.add(bytes: 1_000, seconds: 0, isContinued: false, transmission: 0, total: 0.1)
    #expect(estimate.value == 20_000)
    estimate.add(bytes: 60, seconds: 0, isContinued: false, transmission: 0, total: 0.1)
    #expect(estimate.value == 20_000)
    estimate.add(
      bytes: 11_448, seconds: 0.001, isContinued: false, transmission: 0.001, total: 0.01)
    #expect(estimate.value == 1e7)
    // The round trip was overestimated.
    estimate = RateEstimate()
    estimate.add(bytes: 3_000, seconds: 0, isContinued: false, transmission: 0, total: 0.2)
    #expect(estimate.value == 240_000)
  }

  @Test func senselessMeasurementsAreIgnored() throws {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    let times = [0, -1, .nan, .infinity, -.infinity, 1e-300, 1e300, 1]
    for _ in 0..<500 {
      var estimate = RateEstimate()
      for _ in 0..<generator.int(0..<10) {
        let (count, time) = (generator.pick([-1, 0, 1, 1_448, 1 << 40]), generator.pick(times))
        let before = estimate.value
        estimate.add(bytes: count, seconds: time, isContinued: generator.chance(0.5))
        if count < 0 || !(0..<Double.infinity ~= time) { #expect(estimate.value == before) }
        estimate.addGap(seconds: generator.pick(times))
      }
      if let value = estimate.value { #expect(1...RateEstimate.highest ~= value, "seed \(seed)") }
    }
  }

  // MARK: Round trips

  @Test func shortestRoundTripExpires() {
    var window = RoundTripWindow()
    #expect(window.minimum == nil && !window.isStale(at: 100))
    window.add(0.5, isUndisturbed: true, at: 0)
    window.add(0.8, isUndisturbed: false, at: 0.5)
    window.add(0.3, isUndisturbed: false, at: 1)
    #expect(window.minimum == 0.3)
    // The first one holds for a second only.
    #expect(!window.isStale(at: 1) && window.isStale(at: 1.1))
    // Over a link that is not empty more is no news; over an empty one it is.
    window.add(0.4, isUndisturbed: false, at: 2)
    #expect(window.minimum == 0.3 && window.isStale(at: 2))
    window.add(0.4, isUndisturbed: true, at: 2)
    #expect(window.minimum == 0.4)
    // Confirmed, it holds for ten.
    #expect(!window.isStale(at: 12) && window.isStale(at: 12.1))
    // Each that is confirmed makes it hold anew.
    window.add(0.6, isUndisturbed: true, at: 11)
    #expect(window.minimum == 0.4 && !window.isStale(at: 21) && window.isStale(at: 21.1))
    window.add(-1, isUndisturbed: false, at: 22)
    #expect(window.minimum == 0)
  }

  @Test func measurementsAreAtLeastTheMinimum() {
    let seed = Fuzz.seed
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var window = RoundTripWindow()
      var time = 0.0
      var measured: Set<Double> = []
      for _ in 0..<30 {
        time += Double.random(in: 0..<4, using: &generator)
        let roundTrip = Double.random(in: 0..<1, using: &generator)
        measured.insert(roundTrip)
        window.add(roundTrip, isUndisturbed: generator.chance(0.5), at: time)
        let least = window.minimum ?? .infinity
        #expect(least <= roundTrip && measured.contains(least), "seed \(seed)")
      }
    }
  }
}
