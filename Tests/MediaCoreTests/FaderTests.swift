import Testing

@testable import MediaCore

@Suite struct FaderTests {
  @Test func aChangeTakesFiveMilliseconds() {
    var fader = Fader(gain: 0)
    fader.fade(to: 1)
    var samples = [Int16](repeating: 10_000, count: 1000)
    fader.apply(to: &samples)
    #expect(samples[0] == 42 && samples[1] == 42)
    #expect(samples[2 * 119] == 5000)
    #expect(samples[2 * 239] == 10_000)
    let left = stride(from: 0, to: 1000, by: 2).map { samples[$0] }
    #expect(zip(left, left.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 < 50 })
  }

  @Test func silenceIsSilentAndFullIsUntouched() {
    var fader = Fader()
    var samples: [Int16] = [.min, .max, 5, -5]
    fader.apply(to: &samples)
    #expect(samples == [.min, .max, 5, -5])
    fader = Fader(gain: 0)
    fader.apply(to: &samples)
    #expect(samples == [0, 0, 0, 0])
  }

  @Test func advancingEqualsApplying() {
    var applied = Fader()
    var advanced = Fader()
    applied.fade(to: 0)
    advanced.fade(to: 0)
    var samples = [Int16](repeating: 1, count: 200)
    applied.apply(to: &samples)
    advanced.advance(by: 100)
    var one = [Int16](repeating: 10_000, count: 2)
    var other = one
    applied.apply(to: &one)
    advanced.apply(to: &other)
    #expect(abs(one[0] - other[0]) <= 1)
  }
}
