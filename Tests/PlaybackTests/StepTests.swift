import Clients
import MediaCore
import Models
import TestSupport
import Testing

@testable import Playback

/// One frame on, one frame back.
@Suite struct StepTests {
  let rig = EngineRig()
  let id = PlayerID(rawValue: 1)

  @Test func stepsGoFrameByFrameBothWays() {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 0.51)
    #expect(rig.number(1) == 12)
    rig.client.step(id, 1)
    rig.settle()
    #expect(rig.number(1) == 13)
    #expect(abs(rig.position(1) - 13.0 / 25) < 1e-6)
    for number in stride(from: 12, through: 0, by: -1) {
      rig.client.step(id, -1)
      rig.settle()
      #expect(rig.number(1) == number)
      #expect(abs(rig.position(1) - Double(number) / 25) < 1e-6)
    }
    // It stays at the beginning.
    rig.client.step(id, -1)
    rig.run(for: 0.1)
    #expect(rig.number(1) == 0)
    for number in 1...49 {
      rig.client.step(id, 1)
      rig.settle()
      #expect(rig.number(1) == number)
    }
    // And at the end, though the clip loops.
    rig.client.step(id, 1)
    rig.run(for: 0.5)
    #expect(rig.number(1) == 49)
    #expect(rig.settle() == .infinity)
  }

  @Test func stepsRightAfterASwipeWork() {
    rig.create(SyntheticClip(), SyntheticClip())
    rig.show(1, neighbours: [2])
    rig.run(for: 0.5)
    rig.show(2, neighbours: [1], plays: false)
    // More than the clip that waited has ready, and no time passes for the screen to be drawn.
    rig.client.step(PlayerID(rawValue: 2), 4)
    rig.settle()
    #expect(rig.number(2) == 4)
  }

  /// A seek that takes long shows frames before its target on the way; steps are counted from the target.
  @Test(arguments: [-2, -1, 1, 2, 5]) func stepsStartWhereASeekLeads(_ count: Int) {
    var clip = SyntheticClip()
    (clip.frameRate, clip.duration, clip.keyframeInterval, clip.seekCost) = (5, 20, 20, 0.1)
    rig.create(clip)
    rig.show(1, plays: false)
    rig.settle()
    rig.client.seek(id, 7.6, .exact)
    rig.client.step(id, count)
    rig.run(for: 1)
    rig.settle()
    #expect(rig.number(1) == 38 + count)
    #expect(abs(rig.position(1) - Double(38 + count) / 5) < 1e-6)
  }

  @Test func firstStepsBackNeedNoSeek() {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 1.01)
    for _ in 0..<8 {
      rig.client.step(id, -1)
      rig.settle()
    }
    #expect(rig.number(1) == 17)
    #expect(rig.library.seeks == 0)
    for _ in 0..<8 {
      rig.client.step(id, -1)
      rig.settle()
    }
    #expect(rig.number(1) == 9)
    #expect(rig.library.seeks == 1)
  }

  @Test func pendingStepsAddUp() {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 1.01)
    for _ in 0..<5 { rig.client.step(id, 1) }
    rig.client.step(id, -2)
    rig.settle()
    #expect(rig.number(1) == 28)
    rig.client.step(id, -10)
    rig.settle()
    #expect(rig.number(1) == 18)
  }

  @Test func stepPausesAndPlaybackContinuesFromThere() throws {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 0.51)
    rig.client.step(id, 3)
    rig.run(for: 1)
    #expect(rig.number(1) == 15)
    rig.client.play(id)
    rig.run(for: 0.41)
    #expect(rig.number(1) == 25)
    let stretch = try #require(rig.recorder.stretches.last)
    #expect(stretch.samples[500] == SyntheticClip.sample(at: 15 * 1920 + 500))
  }

  @Test(arguments: [-20, -3, 20])
  func soundContinuesFromAStep(steps: Int) throws {
    var clip = SyntheticClip()
    clip.frameRate = 10
    clip.duration = 6
    rig.create(clip)
    rig.show(1)
    rig.run(for: 3.01)
    for _ in 0..<abs(steps) {
      rig.client.step(id, steps.signum())
      rig.settle()
    }
    #expect(rig.number(1) == 30 + steps)
    rig.client.play(id)
    rig.run(for: 0.51)
    #expect(rig.number(1) == 35 + steps)
    let stretch = try #require(rig.recorder.stretches.last)
    let first = (30 + steps) * 4800
    #expect(stretch.samples[500] == SyntheticClip.sample(at: first + 500))
  }

  @Test func stepsHandleAnyFrameDuration() {
    var clip = SyntheticClip()
    clip.hasAudio = false
    // A slow stretch, a very fast one, a pause.
    clip.claimedTimes = [1: 0.7, 2: 0.701, 3: 0.702, 4: 0.703, 5: 1.9]
    clip.duration = 0.24
    clip.reportedDuration = 2
    rig.create(clip)
    rig.show(1, plays: false)
    rig.settle()
    for number in [1, 2, 3, 4, 5, 5, 4, 3, 2, 1, 0, 0] {
      rig.client.step(id, number < (rig.number(1) ?? 0) || number == 0 ? -1 : 1)
      rig.settle()
      #expect(rig.number(1) == number)
    }
    rig.client.seek(id, 1.95, .exact)
    rig.settle()
    for number in [4, 3, 2, 1, 0] {
      rig.client.step(id, -1)
      rig.settle()
      #expect(rig.number(1) == number)
    }
  }

  @Test func endedClipStepsBackFromItsLastFrame() {
    rig.create(SyntheticClip())
    rig.client.setLoopMode(.off)
    rig.show(1)
    rig.run(for: 3)
    let ends = EndCounter(rig, 1)
    rig.client.step(id, 1)
    rig.settle()
    #expect(rig.number(1) == 49)
    rig.client.step(id, -1)
    rig.run(for: 0.5)
    #expect(rig.number(1) == 48)
    #expect(abs(rig.position(1) - 48.0 / 25) < 1e-6)
    rig.client.play(id)
    rig.run(for: 0.5)
    #expect(rig.number(1) == 49)
    #expect(ends.count == 2)
  }

  @Test func stepsBackStopAtTheLoop() {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 2.05)
    rig.client.step(id, -1)
    rig.settle()
    #expect(rig.number(1) == 0)
    rig.client.step(id, -1)
    rig.settle()
    #expect(rig.number(1) == 0)
  }

  @Test func unseekableClipsDoNotStep() {
    var still = SyntheticClip()
    still.isStill = true
    still.hasAudio = false
    var fixed = SyntheticClip()
    fixed.canSeek = false
    rig.create(still, fixed)
    rig.show(1)
    rig.client.step(id, 1)
    rig.run(for: 0.1)
    rig.client.step(id, -1)
    rig.run(for: 0.1)
    #expect(rig.number(1) == 0)
    rig.show(2)
    rig.run(for: 1.01)
    for _ in 0..<12 {
      rig.client.step(PlayerID(rawValue: 2), -1)
      rig.run(for: 0.02)
    }
    // As far as frames were kept.
    #expect(rig.number(2) == 17)
    #expect(rig.settle() == .infinity)
  }

  @Test func stepsShowDroppedFrames() {
    rig.create(.costly(0.03, frameRate: 50))
    rig.show(1)
    rig.run(for: 6)
    rig.client.pause(id)
    rig.run(for: 0.5)
    let held = rig.number(1) ?? 0
    for step in 1...12 {
      rig.client.step(id, 1)
      rig.run(for: 0.2)
      #expect(rig.number(1) == held + step)
    }
    for step in stride(from: 11, through: -12, by: -1) {
      rig.client.step(id, -1)
      rig.run(for: 0.5)
      #expect(rig.number(1) == held + step)
    }
  }

  @Test func stepOfAnotherPlayerIsHarmless() {
    rig.create(SyntheticClip(), SyntheticClip())
    rig.show(1, neighbours: [2])
    rig.run(for: 0.5)
    rig.client.step(PlayerID(rawValue: 2), 5)
    rig.client.step(PlayerID(rawValue: 99), 5)
    rig.run(for: 0.51)
    #expect(rig.number(1) == 25)
    rig.show(2)
    rig.run(for: 0.21)
    #expect(rig.number(2) == 5)
  }

  @Test(arguments: Fuzz.seeds(8))
  func randomStepsSeeksAndPlaybackKeepSync(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    rig.create(SyntheticClip())
    rig.show(1)
    for _ in 0..<60 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: rig.client.play(id)
      case 1: rig.client.seek(id, Double.random(in: 0..<2, using: &random), .exact)
      default: rig.client.step(id, Int.random(in: -4...4, using: &random))
      }
      rig.run(for: Double.random(in: 0..<0.2, using: &random))
      rig.expectFrameAtPosition("seed \(seed)")
    }
  }
}
