import Clients
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

/// Speed in the engine, with sound whose samples tell their place: a tape's, which goes higher but
/// leaves out nothing.
@Suite struct SpeedTests {
  let rig = EngineRig()

  private static let speeds = [0.5, 0.75, 1.25, 1.5, 2]

  private func longClip() -> SyntheticClip {
    var clip = SyntheticClip()
    clip.duration = 60
    return clip
  }

  /// How far the sound heard is from the position, in seconds, now and whenever it is asked again.
  private static func offset(in rig: EngineRig, latency: Double = 0) -> Double? {
    guard let samples = rig.recorder.stretches.last?.samples, let sample = samples.last,
      samples.count > Fader.rampFrames
    else { return nil }
    // Samples start over after two thirds of a second; what lies between says nothing.
    guard abs(Int(sample) - Int(samples[samples.count - 2])) < 5 else { return nil }
    let wrap = 32_000.0 / 48_000
    let heard = Double(sample - 1) / 48_000
    let position = rig.core.clock.position(at: rig.clock.now + latency)
    return (heard - position).remainder(dividingBy: wrap)
  }

  @Test func failedAllocationLeavesTheSpeed() {
    let rig = EngineRig(changesSpeed: false)
    rig.create(longClip())
    rig.show(1)
    rig.run(for: 0.5)
    rig.client.setSpeed(2)
    rig.run(for: 0.5)
    #expect(abs(rig.position(1) - 1) < 0.03)
    #expect(Self.offset(in: rig).map { abs($0) < 0.002 } == true)
  }

  @Test(arguments: speeds, [0, 0.052])
  func positionAndSoundAgree(speed: Double, latency: Double) {
    rig.behavior.withLock { $0 = .healthy(latency: latency) }
    rig.client.setSpeed(speed)
    rig.create(longClip())
    rig.show(1)
    var worst = 0.0
    rig.observe = { [unowned rig] in
      guard rig.position(1) > 0.5, let offset = Self.offset(in: rig, latency: latency) else {
        return
      }
      worst = max(worst, abs(offset))
    }
    rig.run(for: 4)
    #expect(abs(rig.position(1) - (4 - latency) * speed) < 0.02)
    #expect(worst < 0.012)
    #expect(rig.recorder.stretches.count == 1)
  }

  @Test func framesFollowTheSpeed() {
    rig.create(longClip())
    rig.client.setSpeed(2)
    rig.show(1)
    var shown: [Int] = []
    rig.observe = { [unowned rig] in
      if let number = rig.number(1), shown.last != number { shown.append(number) }
    }
    rig.run(for: 2.01)
    #expect(shown == Array(0...100))
  }

  @Test(arguments: [(1.0, 2.0), (1, 0.5), (2, 1), (0.5, 1), (1.25, 0.75)])
  func speedChangeNeitherJumpsNorDrifts(before: Double, after: Double) {
    rig.client.setSpeed(before)
    rig.create(longClip())
    rig.show(1)
    rig.run(for: 1)
    var last = rig.position(1)
    var lastTime = rig.clock.now
    var worstStep = 0.0
    var worstOffset = 0.0
    rig.observe = { [unowned rig] in
      let step = rig.position(1) - last - (rig.clock.now - lastTime) * (before + after) / 2
      worstStep = max(worstStep, abs(step))
      last = rig.position(1)
      lastTime = rig.clock.now
      worstOffset = max(worstOffset, Self.offset(in: rig).map(abs) ?? 0)
    }
    rig.client.setSpeed(after)
    rig.run(for: 3)
    // At most 5 ms pass between two looks.
    #expect(worstStep <= 0.005)
    #expect(worstOffset < 0.012)
    #expect(rig.recorder.stretches.count == 1)
    // The device still plays what it was given at the speed before.
    #expect(abs(rig.position(1) - before - 0.1 * before - 2.9 * after) < 0.03)
  }

  @Test(arguments: Fuzz.seeds(10))
  func randomSpeedChangesKeepSync(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    rig.create(longClip())
    rig.show(1)
    var last = 0.0
    var comparisons = 0
    rig.observe = { [unowned rig] in
      #expect(rig.position(1) >= last - 1e-9, "seed \(seed)")
      last = rig.position(1)
      guard let offset = Self.offset(in: rig) else { return }
      #expect(abs(offset) < 0.012, "seed \(seed)")
      comparisons += 1
    }
    for _ in 0..<12 {
      rig.client.setSpeed(
        Bool.random(using: &random) ? 1 : Double.random(in: 0.4...2.1, using: &random))
      rig.run(for: Double.random(in: 0.01...0.6, using: &random))
    }
    #expect(rig.recorder.stretches.count == 1, "seed \(seed)")
    #expect(comparisons > 100, "seed \(seed)")
  }

