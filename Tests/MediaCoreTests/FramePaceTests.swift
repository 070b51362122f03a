import MediaCore
import TestSupport
import Testing

@Suite struct FramePaceTests {
  private func admitted(rate: Double, interval: Double, jitter: Double = 0, seed: UInt64 = 1) -> Int
  {
    var random = SeededGenerator(seed: seed)
    var pace = FramePace(interval: interval)
    return (0..<Int(rate * 10)).count { number in
      let offset = jitter > 0 ? Double.random(in: -jitter...jitter, using: &random) : 0
      return pace.admits(Double(number) / rate + offset)
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

  @Test func firstInEachIntervalIsShown() {
    var pace = FramePace(interval: 0.1)
    let shown = (0..<60).filter { pace.admits(7 + Double($0) / 30) }
    #expect(shown == Array(stride(from: 0, to: 60, by: 3)))
  }

  /// Groups of frames, in the order of decoding: the place in the group, and whether others reference it.
  private static let groups: [String: [(place: Int, isReference: Bool)]] = [
    "IPPP": [(0, true), (1, true), (2, true), (3, true)],
    "IBBBP": [(4, true), (1, false), (2, false), (3, false)],
    "IBBBP with a reference among them": [(4, true), (2, true), (1, false), (3, false)],
    "every second one": [(0, true), (1, false)],
    "intra only": [(0, true)],
  ]

  /// Judged as packets, those frames are decoded that are shown, and those that others reference.
  @Test(arguments: groups.keys.sorted(), [0.05, 0.08, 0.1, 0.125, 0.2, 0.5])
  func packetsAreChosenLikeFrames(name: String, interval: Double) throws {
    let group = try #require(Self.groups[name])
    let length = group.count
    let packets = (0..<400 / length).flatMap { turn in
      group.map { (number: turn * length + $0.place, isReference: $0.isReference) }
    }
    var whole = FramePace(interval: interval)
    let wanted = packets.map(\.number).sorted().filter { whole.admits(Double($0) / 25) }
    var judge = FramePace(interval: interval)
    // The first frame shown starts the intervals.
    _ = judge.admits(Double(packets.map(\.number).min() ?? 0) / 25)
    let decoded = packets.filter { packet in
      let isAskedFor = judge.admits(Double(packet.number) / 25, gap: 1.0 / 25)
      return packet.isReference || isAskedFor
    }
    var pace = FramePace(interval: interval)
    let shown = decoded.map(\.number).sorted().filter { pace.admits(Double($0) / 25) }
    #expect(shown == wanted)
    let unneeded = decoded.filter { !$0.isReference && !wanted.contains($0.number) }
    #expect(unneeded.isEmpty)
  }

  /// Where a container does not tell how long frames last, each interval with a frame still shows one.
  @Test(arguments: Fuzz.seeds(20))
  func noIntervalIsLeftEmpty(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var time = 0.0
    let times = (0..<500).map { _ in
      time += Bool.random(using: &random) ? 0.02 : .random(in: 0.02...1, using: &random)
      return time
    }
    var pace = FramePace(interval: 0.1)
    _ = pace.admits(0)
    let shown = [0] + times.filter { pace.admits($0, gap: 0.04) }
    for time in times {
      #expect(shown.contains { abs($0 - time) < 0.1 }, "seed \(seed): \(time)")
    }
  }
}
