import Clients
import MediaCore
import Models
import TestSupport
import Testing

@testable import Playback

/// What is heard where sound begins and ends: nothing may click.
@Suite struct FadeTests {
  /// The most a sample may differ from the one before: a full sample fades by 134 a frame, and the
  /// samples of a made-up clip go on by 1.
  private static let step = 300

  private func clip() -> SyntheticClip {
    var clip = SyntheticClip()
    clip.duration = 30
    return clip
  }

  private func worstStep(_ samples: some Collection<Int16>) -> Int {
    zip(samples, samples.dropFirst()).map { abs(Int($1) - Int($0)) }.max() ?? 0
  }

  /// What was heard, with silence before it and between the stretches.
  private func heard(_ rig: EngineRig) -> [Int16] {
    rig.recorder.stretches.flatMap { [0] + $0.samples }
  }

  @Test func pauseFadesOutUnplayedSound() {
    let rig = EngineRig(canTakeBack: true)
    rig.create(clip())
    rig.show(1)
    rig.run(for: 0.4)
    let before = rig.recorder.heard.count
    rig.client.pause(PlayerID(rawValue: 1))
    rig.run(for: 1)
    let after = rig.recorder.heard.count
    #expect(after - before <= 480)
    #expect(rig.recorder.heard.last == 0)
    #expect(worstStep(heard(rig)) < Self.step)
    #expect(rig.settle() == .infinity)
    rig.client.play(PlayerID(rawValue: 1))
    rig.run(for: 0.1)
    #expect(worstStep(heard(rig)) < Self.step)
  }

  @Test func swipeCrossfades() throws {
    let rig = EngineRig(canTakeBack: true)
    rig.create(clip(), clip())
    rig.show(1, neighbours: [2])
    rig.run(for: 0.5)
    let before = rig.recorder.heard.count
    rig.show(2, neighbours: [1])
    rig.run(for: 0.1)
    let heard = rig.recorder.heard
    let silent = try #require(heard[before...].firstIndex { $0 == 0 })
    #expect(silent - before <= 480)
    let loud = try #require(heard[silent...].firstIndex { $0 > 100 })
    #expect(loud - before <= 480 + Fader.rampFrames)
    #expect(worstStep(heard) < Self.step)
    #expect(abs(rig.position(2) - 0.1) < 0.02)
  }

  @Test func framesStayInSyncAfterAFade() {
    let rig = EngineRig(canTakeBack: true)
    rig.create(clip(), clip())
    rig.show(1, neighbours: [2])
    rig.run(for: 0.3)
    rig.show(2, neighbours: [1])
    rig.run(for: 0.45)
    let heard = Double(rig.recorder.heard.last.map { $0 - 1 } ?? 0) / 48_000
    #expect(abs(rig.position(2) - heard) < 0.012)
  }

  @Test(arguments: [true, false])
  func aSeekFades(isFile: Bool) {
    let rig = EngineRig(device: isFile ? .unpaced : .healthy(latency: 0), canTakeBack: !isFile)
    rig.create(clip())
    rig.show(1)
    rig.run(for: 0.3)
    for time in [2.0, 4, 6] {
      rig.client.seek(PlayerID(rawValue: 1), time, .exact)
      rig.run(for: 0.2)
    }
    #expect(worstStep(heard(rig)) < Self.step)
  }

  @Test func fileDeviceAppendsTheFade() {
    let rig = EngineRig(device: .unpaced)
    rig.create(clip())
    rig.show(1)
    rig.run(for: 0.4)
    rig.client.pause(PlayerID(rawValue: 1))
    rig.run(for: 0.5)
    #expect(worstStep(heard(rig)) < Self.step)
    #expect(rig.recorder.heard.last == 0)
  }

  @Test func withoutRewindADeviceIsSilencedAtOnce() {
    let rig = EngineRig()
    rig.create(clip())
    rig.show(1)
    rig.run(for: 0.4)
    let before = rig.recorder.heard.count
    rig.client.pause(PlayerID(rawValue: 1))
    rig.run(for: 1)
    #expect(rig.recorder.heard.count == before)
  }

  @Test func timeStretchedSoundFades() {
    let rig = EngineRig(canTakeBack: true)
    rig.create(clip())
    rig.client.setSpeed(0.5)
    rig.show(1)
    rig.run(for: 0.6)
    rig.client.pause(PlayerID(rawValue: 1))
    rig.run(for: 0.2)
    rig.client.play(PlayerID(rawValue: 1))
    rig.run(for: 0.4)
    #expect(worstStep(heard(rig)) < Self.step)
    #expect(abs(rig.position(1) - 0.5) < 0.02)
  }

  @Test(arguments: Fuzz.seeds(20))
  func randomKeysNeverClick(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rig = EngineRig(canTakeBack: true)
    var clip = clip()
    clip.level = 20_000
    rig.create(clip, clip, clip)
    rig.show(1, neighbours: [2, 3])
    var current = 1
    for _ in 0..<25 {
      let id = PlayerID(rawValue: current)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: rig.client.pause(id)
      case 1: rig.client.play(id)
      case 2: rig.client.seek(id, Double.random(in: 0...9, using: &random).rounded(), .exact)
      case 3: rig.client.setMuted(Bool.random(using: &random))
      case 4: rig.client.setVolume(Double.random(in: 0...1, using: &random))
      default:
        current = current % 3 + 1
        rig.show(current, neighbours: [1, 2, 3].filter { $0 != current })
      }
      rig.run(for: Double.random(in: 0...0.2, using: &random))
    }
    #expect(worstStep(heard(rig)) < Self.step, "seed \(seed)")
  }

  @Test func volumeChangesSmoothly() {
    let rig = EngineRig()
    rig.create(clip())
    rig.client.setVolume(0.5)
    rig.show(1)
    rig.run(for: 0.2)
    let quiet = rig.recorder.heard
    #expect(quiet[6000] == Int16((Float(SyntheticClip.sample(at: 6000)) / 8).rounded()))
    rig.client.setVolume(1)
    rig.run(for: 0.3)
    let heard = rig.recorder.heard
    #expect(worstStep(heard) < Self.step)
    #expect(heard.last == SyntheticClip.sample(at: heard.count - 1))
  }

  @Test func volumeAndMuteStayAcrossClips() {
    let rig = EngineRig()
    rig.create(clip(), clip())
    rig.client.setVolume(0.5)
    rig.show(1, neighbours: [2])
    rig.run(for: 0.2)
    rig.show(2, neighbours: [1])
    rig.run(for: 0.3)
    let second = rig.recorder.stretches.last?.samples ?? []
    #expect(second.last == Int16((Float(SyntheticClip.sample(at: second.count - 1)) / 8).rounded()))
    rig.client.setMuted(true)
    rig.run(for: 0.2)
    rig.show(1, neighbours: [2])
    rig.run(for: 0.3)
    let third = rig.recorder.stretches.last?.samples ?? []
    #expect(rig.recorder.stretches.count == 3)
    #expect(third.count > 10_000 && third.allSatisfy { $0 == 0 })
  }
}
