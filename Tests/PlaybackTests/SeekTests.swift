import Clients
import MediaCore
import Models
import TestSupport
import Testing

@testable import Playback

@Suite struct SeekTests {
  let rig = EngineRig()
  let id = PlayerID(rawValue: 1)

  @Test(arguments: [true, false])
  func exactSeekShowsTheFrameOfThatTime(plays: Bool) {
    rig.create(SyntheticClip())
    rig.show(1, plays: plays)
    rig.run(for: 0.3)
    rig.client.seek(id, 1.23, .exact)
    #expect(rig.position(1) == 1.23)
    rig.settle()
    #expect(rig.number(1) == 30)
    rig.run(for: 0.2)
    #expect(rig.number(1) == (plays ? 35 : 30))
    #expect(abs(rig.position(1) - (plays ? 1.43 : 1.23)) < 0.01)
  }

  @Test func keyframeSeekLandsOnTheKeyframe() {
    rig.create(SyntheticClip())
    rig.show(1, plays: false)
    rig.settle()
    rig.client.seek(id, 1.7, .keyframe)
    rig.settle()
    #expect(rig.number(1) == 25)
    #expect(abs(rig.position(1) - 1) < 0.001)
  }

  @Test func soundContinuesFromTheSeek() throws {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 0.3)
    rig.client.seek(id, 1.25, .exact)
    rig.run(for: 0.3)
    let stretch = try #require(rig.recorder.stretches.last)
    #expect(stretch.samples[300] == SyntheticClip.sample(at: 60_300))
  }

  @Test func noStaleFrameAppearsAfterASeek() {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 0.5)
    var isSettled = false
    var stale = 0
    rig.observe = { [unowned rig] in
      guard let frame = rig.client.frame(PlayerID(rawValue: 1)) else { return }
      if frame.generation > 0 { isSettled = true }
      if isSettled, frame.presentationTime < 1.48 { stale += 1 }
    }
    rig.client.seek(id, 1.5, .exact)
    rig.run(for: 0.4)
    #expect(isSettled)
    #expect(stale == 0)
  }

  @Test func onlyTheLatestSeekIsDone() {
    rig.create(SyntheticClip())
    rig.client.setLoopMode(.off)
    rig.show(1, plays: false)
    rig.settle()
    for step in 0..<50 { rig.client.seek(id, Double(step) * 0.04, .exact) }
    rig.settle()
    #expect(rig.number(1) == 49)
    #expect(rig.library.seeks == 1)
  }

  @Test func pendingRelativeSeeksAddUp() {
    var clip = SyntheticClip()
    clip.duration = 30
    rig.create(clip)
    rig.show(1)
    rig.run(for: 1)
    for _ in 0..<3 { rig.client.seek(id, rig.position(1) + 5, .exact) }
    #expect(abs(rig.position(1) - 16) < 0.02)
  }

  @Test func seekBeyondTheEndShowsTheLastFrame() {
    rig.create(SyntheticClip())
    rig.client.setLoopMode(.off)
    rig.show(1)
    rig.run(for: 0.3)
    rig.client.seek(id, 100, .exact)
    rig.run(for: 0.3)
    #expect(rig.number(1) == 49)
    #expect(rig.position(1) == 2)
    rig.client.seek(id, -5, .exact)
    rig.run(for: 0.01)
    #expect(rig.position(1) < 0.05)
  }

  @Test func seekAfterTheEndResumes() {
    rig.create(SyntheticClip())
    rig.client.setLoopMode(.off)
    rig.show(1)
    rig.run(for: 3)
    rig.client.seek(id, 1, .exact)
    rig.run(for: 0.4)
    #expect(rig.number(1) == 35)
  }

  @Test func seekInAnUnseekableContainerIsHarmless() {
    var clip = SyntheticClip()
    clip.canSeek = false
    rig.create(clip)
    rig.show(1)
    rig.run(for: 0.5)
    rig.client.seek(id, 1.5, .exact)
    rig.run(for: 0.3)
    #expect(abs(rig.position(1) - 0.8) < 0.02)
    #expect(rig.number(1) == 20)
  }

  @Test(arguments: Fuzz.seeds(8))
  func randomSeeksKeepFrameAndPositionInSync(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    rig.create(SyntheticClip())
    rig.show(1)
    for _ in 0..<40 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: rig.client.pause(id)
      case 1: rig.client.play(id)
      default:
        rig.client.seek(
          id, Double.random(in: 0..<2, using: &random),
          Bool.random(using: &random) ? .exact : .keyframe)
      }
      rig.run(for: Double.random(in: 0..<0.4, using: &random))
      rig.expectFrameAtPosition("seed \(seed)")
    }
  }
}
