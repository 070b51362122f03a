import MediaCore
import Testing

@Suite struct FrameRateTests {
  /// Times of frames at a rate, rounded to thousandths of a second.
  private func times(_ count: Int, at rate: Double, from start: Double = 0) -> [Double] {
    (0..<count).map { ((start + Double($0) / rate) * 1000).rounded() / 1000 }
  }

  @Test(arguments: [24_000 / 1001, 25, 30_000 / 1001, 30, 60_000 / 1001, 60])
  func roundedTimesGiveACommonRate(_ rate: Double) {
    for count in [60, 120] {
      #expect(
        FrameRate.measured(times(count, at: rate, from: 7.02), isWhole: true, tick: 0.001)
          == rate)
    }
  }

  @Test func anyOtherRateIsTheMean() throws {
    let rate = try #require(
      FrameRate.measured(times(120, at: 12.5), isWhole: true, tick: 0.001))
    #expect(abs(rate - 12.5) < 0.01)
    #expect(FrameRate.measured([0, 0.25, 1], isWhole: true, tick: 0.001) == 2)
  }

  @Test func pendingFramesAreNotCountedAsMissing() throws {
    // Decoded before seven others that are shown before it.
    var times = times(112, at: 25)
    times.append(119.0 / 25)
    #expect(FrameRate.measured(times, isWhole: false, tick: 0.001) == 25)
  }

  @Test func fewFramesGiveNoRate() {
    for times in [[], [3], [2, 2]] as [[Double]] {
      #expect(FrameRate.measured(times, isWhole: true, tick: 0.001) == nil)
    }
    #expect(FrameRate.measured([0, 0.04], isWhole: false, tick: 0.001) == nil)
  }
}
