import Clients
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

/// Users with quick fingers and clips of every kind.
@Suite struct StormTests {
  private static let clipCount = 20

  private func clip(_ index: Int) -> SyntheticClip {
    var clip = SyntheticClip()
    clip.duration = [1, 2, 90][index % 3]
    clip.hasAudio = index % 5 != 1
    clip.hasVideo = index % 7 != 2
    if !clip.hasVideo { clip.hasAudio = true }
    clip.openError = index % 6 == 3 ? .damaged : nil
    clip.damagedFrame = index % 8 == 4 ? index : nil
    clip.hangsAtFrame = index == 10 ? 3 : nil
    clip.frameCost = index % 4 == 0 ? 0.02 : 0
    clip.openCost = 0.005
    clip.soundTrackCount = 1 + index % 3
    clip.subtitles = [SubtitleCue(start: 0.1, end: 0.6, lines: ["\(index)"])]
    clip.isStill = index == 11
    clip.canSeek = index != 14
    clip.readAhead = 3
    if index == 15 { clip.codedSize = PixelSize(width: 3840, height: 2160) }
    return clip
  }

  /// Swipes as the feed does: players exist for the page on screen and a few around it.
  @Test(arguments: Fuzz.seeds(4))
  func fiveHundredSwipesLeakNothing(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rig = EngineRig()
    let clips = 1...Self.clipCount
    for index in clips { rig.library.add("clip \(index)", clip(index)) }
    var alive: Set<Int> = []
    var page = 1
    for _ in 0..<500 {
      page = min(max(page + (Bool.random(using: &random) ? 1 : -1), 1), Self.clipCount)
      if Int.random(in: 0..<40, using: &random) == 0 {
        page = Int.random(in: clips, using: &random)
      }
      let near = [1, -1, 2, -2, 3, -3].map { page + $0 }.filter(clips.contains)
      let wanted = Set(near + [page])
      for index in wanted.subtracting(alive) {
        rig.client.create(PlayerID(rawValue: index), PlayerSource(.file(FilePath("clip \(index)"))))
      }
      rig.show(page, neighbours: near)
      rig.client.delete(alive.subtracting(wanted).map { PlayerID(rawValue: $0) })
      alive = wanted
      act(on: PlayerID(rawValue: page), of: rig, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: rig.settle()
      case 1: rig.run(for: Double.random(in: 0..<0.05, using: &random))
      default: break
      }
      #expect(rig.library.openCount <= 8, "seed \(seed)")
    }
    rig.run(for: 1)
    #expect(rig.library.openCount <= 3, "seed \(seed)")
    rig.client.delete(clips.map { PlayerID(rawValue: $0) })
    rig.run(for: 0.1)
    #expect(rig.library.openCount == 0, "seed \(seed)")
    #expect(rig.core.openPlayers.isEmpty, "seed \(seed)")
    #expect(!rig.core.clock.isRunning, "seed \(seed)")
    #expect(rig.core.control.withLock { $0.playbackWork == nil }, "seed \(seed)")
    #expect(rig.settle() == .infinity, "seed \(seed)")
  }

  private func act(on id: PlayerID, of rig: EngineRig, using random: inout SeededGenerator) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: rig.client.step(id, Int.random(in: -3...3, using: &random))
    case 1: rig.client.seek(id, Double.random(in: -1..<3, using: &random), .exact)
    case 2: rig.client.seek(id, Double.random(in: -1..<3, using: &random), .keyframe)
    case 3: rig.client.selectSoundTrack(id, Int.random(in: 0..<4, using: &random))
    case 4: rig.client.selectSubtitleTrack(id, Bool.random(using: &random) ? 11 : nil)
    case 5: rig.client.setLoopMode(LoopMode.allCases.randomElement(using: &random) ?? .one)
    case 6:
      rig.client.setFrameArea(
        FrameArea(
          size: PixelSize(width: Int.random(in: 1..<64, using: &random), height: 18),
          fit: Bool.random(using: &random) ? .fit : .fill))
    case 7: rig.client.pause(id)
    default: break
    }
  }

  @Test(arguments: Fuzz.seeds(4))
  func noFrameComesFromBeforeASeekOrLoop(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let rig = EngineRig()
    rig.create(SyntheticClip())
    rig.show(1)
    let id = PlayerID(rawValue: 1)
    var last = Frame(pixels: PixelBuffer(size: PixelSize(width: 1, height: 1)))
    var lastPosition = 0.0
    rig.observe = { [unowned rig] in
      guard let frame = rig.client.frame(id) else { return }
      // Within a turn between two seeks, the clock never goes back.
      if frame.generation == last.generation, frame.loopIndex == last.loopIndex {
        #expect(rig.position(1) >= lastPosition - 1e-9 || rig.position(1) < 0.01, "seed \(seed)")
      }
      lastPosition = rig.position(1)
      guard frame.serial != last.serial else { return }
      #expect(frame.serial > last.serial, "seed \(seed)")
      #expect(frame.generation >= last.generation, "seed \(seed)")
      #expect(frame.loopIndex >= last.loopIndex, "seed \(seed)")
      if frame.generation == last.generation, frame.loopIndex == last.loopIndex {
        #expect(frame.presentationTime >= last.presentationTime, "seed \(seed)")
      }
      last = frame
    }
    for _ in 0..<60 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: rig.client.seek(id, Double.random(in: 0..<2, using: &random), .exact)
      case 1: rig.client.setLoopMode(LoopMode.allCases.randomElement(using: &random) ?? .one)
      default: rig.client.play(id)
      }
      rig.run(for: Double.random(in: 0..<1, using: &random))
    }
    #expect(last.serial > 100, "seed \(seed)")
  }

  @Test func seeksAndDeletionWhileOpeningAreHarmless() {
    let rig = EngineRig()
    var slow = SyntheticClip()
    slow.hangsOpening = true
    rig.create(slow, SyntheticClip())
    let core = rig.core
    let id = PlayerID(rawValue: 1)
    rig.library.whileHanging.withLock {
      $0.call = {
        core.seek(id, to: 1, precision: .exact)
        core.step(id, by: 2)
        core.delete([id])
      }
    }
    rig.show(1, neighbours: [2])
    rig.run(for: 0.2)
    #expect(core.player(id) == nil)
    #expect(rig.library.openCount == 1)
    rig.show(2)
    rig.run(for: 0.21)
    #expect(rig.number(2) == 5)
  }

  @Test func seekWhileOpeningIsDoneOnceOpen() {
    let rig = EngineRig()
    rig.create(SyntheticClip())
    rig.client.seek(PlayerID(rawValue: 1), 1, .exact)
    #expect(rig.position(1) == 1)
    rig.show(1, plays: false)
    rig.run(for: 0.1)
    #expect(rig.number(1) == 25)
    #expect(rig.library.openings == 1)
  }
}
