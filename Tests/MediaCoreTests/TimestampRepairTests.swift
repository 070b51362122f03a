import MediaCore
import TestSupport
import Testing

@Suite struct TimestampRepairTests {
  /// Packets of 40 ms of frames and 20 ms of sound, whose times are those of `raw`.
  private func play(
    _ timestampRepair: inout TimestampRepair, seconds: Range<Double>, raw: (Double) -> Double
  ) -> [(stream: TimestampRepair.Stream, meant: Double, mended: Double)] {
    var result: [(stream: TimestampRepair.Stream, meant: Double, mended: Double)] = []
    for tick in Int(seconds.lowerBound * 50)..<Int(seconds.upperBound * 50) {
      let time = Double(tick) / 50
      for (stream, length) in [(TimestampRepair.Stream.video, 0.04), (.sound, 0.02)]
      where stream == .sound || tick % 2 == 0 {
        let told = raw(time)
        let shift = timestampRepair.shift(of: stream, at: told, duration: length)
        result.append((stream, time, told + shift))
      }
    }
    return result
  }

  @Test func keepsContinuousTimes() {
    var timestampRepair = TimestampRepair()
    for packet in play(&timestampRepair, seconds: 0..<5, raw: { $0 + 36_000 }) {
      #expect(packet.mended == packet.meant + 36_000)
    }
    #expect(timestampRepair.jumps == 0)
  }

  @Test func smallGapsAreNotJumps() {
    var timestampRepair = TimestampRepair()
    let packets = play(
      &timestampRepair, seconds: 0..<4, raw: { $0 < 1 ? $0 : $0 < 2 ? $0 + 8 : $0 + 7.6 })
    #expect(packets.allSatisfy { $0.mended >= $0.meant })
    #expect(timestampRepair.jumps == 0)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func jumpsKeepFramesAndSoundInSync(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let jumps = (0..<4).map { _ -> Double in
      let size = Double.random(in: 12...100_000, using: &random)
      return Bool.random(using: &random) ? size : -size
    }
    var timestampRepair = TimestampRepair()
    let packets = play(
      &timestampRepair, seconds: 0..<10,
      raw: { time in time + jumps.prefix(Int(time / 2)).reduce(0, +) })
    for packet in packets {
      #expect(abs(packet.mended - packet.meant) < 0.001, "seed \(seed)")
    }
    #expect(timestampRepair.jumps == 4, "seed \(seed)")
  }

  @Test func latePacketsKeepTheirTimesAcrossAJump() {
    var timestampRepair = TimestampRepair()
    _ = play(&timestampRepair, seconds: 0..<2, raw: { $0 })
    // The frames have jumped, the sound before the jump is still to come.
    #expect(timestampRepair.shift(of: .video, at: 1002, duration: 0.04) == -1000)
    #expect(timestampRepair.shift(of: .sound, at: 2, duration: 0.02) == 0)
    #expect(timestampRepair.shift(of: .sound, at: 1002.02, duration: 0.02) == -1000)
    #expect(timestampRepair.jumps == 1)
  }

  @Test func streamStartingAfterAJumpIsAligned() {
    var timestampRepair = TimestampRepair()
    _ = timestampRepair.shift(of: .video, at: 0, duration: 0.04)
    #expect(timestampRepair.shift(of: .video, at: 500, duration: 0.04) == 0.04 - 500)
    #expect(timestampRepair.shift(of: .sound, at: 500.01, duration: 0.02) == 0.04 - 500)
  }

  @Test func missingTimesAreFilled() {
    var timestampRepair = TimestampRepair()
    _ = timestampRepair.shift(of: .video, at: 0, duration: 0)
    _ = timestampRepair.shift(of: .video, at: 0.04, duration: 0)
    #expect(timestampRepair.shift(of: .video, at: nil, duration: 0) == 0)
    let shift = timestampRepair.shift(of: .video, at: 900, duration: 0)
    #expect(abs(900 + shift - 0.08) < 1e-6)
    #expect(timestampRepair.shift(of: .video, at: nil, duration: 0) == shift)
  }
}
