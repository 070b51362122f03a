import Clients
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

@Suite struct PreloadTests {
  let rig = EngineRig()

  @Test func neighboursHaveTheirFirstFrameEarly() {
    rig.create(Array(repeating: SyntheticClip(), count: 5))
    rig.show(3, neighbours: [4, 2, 5, 1])
    rig.run(for: 0.1)
    for id in 1...5 { #expect(rig.number(id) == (id == 3 ? 2 : 0)) }
    #expect([1, 2, 4, 5].map { rig.stage($0) } == [.poster, .ready, .ready, .poster])
    #expect(rig.library.openCount == 3)
    for id in 1...5 { #expect(rig.status(id) == .ready) }
  }

  @Test func continuousSwipingStillClosesClips() {
    rig.create(Array(repeating: SyntheticClip(), count: 200))
    var maxOpen = 0
    for id in 2..<199 {
      rig.show(id, neighbours: [id + 1, id - 1])
      rig.client.delete([PlayerID(rawValue: id - 2)])
      rig.run(for: rig.core.tuning.drawingTime / 2)
      maxOpen = max(maxOpen, rig.library.openCount)
    }
    #expect(maxOpen < 20)
    rig.run(for: 1)
    #expect(rig.library.openCount == 3)
  }

  @Test func nextClipQueuesFramesAndThePreviousKeepsOne() throws {
    rig.create(Array(repeating: SyntheticClip(), count: 3))
    rig.show(2, neighbours: [3, 1])
    rig.run(for: 0.5)
    let waiting = [3, 1].map { id -> Int? in
      guard let player = rig.core.player(PlayerID(rawValue: id)),
        case .granted(let decoder?) = player.update({ $0.slot.claim(for: .preload) })
      else { return nil }
      defer { rig.core.park(decoder, of: player, stage: .ready) }
      return decoder.frames.count
    }
    #expect(waiting == [rig.core.tuning.readyFrames, 0])
  }

  @Test func decodingPausesWhileASwipeIsDrawn() throws {
    rig.create(Array(repeating: SyntheticClip(), count: 5))
    rig.show(1, neighbours: [2, 3])
    rig.run(for: 0.5)
    let openings = rig.library.openings
    rig.show(2, neighbours: [3, 1, 4, 5])
    #expect(rig.settle() == rig.clock.now + rig.core.tuning.drawingTime)
    #expect(rig.library.openings == openings)
    rig.run(for: 0.1)
    #expect(rig.library.openings > openings)
    #expect(rig.number(2) == 2)
  }

  @Test func cachedFrameIsShownBeforeItsClipOpens() {
    var clip = SyntheticClip()
    rig.create(clip, SyntheticClip())
    rig.show(1)
    rig.run(for: 0.5)
    rig.show(2)
    rig.run(for: 0.5)
    rig.client.delete([PlayerID(rawValue: 1)])
    rig.run(for: 0.1)
    clip.hangsOpening = true
    let location = rig.library.add("clip 1", clip)
    let numbers = Lock<[Int?]>([])
    rig.library.whileHanging.withLock { [client = rig.client] in
      $0.call = {
        let frame = client.frame(PlayerID(rawValue: 1))
        let number = frame?.pixels.withPixels { $0.first.map { Int($0) - 1 } }
        numbers.withLock { $0.append(number ?? nil) }
      }
    }
    rig.client.create(PlayerID(rawValue: 1), PlayerSource(location))
    rig.show(1)
    rig.settle()
    #expect(numbers.withLock { $0.first } == 0)
  }

  @Test func preloadedClipIsNotReopened() {
    rig.create(Array(repeating: SyntheticClip(), count: 3))
    rig.show(1, neighbours: [2, 3])
    rig.run(for: 0.5)
    let openings = rig.library.openings
    rig.show(2, neighbours: [3, 1])
    rig.settle()
    #expect(rig.core.clock.isRunning)
    #expect(rig.number(2) == 0)
    rig.run(for: 0.2)
    #expect(rig.number(2) == 5)
    #expect(rig.recorder.stretches.last?.samples[500] == SyntheticClip.sample(at: 500))
    // Only the one that was left is.
    #expect(rig.library.openings == openings + 1)
  }

  @Test func shortClipRestartsOnReturn() {
    rig.create(SyntheticClip(), SyntheticClip())
    rig.show(1, neighbours: [2])
    rig.run(for: 1)
    let openings = rig.library.openings
    rig.show(2, neighbours: [1])
    rig.settle()
    // It slides off the screen with the frame it was left with.
    #expect(rig.number(1) == 25)
    rig.run(for: 0.4)
    #expect(rig.number(1) == 0)
    #expect(rig.stage(1) == .ready)
    rig.show(1, neighbours: [2])
    rig.settle()
    #expect(rig.number(1) == 0)
    rig.run(for: 0.2)
    #expect(rig.number(1) == 5)
    #expect(rig.recorder.stretches.last?.samples[500] == SyntheticClip.sample(at: 500))
    // Each when it was left; a decoder that has played holds more than one that has not.
    #expect(rig.library.openings == openings + 2)
  }

  @Test func swipingBackShowsTheFirstFrameAtOnce() {
    rig.create(SyntheticClip(), SyntheticClip())
    rig.show(1, neighbours: [2])
    rig.run(for: 1)
    rig.show(2, neighbours: [1])
    rig.show(1, neighbours: [2])
    // No step was taken since.
    #expect(rig.number(1) == 25)
    rig.show(2, neighbours: [1])
    rig.settle()
    rig.show(1, neighbours: [2])
    #expect(rig.number(1) == 0)
    rig.settle()
    #expect(rig.number(1) == 0)
    #expect(rig.position(1) < 0.02)
  }

  @Test func longClipResumesOnReturn() throws {
    var long = SyntheticClip()
    long.duration = 120
    rig.create(long, SyntheticClip())
    rig.show(1, neighbours: [2])
    rig.run(for: 2.01)
    rig.show(2, neighbours: [1])
    rig.run(for: 1)
    #expect(rig.number(1) == 50)
    #expect(abs(rig.position(1) - 2.01) < 0.01)
    rig.show(1, neighbours: [2])
    rig.settle()
    #expect(rig.number(1) == 50)
    rig.run(for: 0.4)
    #expect(rig.number(1) == 60)
    #expect(rig.library.seeks == 0)
    let first = try #require(rig.recorder.stretches.last?.samples[Fader.rampFrames])
    #expect(abs(Int(first) - 1 - (Int(2.01 * 48_000) + Fader.rampFrames) % 32_000) < 600)
  }

  @Test func closedLongClipResumesOnReturn() {
    var long = SyntheticClip()
    long.duration = 120
    rig.create(long, SyntheticClip())
    rig.show(1, neighbours: [2])
    rig.run(for: 2.01)
    rig.show(2)
    rig.run(for: 1)
    #expect(rig.library.openCount == 1)
    #expect(rig.number(1) == 50)
    rig.show(1)
    rig.run(for: 0.4)
    #expect(rig.number(1) == 60)
  }

  @Test func neighboursTooLargeForTheBudgetStayPosters() {
    let rig = EngineRig(memoryBudget: 100 << 20)
    var heavy = SyntheticClip()
    heavy.memory = 90 << 20
    rig.create(SyntheticClip(), heavy, SyntheticClip())
    rig.show(1, neighbours: [2, 3])
    rig.run(for: 0.3)
    #expect(rig.stage(2) == .poster)
    #expect(rig.stage(3) == .ready)
    #expect(rig.number(2) == 0)
    #expect(rig.library.openCount == 2)
  }

  @Test func audioClipsAreOnlyProbed() {
    var sound = SyntheticClip()
    sound.hasVideo = false
    rig.create(SyntheticClip(), SyntheticClip(), SyntheticClip(), sound)
    rig.show(1, neighbours: [2, 3, 4])
    rig.run(for: 0.2)
    #expect(rig.stage(4) == .probed)
    #expect(rig.client.time(PlayerID(rawValue: 4)).duration == 2)
    #expect(rig.library.openCount == 3)
    let openings = rig.library.openings
    rig.run(for: 1)
    #expect(rig.library.openings == openings)
  }

  @Test func fastSwipingMakesOnlyFirstFrames() {
    rig.create(Array(repeating: SyntheticClip(), count: 6))
    rig.show(1, neighbours: [2])
    rig.run(for: 1)
    for id in 2...4 {
      rig.show(id, neighbours: [id + 1, id - 1])
      rig.run(for: 0.1)
    }
    #expect(rig.stage(5) == .opened)
    #expect(rig.number(5) == 0)
    rig.run(for: 0.5)
    #expect(rig.stage(5) == .ready)
  }

  @Test func clipsOutsideTheWindowAreClosedButKeepAPoster() {
    rig.create(Array(repeating: SyntheticClip(), count: 4))
    rig.show(1, neighbours: [2, 3])
    rig.run(for: 0.2)
    rig.show(4)
    rig.run(for: 1)
    #expect(rig.library.openCount == 1)
    for id in 1...3 { #expect(rig.number(id) == 0) }
  }

  /// The thread tried to close it again and again, and never waited.
  @Test func neighbourThatFailedIsLeftAlone() throws {
    rig.create(Array(repeating: SyntheticClip(), count: 4))
    rig.show(1, neighbours: [2, 3, 4])
    rig.run(for: 1)
    rig.core.fail(try #require(rig.core.player(2)), .damaged)
    rig.show(1, neighbours: [3, 4, 2])
    #expect(rig.settle() > rig.clock.now)
  }

  @Test func slowNeighbourIsRetriedLater() {
    var clip = SyntheticClip()
    clip.hangsOpening = true
    rig.create(SyntheticClip(), clip, SyntheticClip())
    rig.show(1, neighbours: [2, 3])
    rig.run(for: 1 + rig.core.tuning.openDeadline)
    // The machine may have been busy; the next one gets its turn.
    #expect(rig.status(2) == .unknown)
    #expect(rig.stage(3) == .ready)
    rig.library.add("clip 2", SyntheticClip())
    rig.run(for: 1)
    #expect(rig.stage(2) == .closed)
    rig.run(for: rig.core.tuning.preloadRetryInterval)
    #expect(rig.status(2) == .ready)
    #expect(rig.stage(2) == .ready)
  }

  @Test func deletedClipKeepsNoOtherFromBeingOpened() {
    rig.create(SyntheticClip(), SyntheticClip())
    let ids = [9, 2].map { PlayerID(rawValue: $0) }
    rig.core.control.withLock {
      $0.unopened = [.init(id: ids[0], isNext: true), .init(id: ids[1], isNext: false)]
    }
    #expect(rig.core.takeUnopened(onlyNext: true) == nil)
    #expect(rig.core.takeUnopened(onlyNext: false)?.id == ids[1])
    #expect(rig.core.takeUnopened(onlyNext: false) == nil)
  }

  @Test func neighbourOnADeadServerIsRetriedOnScreenOnly() throws {
    var dead = SyntheticClip()
    dead.hangsOpening = true
    let address = MediaLocation.remote(try #require(RemoteAddress("http://localhost/clip.mp4")))
    rig.library.add(address, dead)
    rig.create(SyntheticClip())
    rig.client.create(PlayerID(rawValue: 2), PlayerSource(address))
    rig.show(1, neighbours: [2])
    rig.run(for: 1 + rig.core.tuning.remotePreloadDeadline)
    #expect(rig.status(2) == .unknown)
    rig.library.add(address, SyntheticClip())
    rig.run(for: 60)
    #expect(rig.stage(2) == .closed)
    rig.show(2, neighbours: [1])
    rig.run(for: 0.2)
    #expect(rig.status(2) == .ready)
    rig.show(1, neighbours: [2])
    rig.run(for: 1)
    #expect(rig.stage(2) == .ready)
  }

  /// What neighbours request would delay the first frame of all, if it comes over the same line.
  @Test func firstClipOnAServerIsOpenedAlone() throws {
    for number in 1...2 {
      let address = MediaLocation.remote(
        try #require(RemoteAddress("http://localhost/\(number).mp4")))
      rig.library.add(address, SyntheticClip())
      rig.client.create(PlayerID(rawValue: number), PlayerSource(address))
    }
    rig.show(1, neighbours: [2])
    let loop = PreloadLoop(core: rig.core)
    let end = rig.clock.now + rig.core.tuning.longestAlone
    #expect(loop.step(now: rig.clock.now) == end)
    #expect(rig.core.control.withLock { $0.unopened.isEmpty })
    _ = loop.step(now: end)
    #expect(rig.core.control.withLock { $0.unopened.map(\.id.rawValue) } == [2])
    // With its frame, nothing is waited for.
    rig.run(for: rig.core.tuning.longestAlone / 2)
    #expect(rig.status(1) == .ready && rig.stage(2) == .ready)
  }

  /// If the first clip cannot be played, they wait no longer.
  @Test func neighboursOfAFailedFirstClipAreOpened() throws {
    for number in 1...2 {
      let address = MediaLocation.remote(
        try #require(RemoteAddress("http://localhost/\(number).mp4")))
      rig.client.create(PlayerID(rawValue: number), PlayerSource(address))
    }
    rig.show(1, neighbours: [2])
    let loop = PreloadLoop(core: rig.core)
    _ = loop.step(now: rig.clock.now)
    #expect(rig.core.control.withLock { $0.unopened.isEmpty })
    rig.core.preloadWakeup.clear()
    rig.core.fail(try #require(rig.core.player(PlayerID(rawValue: 1))), .damaged)
    #expect(rig.core.preloadWakeup.isSignalled)
    _ = loop.step(now: rig.clock.now)
    #expect(rig.core.control.withLock { $0.unopened.map(\.id.rawValue) } == [2])
  }

  @Test func slowNeighbourIsOpenedOnScreen() {
    var clip = SyntheticClip()
    clip.hangsOpening = true
    rig.create(SyntheticClip(), clip)
    rig.show(1, neighbours: [2])
    rig.run(for: 1 + rig.core.tuning.openDeadline)
    clip.hangsOpening = false
    rig.library.add("clip 2", clip)
    rig.show(2, neighbours: [1])
    rig.run(for: 0.2)
    #expect(rig.status(2) == .ready)
    #expect(rig.core.clock.isRunning)
  }

  @Test func unneededOpeningIsCancelled() {
    var slow = SyntheticClip()
    slow.openCost = 0.5
    rig.create(SyntheticClip(), slow)
    rig.core.setWindow(PreloadWindow(current: PlayerID(rawValue: 1), neighbours: []))
    let work = EngineCore.Work(id: PlayerID(rawValue: 2), cancellation: CancellationToken())
    rig.core.control.withLock { $0.preloadWork = work }
    rig.core.setWindow(
      PreloadWindow(current: PlayerID(rawValue: 1), neighbours: [PlayerID(rawValue: 2)]))
    #expect(!work.cancellation.isCancelled)
    rig.core.setWindow(PreloadWindow(current: PlayerID(rawValue: 2), neighbours: []))
    #expect(!work.cancellation.isCancelled)
    rig.core.setWindow(PreloadWindow(current: PlayerID(rawValue: 1), neighbours: []))
    #expect(work.cancellation.isCancelled)
  }
}
