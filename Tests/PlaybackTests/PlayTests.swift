import Clients
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

@Suite struct PlayTests {
  let rig = EngineRig()

  @Test func firstFrameIsShownAtOnce() {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.settle()
    #expect(rig.number(1) == 0)
    #expect(rig.status(1) == .ready)
    #expect(rig.size(1) == PixelSize(width: 32, height: 18))
  }

  @Test func frameFollowsTheClock() {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.settle()
    rig.run(for: 1.01)
    #expect(rig.number(1) == 25)
    #expect(abs(rig.position(1) - 1.01) < 0.01)
  }

  @Test func everyFrameIsShownOnceAndInOrder() {
    rig.create(SyntheticClip())
    rig.show(1)
    var shown: [Int] = []
    rig.observe = { [unowned rig] in
      if let number = rig.number(1), shown.last != number { shown.append(number) }
    }
    rig.run(for: 1.9)
    #expect(shown == Array(0...47))
  }

  @Test func nextFrameIsKnownWhileAClipPlays() {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.settle()
    var known = 0
    rig.observe = { [unowned rig] in
      guard let number = rig.number(1), let next = rig.nextNumber(1) else { return }
      #expect(next == number + 1)
      known += 1
    }
    rig.run(for: 1.01)
    #expect(known > 20)
    rig.observe = {}
    // It will not be shown.
    rig.show(1, plays: false)
    rig.settle()
    rig.client.step(PlayerID(rawValue: 1), 1)
    rig.settle()
    #expect(rig.nextNumber(1) == nil)
  }

  @Test(arguments: [0, 0.052])
  func frameAndSoundAgree(latency: Double) throws {
    rig.behavior.withLock { $0 = .healthy(latency: latency) }
    rig.create(SyntheticClip())
    rig.show(1)
    var worst = 0.0
    rig.observe = { [unowned rig] in
      guard let start = rig.recorder.stretches.first?.start, let number = rig.number(1),
        number > 12, number < 48
      else { return }
      // What is heard now was taken from the buffer `latency` ago.
      let heard = rig.clock.now - start - latency
      worst = max(worst, abs(heard - Double(number) / 25 - 0.02))
    }
    rig.run(for: 1.9)
    #expect(worst <= 0.02 + 0.01)
  }

  @Test func soundIsPlayedWithoutGaps() {
    rig.create(SyntheticClip())
    rig.client.setLoopMode(.off)
    rig.show(1)
    rig.run(for: 2.3)
    #expect(rig.recorder.stretches.count == 1)
    let heard = rig.recorder.heard
    #expect((95_990...96_000).contains(heard.count))
    let isWhole = zip(heard, 0...).dropFirst(Fader.rampFrames).allSatisfy {
      $0 == SyntheticClip.sample(at: $1)
    }
    #expect(isWhole)
    #expect(heard[0] < 10 && heard[100] < SyntheticClip.sample(at: 100))
  }

  @Test func nothingPlaysUntilTold() {
    rig.create(SyntheticClip())
    rig.show(1, plays: false)
    rig.run(for: 0.5)
    #expect(rig.number(1) == 0)
    #expect(rig.position(1) == 0)
    #expect(rig.recorder.heard.isEmpty)
  }

