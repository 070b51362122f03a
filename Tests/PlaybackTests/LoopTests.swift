import Clients
import MediaCore
import Models
import TestSupport
import Testing

@testable import Playback

@Suite struct LoopTests {
  let rig = EngineRig()

  @Test func tenLoopsAreSampleExact() {
    rig.create(SyntheticClip())
    let ends = EndCounter(rig, 1)
    rig.show(1)
    rig.run(for: 20.15)
    #expect(ends.count == 10)
    #expect(rig.recorder.stretches.count == 1)
    let heard = rig.recorder.heard
    let isExact = zip(heard, 0...).dropFirst(Fader.rampFrames).allSatisfy {
      $0 == SyntheticClip.sample(at: $1 % 96_000)
    }
    #expect(isExact)
    #expect(heard.count >= 20 * 48_000)
  }

  @Test func missingSoundAfterASeekBecomesSilence() {
    var clip = SyntheticClip()
    clip.soundLostAfterSeek = 648
    rig.create(clip)
    rig.show(1)
    rig.run(for: 6.5)
    let heard = rig.recorder.heard
    #expect(heard[2 * 96_000..<2 * 96_000 + 648].allSatisfy { $0 == 0 })
    #expect(heard[2 * 96_000 + 648] == SyntheticClip.sample(at: 648))
    #expect(heard[3 * 96_000 - 1] == SyntheticClip.sample(at: 95_999))
  }

  @Test func framesContinueAcrossTheLoop() {
    rig.create(SyntheticClip())
    rig.show(1)
    var shown: [(time: Double, number: Int, turn: Int)] = []
    rig.observe = { [unowned rig] in
      guard let frame = rig.client.frame(PlayerID(rawValue: 1)), let number = rig.number(1),
        shown.last?.number != number
      else { return }
      shown.append((rig.clock.now, number, frame.loopIndex))
    }
    rig.run(for: 6.5)
    #expect(shown.map(\.number) == (0..<shown.count).map { $0 % 50 })
    #expect(shown.map(\.turn) == (0..<shown.count).map { $0 / 50 })
    let intervals = zip(shown, shown.dropFirst()).map { $1.time - $0.time }
    #expect(intervals.dropFirst(2).allSatisfy { abs($0 - 0.04) < 0.006 })
  }

  @Test(arguments: [1.8, 2.4, 0.5, 3.5])
  func loopLastsAsLongAsTheLongerStream(sound: Double) {
    var clip = SyntheticClip()
    clip.soundDuration = sound
    rig.create(clip)
    let ends = EndCounter(rig, 1)
    rig.show(1)
    let period = max(2, sound)
    rig.run(for: 4 * period + 0.15)
    #expect(ends.count == 4)
    #expect(abs(rig.position(1) - 0.15) < 0.02)
    let start = Int(period * 48_000)
    #expect(rig.recorder.heard[start + 7] == SyntheticClip.sample(at: 7))
    #expect(rig.recorder.heard[start - 1] == 0 || sound >= 2)
  }

  @Test func clipWithoutSoundLoops() {
    var clip = SyntheticClip()
    clip.hasAudio = false
    rig.create(clip)
    let ends = EndCounter(rig, 1)
    rig.show(1)
    rig.run(for: 6.1)
    #expect(ends.count == 3)
    #expect(abs(rig.position(1) - 0.1) < 0.02)
  }

  @Test(arguments: [LoopMode.off, .feed])
  func lastFrameStays(mode: LoopMode) {
    rig.create(SyntheticClip())
    rig.client.setLoopMode(mode)
    let ends = EndCounter(rig, 1)
    rig.show(1)
    rig.run(for: 4)
    #expect(ends.count == 1)
    #expect(rig.number(1) == 49)
    #expect(abs(rig.position(1) - 2) < 0.001)
    rig.client.play(PlayerID(rawValue: 1))
    rig.run(for: 0.5)
    #expect(abs(rig.position(1) - 0.5) < 0.02)
  }

  @Test func loopCanBeTurnedOffLate() {
    rig.create(SyntheticClip())
    let ends = EndCounter(rig, 1)
    rig.show(1)
    rig.run(for: 1.98)
    rig.client.setLoopMode(.off)
    rig.run(for: 1)
    #expect(ends.count == 1)
    #expect(abs(rig.position(1) - 2) < 0.001)
    #expect(rig.number(1) == 49)
  }

  @Test func turningLoopOnRestartsAnEndedClip() {
    rig.create(SyntheticClip())
    rig.client.setLoopMode(.off)
    rig.show(1)
    rig.run(for: 3)
    rig.client.setLoopMode(.one)
    rig.run(for: 1)
    #expect(abs(rig.position(1) - 1) < 0.02)
  }

  @Test func unseekableContainerIsReopened() {
    var clip = SyntheticClip()
    clip.canSeek = false
    rig.create(clip)
    let ends = EndCounter(rig, 1)
    rig.show(1)
    rig.run(for: 4.2)
    #expect(ends.count == 2)
    #expect(rig.position(1) < 0.3)
    #expect(rig.library.openCount == 1)
  }

  @Test func clipThatHangsOnReopeningFails() {
    var clip = SyntheticClip()
    clip.canSeek = false
    rig.create(clip)
    rig.show(1)
    rig.run(for: 1)
    clip.hangsOpening = true
    rig.library.add("clip 1", clip)
    rig.run(for: 1.1 + rig.core.tuning.stallDeadline)
    #expect(rig.status(1) == .failed(.timedOut))
    #expect(rig.library.openCount == 0)
  }
}
