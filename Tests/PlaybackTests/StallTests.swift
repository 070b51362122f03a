import Clients
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

/// Clips that stop giving anything, give it slowly, or cost more than there is time.
@Suite struct StallTests {
  let rig = EngineRig()
  let id = PlayerID(rawValue: 1)

  /// Lets the audio thread's watch look while something hangs.
  private func watch() -> Lock<[PlayerStatus]> {
    let seen = Lock<[PlayerStatus]>([])
    let core = rig.core
    rig.library.whileHanging.withLock {
      $0.call = {
        _ = core.noticeStall(now: core.hostTime())
        let status = core.player(PlayerID(rawValue: 1))?.status.latest ?? .unknown
        seen.withLock { if $0.last != status { $0.append(status) } }
      }
    }
    return seen
  }

  private func hanging(hasAudio: Bool = true) -> SyntheticClip {
    var clip = SyntheticClip()
    clip.duration = 10
    clip.hangsAtFrame = 40
    clip.hasAudio = hasAudio
    return clip
  }

  @Test func cancelledReadIsNotAFailure() {
    rig.create(SyntheticClip(), SyntheticClip())
    rig.show(1, neighbours: [2])
    rig.run(for: 0.2)
    // The playback thread is busy, and hears of nothing.
    rig.client.setWindow(PreloadWindow(current: PlayerID(rawValue: 2), neighbours: []))
    #expect(rig.core.control.withLock { $0.playbackWork?.isLeft } == true)
    rig.client.setWindow(PreloadWindow(current: PlayerID(rawValue: 1), neighbours: []))
    #expect(rig.core.control.withLock { $0.playbackWork?.isLeft } == false)
    #expect(rig.core.control.withLock { $0.playbackWork?.wasLeft } == true)
    rig.run(for: 0.2)
    #expect(rig.core.control.withLock { $0.playbackWork?.wasLeft } == false)
    #expect(rig.status(1) == .ready)
  }

  @Test func stalledClipWaitsThenFails() {
    rig.create(hanging(), SyntheticClip())
    let seen = watch()
    rig.show(1, neighbours: [2])
    rig.run(for: 0.8)
    #expect(rig.status(1) == .ready)
    rig.run(for: 12)
    #expect(seen.withLock { $0 } == [.ready, .opening])
    #expect(rig.status(1) == .failed(.timedOut))
    // The frame stays behind the card, some before the one that decoding hangs at, and the next clip
    // plays.
    #expect(rig.number(1) == 36)
    rig.show(2, neighbours: [1])
    rig.run(for: 0.21)
    #expect(rig.number(2) == 5)
    // Coming back it gets another chance.
    rig.show(1, neighbours: [2])
    rig.run(for: 0.21)
    #expect(rig.status(1) == .ready)
    #expect(rig.number(1) == 5)
  }

  @Test func stalledClipCanBeLeftAtOnce() {
    rig.create(hanging(), SyntheticClip())
    let seen = watch()
    rig.show(1, neighbours: [2])
    rig.run(for: 0.8)
    let core = rig.core
    let leftAt = Lock(Double.infinity)
    let whileHanging = rig.library.whileHanging.withLock { $0.call }
    rig.library.whileHanging.withLock {
      $0.call = {
        whileHanging()
        let begins = core.control.withLock { $0.playbackWork?.isNoticed ?? false }
        guard begins, leftAt.withLock({ $0 }) == .infinity else { return }
        let now = core.hostTime()
        leftAt.withLock { $0 = now }
        core.setWindow(
          PreloadWindow(current: PlayerID(rawValue: 2), neighbours: [PlayerID(rawValue: 1)]))
        core.play(PlayerID(rawValue: 2))
      }
    }
    let other = Lock(Double.infinity)
    rig.observe = { [unowned rig] in
      if rig.number(2) != nil, rig.core.clock.isRunning {
        let now = rig.clock.now
        other.withLock { $0 = min($0, now) }
      }
    }
    rig.run(for: 3)
    let wait = other.withLock { $0 } - leftAt.withLock { $0 }
    #expect(wait < 0.15)
    #expect(seen.withLock { $0.contains(.opening) })
    if case .failed = rig.status(1) { Issue.record("It was only left.") }
  }

  @Test func swipingBackKeepsTheRead() {
    rig.create(SyntheticClip(), SyntheticClip())
    rig.show(1, neighbours: [2])
    rig.run(for: 0.5)
    rig.show(2, neighbours: [1])
    rig.show(1, neighbours: [2])
    rig.run(for: 0.51)
    #expect(rig.number(1) == 25)
    #expect(rig.library.openings == 2)
  }

  @Test func silentClipWaitsForASlowFrame() {
    var clip = SyntheticClip()
    clip.duration = 10
    clip.hasAudio = false
    clip.slowFrame = (number: 30, seconds: 3)
    rig.create(clip)
    rig.show(1)
    rig.run(for: 5)
    // Two seconds of five were played, without a jump.
    #expect(abs(rig.position(1) - 2) < 0.2)
    #expect(rig.status(1) == .ready)
  }

  @Test func slowExactSeekShowsAnEarlierFrame() {
    var clip = SyntheticClip()
    clip.duration = 20
    clip.keyframeInterval = 250
    clip.seekCost = 0.01
    clip.hasAudio = false
    rig.create(clip)
    rig.show(1, plays: false)
    rig.settle()
    rig.client.seek(id, 8, .exact)
    let before = rig.clock.now
    var first: (time: Double, number: Int?)?
    rig.observe = { [unowned rig] in
      if first == nil, rig.client.frame(PlayerID(rawValue: 1))?.generation == 1 {
        first = (rig.clock.now, rig.number(1))
      }
    }
    rig.run(for: 0.001)
    #expect(first.map { $0.time - before < 0.45 } == true)
    #expect((first?.number ?? 0) < 60)
    // It catches up with what was asked for.
    rig.run(for: 0.5)
    #expect(rig.number(1) == 200)
    #expect(rig.position(1) == 8)
  }

  @Test func soundContinuesWhileFramesAreLate() {
    var clip = SyntheticClip.costly(0.05, frameRate: 50)
    clip.isInterleaved = true
    clip.keyframeInterval = 50
    rig.create(clip)
    rig.show(1)
    rig.run(for: 10)
    #expect(abs(rig.position(1) - 10) < 0.2)
    #expect(rig.recorder.stretches.count == 1)
    let silent = rig.recorder.heard.dropFirst(Fader.rampFrames).count { $0 == 0 }
    #expect(silent == 0)
  }

  @Test func heavyClipBorrowsASecondThread() {
    var heavy = SyntheticClip()
    heavy.codedSize = PixelSize(width: 3840, height: 2160)
    heavy.frameRate = 30
    rig.create(heavy, SyntheticClip())
    rig.show(1, neighbours: [2])
    rig.run(for: 0.1)
    #expect(rig.library.threadCounts["clip 1"] == 2)
    rig.show(2, neighbours: [1])
    rig.run(for: 0.1)
    #expect(rig.library.threadCounts["clip 1"] == 1)
    #expect(rig.library.threadCounts["clip 2"] == 1)
  }

  @Test func overloadedThreadGetsASecond() {
    rig.create(.costly(0.085, frameRate: 25))
    rig.show(1)
    rig.run(for: 8)
    #expect(rig.library.threadCounts["clip 1"] == 2)
    #expect(rig.recorder.stretches.count == 1)
  }
}