  @Test func pauseResumesWithoutSkipping() throws {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 0.73)
    let reached = rig.position(1)
    rig.client.pause(PlayerID(rawValue: 1))
    rig.settle()
    let position = rig.position(1)
    let number = rig.number(1)
    #expect(abs(position * 25 - Double(number ?? -1)) < 0.01)
    let heard = rig.recorder.heard.count
    rig.run(for: 5)
    #expect(rig.position(1) == position)
    #expect(rig.number(1) == number)
    #expect(rig.recorder.heard.count == heard)
    rig.client.play(PlayerID(rawValue: 1))
    rig.run(for: 0.5)
    #expect(abs(rig.position(1) - reached - 0.5) < 0.01)
    let stretches = rig.recorder.stretches
    try #require(stretches.count == 2)
    let goneOn = Int(stretches[1].samples[Fader.rampFrames]) - Fader.rampFrames - 1
    #expect(abs(goneOn - stretches[0].samples.count % 32_000) <= 48)
  }

  @Test func mutingKeepsTheClockGoing() {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 0.5)
    rig.client.setMuted(true)
    rig.run(for: 0.7)
    #expect(abs(rig.position(1) - 1.2) < 0.01)
    #expect(rig.recorder.stretches.count == 1)
    #expect(rig.recorder.heard.suffix(4800).allSatisfy { $0 == 0 })
    rig.client.setMuted(false)
    rig.run(for: 0.3)
    #expect(rig.recorder.heard.last != 0)
  }

  @Test func clipWithoutSoundRunsOnTheHostClock() {
    var clip = SyntheticClip()
    clip.hasAudio = false
    rig.create(clip)
    rig.show(1)
    rig.run(for: 1.01)
    #expect(rig.number(1) == 25)
    #expect(rig.recorder.openings == 0)
    rig.client.pause(PlayerID(rawValue: 1))
    rig.run(for: 1)
    #expect(rig.number(1) == 25)
    rig.client.play(PlayerID(rawValue: 1))
    rig.run(for: 0.4)
    #expect(rig.number(1) == 35)
  }

  @Test func soundAloneAdvances() {
    var clip = SyntheticClip()
    clip.hasVideo = false
    clip.soundDuration = 1
    rig.create(clip)
    rig.client.setLoopMode(.off)
    rig.show(1)
    rig.run(for: 0.6)
    #expect(rig.status(1) == .ready)
    #expect(rig.number(1) == nil)
    #expect(abs(rig.position(1) - 0.6) < 0.01)
    rig.run(for: 1)
    #expect(abs(rig.position(1) - 1) < 0.001)
    #expect(rig.recorder.heard.count == 48_000)
  }

  @Test func stillHasNoClockAndNoEnd() {
    var clip = SyntheticClip()
    clip.isStill = true
    clip.hasAudio = false
    rig.create(clip)
    let ends = EndCounter(rig, 1)
    rig.show(1)
    rig.run(for: 1)
    #expect(rig.number(1) == 0)
    #expect(rig.position(1) == 0)
    #expect(rig.client.time(PlayerID(rawValue: 1)).isStill)
    #expect(rig.status(1) == .ready)
    #expect(ends.count == 0)
    #expect(rig.library.seeks == 0)
    rig.client.seek(PlayerID(rawValue: 1), 5, .exact)
    rig.run(for: 0.5)
    #expect(rig.position(1) == 0)
  }

  @Test func unknownDurationIsLearned() {
    var clip = SyntheticClip()
    clip.tellsDuration = false
    rig.create(clip)
    rig.client.setLoopMode(.off)
    rig.show(1)
    rig.run(for: 1)
    #expect(rig.client.time(PlayerID(rawValue: 1)).duration == nil)
    rig.run(for: 1.5)
    #expect(rig.client.time(PlayerID(rawValue: 1)).duration.map { abs($0 - 2) < 0.001 } == true)
  }

  @Test func interleavingDoesNotStallPlayback() {
    var clip = SyntheticClip()
    clip.isInterleaved = true
    clip.soundDuration = 4
    clip.duration = 4
    rig.create(clip)
    rig.show(1)
    rig.run(for: 3)
    #expect(abs(rig.position(1) - 3) < 0.02)
  }

  @Test func onlyOnePlayerPlays() {
    rig.create(SyntheticClip(), SyntheticClip())
    rig.show(1, neighbours: [2])
    rig.run(for: 0.5)
    rig.client.play(PlayerID(rawValue: 2))
    rig.run(for: 0.5)
    #expect(rig.position(1) == 0)
    #expect(abs(rig.position(2) - 0.5) < 0.01)
    #expect(rig.recorder.stretches.count == 2)
  }

  @Test func slowClipKeepsShowingAndNeverStutters() {
    rig.create(.costly(0.03, frameRate: 50))
    rig.show(1)
    var shownAt: [Double] = []
    var last: Int?
    rig.observe = { [unowned rig] in
      guard rig.number(1) != last else { return }
      last = rig.number(1)
      shownAt.append(rig.clock.now)
    }
    rig.run(for: 10)
    #expect(abs(rig.position(1) - 10) < 0.2)
    let longest = zip(shownAt, shownAt.dropFirst()).map { $1 - $0 }.max() ?? .infinity
    #expect(longest <= 0.25)
    #expect(rig.recorder.stretches.count == 1)
  }
}
