import Clients
import MediaCore
import Models
import TestSupport
import Testing

@testable import Playback

/// Status, failures, deletion.
@Suite struct LifecycleTests {
  let rig = EngineRig()
  let id = PlayerID(rawValue: 1)

  @Test func statusGoesFromUnknownToReadyAndEndsWithThePlayer() async {
    rig.create(SyntheticClip())
    let stream = rig.client.status(id)
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() == .unknown)
    rig.show(1)
    rig.settle()
    #expect(await iterator.next() == .ready)
    #expect(rig.core.player(id)?.status.observerCount == 1)
    rig.client.delete([id])
    #expect(await iterator.next() == nil)
    #expect(rig.client.frame(id) == nil)
    #expect(rig.client.time(id) == PlaybackTime())
  }

  @Test func lateObserverGetsTheLatestStatus() async {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.settle()
    var iterator = rig.client.status(id).makeAsyncIterator()
    #expect(await iterator.next() == .ready)
  }

  @Test func observersAreCountedBackToZero() async {
    rig.create(SyntheticClip())
    let player = rig.core.player(id)
    do {
      let first = rig.client.status(id)
      let second = rig.client.status(id)
      #expect(player?.status.observerCount == 2)
      _ = (first, second)
    }
    #expect(player?.status.observerCount == 0)
    let ends = rig.client.didPlayToEnd(id)
    #expect(player?.ends.observerCount == 1)
    rig.client.delete([id])
    #expect(player?.ends.observerCount == 0)
    for await _ in ends { Issue.record("A deleted player has played to its end.") }
  }

  @Test func everyObserverIsFinished() async {
    rig.create(SyntheticClip())
    let streams = [rig.client.didPlayToEnd(id), rig.client.didPlayToEnd(id)]
    rig.show(1)
    rig.run(for: 4.2)
    rig.client.delete([id])
    for stream in streams {
      var count = 0
      for await _ in stream { count += 1 }
      #expect(count == 2)
    }
  }

  @Test func unknownPlayersAreHarmless() async {
    let stranger = PlayerID(rawValue: 99)
    rig.client.play(stranger)
    rig.client.pause(stranger)
    rig.client.seek(stranger, 1, .exact)
    rig.client.delete([stranger])
    rig.run(for: 0.1)
    #expect(rig.client.frame(stranger) == nil)
    for await _ in rig.client.status(stranger) { Issue.record("A status of nobody.") }
  }

  @Test func playerCanBeCreatedAfterItIsShown() {
    rig.show(1)
    rig.run(for: 0.1)
    rig.create(SyntheticClip())
    rig.run(for: 0.2)
    #expect(rig.number(1) == 5)
  }

  @Test func creatingAPlayerTwiceIsHarmless() {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 0.5)
    rig.create(SyntheticClip())
    rig.run(for: 0.1)
    #expect(rig.library.openings == 1)
    #expect(rig.number(1) == 15)
  }

  @Test(arguments: [MediaError.notFound, .noPermission, .notMedia, .unsupportedCodec("vp10")])
  func unopenableClipFailsPermanently(error: MediaError) {
    var clip = SyntheticClip()
    clip.openError = error
    rig.create(clip, SyntheticClip())
    rig.show(1, neighbours: [2])
    rig.run(for: 0.2)
    #expect(rig.status(1) == .failed(error))
    rig.library.add("clip 1")
    rig.show(2, neighbours: [1])
    rig.run(for: 0.2)
    rig.show(1, neighbours: [2])
    rig.run(for: 0.2)
    #expect(rig.status(1) == .failed(error))
    #expect(rig.status(2) == .ready)
  }

  @Test func unopenableNeighbourFailsEarly() {
    var clip = SyntheticClip()
    clip.openError = .damaged
    rig.create(SyntheticClip(), clip, SyntheticClip())
    rig.show(1, neighbours: [2, 3])
    rig.run(for: 0.1)
    #expect(rig.status(2) == .failed(.damaged))
    #expect(rig.status(3) == .ready)
  }

  @Test(arguments: [true, false])
  func clipWithoutDecodableFramesFails(isCurrent: Bool) {
    var clip = SyntheticClip()
    clip.damagedFrame = 0
    rig.create(clip, SyntheticClip())
    if isCurrent { rig.show(1, neighbours: [2]) } else { rig.show(2, neighbours: [1]) }
    rig.run(for: 0.2)
    #expect(rig.status(1) == .failed(.damaged))
    #expect(rig.library.openCount == 1)
  }

  @Test func damagedClipEndsAtTheDamage() {
    var clip = SyntheticClip()
    clip.damagedFrame = 20
    clip.soundDuration = 0.8
    rig.create(clip)
    rig.client.setLoopMode(.feed)
    let ends = EndCounter(rig, 1)
    rig.show(1)
    rig.run(for: 1.5)
    #expect(rig.status(1) == .ready)
    #expect(rig.number(1) == 19)
    #expect(ends.count == 1)
  }

  @Test func clipWithDamagedSoundPlaysSilently() {
    var clip = SyntheticClip()
    clip.hasDamagedSound = true
    rig.create(clip)
    rig.show(1)
    rig.run(for: 1.01)
    #expect(rig.number(1) == 25)
    #expect(rig.recorder.heard.count > 40_000)
    #expect(rig.recorder.heard.allSatisfy { $0 == 0 })
  }

  @Test func clipWithoutFramesAndSoundFails() {
    var clip = SyntheticClip()
    clip.duration = 0
    rig.create(clip)
    rig.show(1)
    rig.run(for: 0.1)
    #expect(rig.status(1) == .failed(.damaged))
  }

  @Test func deletingThePlayingClipStopsItsSound() {
    rig.create(SyntheticClip(), SyntheticClip())
    rig.show(1, neighbours: [2])
    rig.run(for: 0.5)
    rig.client.delete([id])
    rig.settle()
    let heard = rig.recorder.heard.count
    rig.run(for: 0.5)
    #expect(rig.recorder.heard.count == heard)
    #expect(rig.library.openCount == 1)
    rig.show(2)
    rig.run(for: 0.2)
    #expect(rig.number(2) == 5)
  }
}
