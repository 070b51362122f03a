import Clients
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

/// Clips that are being written while they play.
@Suite struct GrowthTests {
  let rig = EngineRig()
  let id = PlayerID(rawValue: 1)
  private let written = Lock(0.0)

  /// A clip of 40 s of which some have been written.
  private func clip(written seconds: Double, hasAudio: Bool) -> SyntheticClip {
    written.withLock { $0 = seconds }
    var clip = SyntheticClip()
    clip.duration = 40
    clip.hasAudio = hasAudio
    clip.written = { [written] in written.withLock { $0 } }
    return clip
  }

  private func write(_ seconds: Double) { written.withLock { $0 += seconds } }

  private var time: PlaybackTime { rig.client.time(id) }

  @Test func durationOfAGrowingFileFollows() {
    rig.create(clip(written: 20, hasAudio: true))
    rig.show(1)
    rig.run(for: 1)
    #expect(time.duration == 20)
    #expect(!time.isLive)
    write(4)
    rig.run(for: 0.6)
    #expect(time.duration == 24)
    #expect(rig.client.details(id)?.duration == 24)
    // Where it ends by now can be sought.
    rig.client.seek(id, 23, .exact)
    rig.run(for: 0.1)
    #expect(abs(rig.position(1) - 23.1) < 0.1)
    #expect(time.isLive)
  }

  /// A file that grows is the same one, though its size and date are others.
  @Test func growingFileHasNoVersion() {
    var complete = SyntheticClip()
    complete.duration = 40
    rig.create(clip(written: 39, hasAudio: true), complete)
    for number in 1...2 {
      rig.show(number)
      rig.run(for: 1)
    }
    #expect(rig.client.nowPlaying(id).fileVersion == nil)
    #expect(rig.client.nowPlaying(PlayerID(rawValue: 2)).fileVersion?.size == 1)
    // Also once it has been written.
    write(1)
    rig.show(1)
    rig.run(for: 10)
    #expect(!time.isLive && rig.client.nowPlaying(id).fileVersion == nil)
  }

  @Test func pausedGrowingFileIsFollowed() {
    rig.create(clip(written: 20, hasAudio: true))
    rig.show(1, plays: false)
    rig.run(for: 1)
    write(4)
    rig.run(for: 1)
    #expect(time.duration == 24)
    #expect(time.isFetching)
  }

  @Test(arguments: [true, false])
  func playbackWaitsForTheWriter(hasAudio: Bool) {
    rig.create(clip(written: 2, hasAudio: hasAudio))
    rig.show(1)
    rig.run(for: 4)
    // It stays with the last frame, and has not begun again.
    #expect((46...49).contains(rig.number(1) ?? 0))
    #expect((1.85...2).contains(rig.position(1)))
    #expect(rig.status(1) == .ready)
    #expect(time.isLive)
    let position = rig.position(1)
    write(3)
    rig.run(for: 1)
    // It looks for more five times a second.
    #expect((0.75...1).contains(rig.position(1) - position))
    #expect(abs(Double(rig.number(1) ?? 0) / 25 - rig.position(1)) < 0.06)
    #expect(rig.client.frame(id)?.loopIndex == 0)
  }

  @Test func pauseAtTheEndOfAGrowingFileStays() {
    rig.create(clip(written: 2, hasAudio: true))
    rig.show(1)
    rig.run(for: 4)
    rig.client.pause(id)
    write(3)
    rig.run(for: 1)
    #expect((1.85...2).contains(rig.position(1)))
    rig.client.play(id)
    rig.run(for: 1)
    #expect((2.85...3.1).contains(rig.position(1)))
  }

  @Test func finishedFileEndsNormally() {
    rig.create(clip(written: 38, hasAudio: true))
    rig.client.setLoopMode(.one)
    rig.show(1)
    rig.run(for: 0.1)
    rig.client.seek(id, 37, .exact)
    rig.run(for: 3)
    #expect((37.85...38).contains(rig.position(1)))
    write(2)
    rig.run(for: 1)
    #expect(time.duration == 40)
    #expect(!time.isLive)
    #expect(!time.isFetching)
    rig.run(for: 2)
    #expect((0.6...1).contains(rig.position(1)))
    #expect(rig.client.frame(id)?.loopIndex == 1)
  }
}
