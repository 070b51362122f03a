import Clients
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

/// What is remembered of clips that have no player any more.
@Suite struct MemoryTests {
  let rig = EngineRig()

  private func create(_ id: Int, _ name: String) {
    rig.client.create(PlayerID(rawValue: id), PlayerSource(.file(FilePath(name))))
  }

  private func delete(_ ids: Int...) {
    rig.client.delete(ids.map { PlayerID(rawValue: $0) })
  }

  @Test func unseekableClipStartsAtItsBeginning() {
    var clip = SyntheticClip()
    clip.duration = 100
    clip.canSeek = false
    rig.create(SyntheticClip())
    let location = rig.library.add("unseekable", clip)
    rig.core.memory.notePosition(70, of: location)
    rig.client.create(PlayerID(rawValue: 9), PlayerSource(location))
    rig.show(1, neighbours: [9])
    rig.run(for: 0.2)
    #expect(rig.status(9) == .ready)
    #expect(rig.number(9) == 0)
  }

  @Test func aPosterSurvivesItsPlayer() {
    rig.create(Array(repeating: SyntheticClip(), count: 4))
    rig.show(1, neighbours: [3, 4, 2])
    rig.run(for: 0.2)
    delete(2)
    rig.run(for: 0.2)
    let openings = rig.library.openings
    create(12, "clip 2")
    rig.show(1, neighbours: [3, 4, 12])
    rig.settle()
    #expect(rig.number(12) == 0)
    #expect(rig.status(12) == .ready)
    #expect(rig.client.time(PlayerID(rawValue: 12)).duration == 2)
    #expect(rig.library.openings == openings)
    rig.show(12)
    rig.run(for: 0.21)
    #expect(rig.number(12) == 5)
  }

  /// The version of a clip on another machine is known from opening it, and not asked for again: its poster stays.
  @Test func versionOfARemoteClipStaysWithItsPoster() throws {
    let address = try #require(RemoteAddress("sftp://nas/clip.mp4"))
    var clip = SyntheticClip()
    clip.fileVersion = FileVersion(modified: FileDate(seconds: 1_700_000_000), size: 5)
    rig.library.add(.remote(address), clip)
    rig.create(Array(repeating: SyntheticClip(), count: 3))
    rig.client.create(PlayerID(rawValue: 9), PlayerSource(.remote(address)))
    #expect(rig.client.nowPlaying(PlayerID(rawValue: 9)).fileVersion == nil)
    rig.show(1, neighbours: [2, 3, 9])
    rig.run(for: 0.2)
    #expect(rig.client.nowPlaying(PlayerID(rawValue: 9)).fileVersion == clip.fileVersion)
    delete(9)
    rig.run(for: 0.2)
    let openings = rig.library.openings
    rig.client.create(PlayerID(rawValue: 10), PlayerSource(.remote(address)))
    rig.show(1, neighbours: [2, 3, 10])
    rig.settle()
    #expect(rig.number(10) == 0 && rig.library.openings == openings)
    #expect(rig.client.nowPlaying(PlayerID(rawValue: 10)).fileVersion == clip.fileVersion)
    // Of a file here, what was found when it was opened counts.
    #expect(rig.client.nowPlaying(PlayerID(rawValue: 1)).fileVersion?.size == 1)
  }

  @Test func changedFileLosesItsPoster() {
    rig.create(SyntheticClip(), SyntheticClip())
    rig.show(1, neighbours: [2])
    rig.run(for: 0.2)
    delete(2)
    var changed = SyntheticClip()
    changed.version = 1
    changed.openError = .notMedia
    rig.library.add("clip 2", changed)
    create(12, "clip 2")
    rig.show(1, neighbours: [12])
    rig.run(for: 0.2)
    #expect(rig.number(12) == nil)
    #expect(rig.status(12) == .failed(.notMedia))
  }

  @Test func resizeRemakesPosters() {
    rig.create(Array(repeating: SyntheticClip(), count: 4))
    rig.show(1, neighbours: [3, 4, 2])
    rig.run(for: 0.2)
    delete(2)
    rig.client.setFrameArea(FrameArea(size: PixelSize(width: 64, height: 36)))
    create(12, "clip 2")
    rig.show(1, neighbours: [3, 4, 12])
    rig.run(for: 0.2)
    #expect(rig.size(12) == PixelSize(width: 64, height: 36))
    #expect(rig.stage(12) == .poster)
  }