  @Test func backAtNormalSpeedSamplesAreUnchanged() {
    rig.create(longClip())
    rig.show(1)
    rig.client.setSpeed(1.5)
    rig.run(for: 1)
    rig.client.setSpeed(1)
    rig.run(for: 1)
    let tail = rig.recorder.heard.suffix(20_000)
    #expect(tail.count == 20_000)
    #expect(zip(tail, tail.dropFirst()).allSatisfy { $1 == $0 + 1 || $1 == 1 })
  }

  @Test func silentClipFollowsTheSpeed() {
    var clip = longClip()
    clip.hasAudio = false
    rig.create(clip)
    rig.client.setSpeed(2)
    rig.show(1)
    rig.run(for: 1.01)
    #expect(rig.number(1) == 50)
    rig.client.setSpeed(0.5)
    rig.run(for: 1)
    #expect(abs(rig.position(1) - 2.52) < 0.01)
  }

  @Test(arguments: speeds)
  func loopsAreCompleteAtAnySpeed(speed: Double) {
    rig.client.setSpeed(speed)
    rig.create(SyntheticClip())
    let ends = EndCounter(rig, 1)
    rig.show(1)
    rig.run(for: 20 / speed + 0.15)
    #expect(ends.count == 10)
    #expect(rig.recorder.stretches.count == 1)
    #expect(abs(rig.position(1) - 0.15 * speed) < 0.01)
  }

  @Test(arguments: speeds, [1.2, 2, 2.7])
  func endIsReachedAtAnySpeed(speed: Double, sound: Double) {
    var clip = SyntheticClip()
    clip.soundDuration = sound
    rig.create(clip)
    rig.client.setLoopMode(.off)
    rig.client.setSpeed(speed)
    let ends = EndCounter(rig, 1)
    rig.show(1)
    let length = max(2, sound)
    rig.run(for: length / speed + 0.3)
    #expect(ends.count == 1)
    #expect(abs(rig.position(1) - length) < 0.001)
    #expect(rig.number(1) == 49)
  }

  @Test func speedPersistsAcrossPausesSeeksAndClips() {
    rig.create(longClip(), longClip())
    rig.client.setSpeed(1.5)
    rig.show(1, neighbours: [2])
    rig.run(for: 1)
    rig.client.pause(PlayerID(rawValue: 1))
    rig.run(for: 1)
    rig.client.play(PlayerID(rawValue: 1))
    rig.run(for: 1)
    #expect(abs(rig.position(1) - 3) < 0.03)
    rig.client.seek(PlayerID(rawValue: 1), 10, .exact)
    rig.run(for: 1)
    #expect(abs(rig.position(1) - 11.5) < 0.02)
    rig.show(2, neighbours: [1])
    rig.run(for: 1)
    #expect(abs(rig.position(2) - 1.5) < 0.02)
  }

  @Test func pausedClipTakesTheNewSpeed() {
    rig.create(longClip())
    rig.show(1, plays: false)
    rig.run(for: 0.1)
    rig.client.setSpeed(0.5)
    rig.run(for: 0.1)
    rig.client.play(PlayerID(rawValue: 1))
    rig.run(for: 1)
    #expect(abs(rig.position(1) - 0.5) < 0.01)
  }

  @Test func speedIsClamped() {
    rig.create(longClip())
    rig.client.setSpeed(100)
    rig.show(1)
    rig.run(for: 1)
    #expect(abs(rig.position(1) - 2) < 0.02)
    rig.client.setSpeed(.nan)
    rig.run(for: 1.1)
    #expect(abs(rig.position(1) - 3.2) < 0.03)
  }

  @Test func lostDeviceKeepsTheSpeed() {
    rig.behavior.withLock { $0 = .vanishing(after: 0.5) }
    rig.client.setSpeed(2)
    rig.create(longClip())
    rig.show(1)
    rig.run(for: 1.5)
    #expect(abs(rig.position(1) - 3) < 0.05)
  }
}