  @Test func longClipResumes() {
    var long = SyntheticClip()
    long.duration = 120
    rig.create(long, SyntheticClip())
    rig.show(1)
    rig.run(for: 2.01)
    rig.show(2)
    rig.run(for: 0.2)
    delete(1)
    create(11, "clip 1")
    #expect(abs(rig.position(11) - 2.01) < 0.01)
    rig.show(2, neighbours: [3, 4, 11])
    rig.run(for: 0.1)
    #expect(rig.number(11) == 50)
    rig.show(11)
    rig.run(for: 0.41)
    #expect(rig.number(11) == 60)
  }

  @Test func longClipResumesInTheNextRun() {
    var long = SyntheticClip()
    long.duration = 120
    let (first, second) = (
      MediaLocation.file(FilePath("clip 1")), MediaLocation.file(FilePath("clip 2"))
    )
    rig.saved.withLock { $0 = [first: 2, second: 2] }
    rig.create(long, SyntheticClip())
    rig.show(1)
    rig.run(for: 0.41)
    #expect(rig.number(1) == 60)
    rig.show(2)
    rig.run(for: 0.21)
    // A short one starts at its beginning.
    #expect(rig.number(2) == 5)
    #expect(rig.saved.withLock { abs(($0[first] ?? 0) - 2.41) < 0.02 && $0[second] == 2 })
    // Once played, this run's own position counts.
    rig.saved.withLock { $0[first] = 50 }
    rig.show(1)
    rig.run(for: 0.01)
    #expect(rig.number(1) == 60)
  }

  /// A long clip that was left at 50 s, which takes long to be read, and a short one.
  private func playBeforeSavedPositionIsRead() -> MediaLocation {
    var long = SyntheticClip()
    long.duration = 120
    let location = MediaLocation.file(FilePath("clip 1"))
    rig.saved.withLock { $0 = [location: 50] }
    rig.isRecordSlow.withLock { $0 = true }
    rig.create(long, SyntheticClip())
    rig.show(1)
    rig.run(for: 0.41)
    // The frame does not wait for it.
    #expect(rig.number(1) == 10)
    return location
  }

  @Test func clipMovesToItsSavedPositionWhenThatIsRead() {
    _ = playBeforeSavedPositionIsRead()
    rig.answer()
    rig.run(for: 0.01)
    #expect(rig.number(1) == 1250)
    rig.run(for: 0.4)
    #expect(rig.number(1) == 1260)
  }

  @Test func savedPositionStaysIfTheClipIsLeftBeforeItIsRead() {
    let location = playBeforeSavedPositionIsRead()
    rig.show(2)
    rig.run(for: 0.1)
    #expect(rig.saved.withLock { $0[location] } == 50)
    rig.answer()
    rig.show(1)
    rig.run(for: 0.01)
    #expect(rig.number(1) == 1250)
  }

  @Test(arguments: [true, false]) func whoHasMovedIsNotMovedBack(isStep: Bool) {
    let location = playBeforeSavedPositionIsRead()
    if isStep {
      rig.client.pause(1)
      rig.client.step(1, 1)
    } else {
      rig.client.seek(1, 20, .exact)
    }
    rig.run(for: 0.1)
    let position = rig.position(1)
    rig.answer()
    rig.run(for: 0.01)
    #expect(abs(rig.position(1) - position) < 0.02)
    rig.show(2)
    rig.run(for: 0.1)
    #expect(abs((rig.saved.withLock { $0[location] } ?? 0) - position) < 0.02)
  }

  @Test func positionOfADeletedPlayingClipIsKept() {
    var long = SyntheticClip()
    long.duration = 120
    rig.create(long)
    rig.show(1)
    rig.run(for: 2.01)
    delete(1)
    rig.run(for: 0.1)
    create(11, "clip 1")
    rig.show(11)
    rig.run(for: 0.41)
    #expect(rig.number(11) == 60)
  }

  @Test func endedLongClipRestarts() {
    var long = SyntheticClip()
    long.duration = 61
    rig.create(long, SyntheticClip())
    rig.client.setLoopMode(.off)
    rig.show(1)
    rig.client.seek(PlayerID(rawValue: 1), 60.5, .exact)
    rig.run(for: 1)
    #expect(abs(rig.position(1) - 61) < 0.01)
    rig.show(2, neighbours: [1])
    rig.run(for: 1)
    #expect(rig.position(1) == 0)
    rig.show(1)
    rig.run(for: 0.21)
    #expect(rig.number(1) == 5)
  }

  @Test func shortenedFileRestarts() {
    var long = SyntheticClip()
    long.duration = 120
    rig.create(long, SyntheticClip())
    rig.show(1)
    rig.client.seek(PlayerID(rawValue: 1), 100, .exact)
    rig.run(for: 1)
    rig.show(2)
    rig.run(for: 0.5)
    delete(1)
    long.duration = 90
    long.version = 1
    rig.library.add("clip 1", long)
    create(11, "clip 1")
    rig.show(11)
    rig.run(for: 0.21)
    #expect(rig.number(11) == 5)
  }

  @Test func failureIsCachedUntilTheFileChanges() {
    var broken = SyntheticClip()
    broken.openError = .damaged
    rig.create(SyntheticClip(), broken)
    rig.show(1, neighbours: [2])
    rig.run(for: 0.2)
    #expect(rig.status(2) == .failed(.damaged))
    // The same file would open now, but nobody tries.
    broken.openError = nil
    rig.library.add("clip 2", broken)
    delete(2)
    create(12, "clip 2")
    rig.show(1, neighbours: [12])
    rig.run(for: 0.2)
    #expect(rig.status(12) == .failed(.damaged))
    broken.version = 1
    rig.library.add("clip 2", broken)
    rig.show(12, neighbours: [1])
    rig.run(for: 0.21)
    #expect(rig.status(12) == .ready)
    #expect(rig.number(12) == 5)
  }

  @Test func repairedFilePlays() {
    var broken = SyntheticClip()
    broken.openError = .damaged
    rig.create(broken)
    rig.show(1)
    rig.run(for: 1)
    #expect(rig.status(1) == .failed(.damaged))
    broken.openError = nil
    broken.version = 1
    rig.library.add("clip 1", broken)
    rig.run(for: 4)
    #expect(rig.status(1) == .ready)
    #expect(rig.core.clock.isRunning)
  }

  @Test func refusedRequestIsRetriedWhenTheClipReturns() throws {
    let address = try #require(RemoteAddress("http://example.org/clip.mp4"))
    var clip = SyntheticClip()
    clip.openError = .unreachable("no route")
    rig.library.add(.remote(address), clip)
    rig.create(SyntheticClip())
    rig.client.create(PlayerID(rawValue: 9), PlayerSource(.remote(address)))
    rig.show(1, neighbours: [9])
    rig.run(for: 0.2)
    #expect(rig.status(9) == .failed(.unreachable("no route")))
    clip.openError = nil
    rig.library.add(.remote(address), clip)
    rig.run(for: 5)
    #expect(rig.status(9) == .failed(.unreachable("no route")))
    rig.show(9, neighbours: [1])
    rig.run(for: 0.21)
    #expect(rig.number(9) == 5)
  }

  @Test func postersAreBounded() {
    var tuning = PlaybackTuning()
    tuning.posterBytes = 10 * 32 * 18 * 4
    let rig = EngineRig(tuning: tuning)
    rig.create(Array(repeating: SyntheticClip(), count: 40))
    for page in 1...40 {
      rig.show(page, neighbours: [page + 1, page - 1, page + 2].filter { (1...40).contains($0) })
      rig.run(for: 0.4)
    }
    let kept = (1...40).filter { rig.number($0) != nil }
    #expect(kept.count <= 12)
    #expect(kept.suffix(3) == [38, 39, 40])
    #expect(rig.core.memory.posters.withLock { $0.bytes } <= tuning.posterBytes)
  }
}
