import Clients
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

/// Clips that cost more than there is time for: they move on all the same, and recover
/// (docs/decisions/engine-late-clips.md).
@Suite struct HeavyClipTests {
  let rig = EngineRig()
  let id = PlayerID(rawValue: 1)

  /// What was shown, and when.
  private struct Showing {
    var time: Double
    var number: Int
    var turn: Int
  }

  /// A clip whose only keyframe is its first frame, without sound.
  private func clip(
    _ duration: Double, times cost: Double, frameRate: Double = 60
  ) -> SyntheticClip {
    var clip = SyntheticClip()
    clip.duration = duration
    clip.frameRate = frameRate
    clip.frameCost = cost / frameRate
    clip.keyframeInterval = 1_000_000
    clip.hasAudio = false
    return clip
  }

  /// Plays player 1 for some time.
  ///
  /// - Returns: The frames that were shown.
  private func play(for seconds: Double) -> [Showing] {
    var shown: [Showing] = []
    rig.observe = { [unowned rig] in
      guard let frame = rig.client.frame(PlayerID(rawValue: 1)), let number = rig.number(1),
        shown.last?.number != number || shown.last?.turn != frame.loopIndex
      else { return }
      shown.append(Showing(time: rig.clock.now, number: number, turn: frame.loopIndex))
    }
    let begin = rig.clock.now
    rig.run(for: seconds)
    rig.observe = {}
    return [Showing(time: begin, number: -1, turn: -1)] + shown
      + [Showing(time: rig.clock.now, number: -1, turn: -1)]
  }

  /// The longest time between two new frames, in seconds.
  private func longestPause(_ shown: [Showing]) -> Double {
    zip(shown, shown.dropFirst()).map { $1.time - $0.time }.max() ?? .infinity
  }

  private func count(_ shown: [Showing]) -> Int { shown.count - 2 }

  @Test(arguments: [0.5, 1, 3], [2.0, 5, 20])
  func clipOfOneKeyframeNeverFreezes(_ duration: Double, _ cost: Double) {
    rig.create(clip(duration, times: cost))
    rig.show(1)
    _ = play(for: 10)
    let shown = play(for: 60)
    #expect(longestPause(shown) < 1)
    #expect(!rig.client.time(id).isStill)
    // It loops as the clip that it is: all of it is seen, not only its beginning.
    let frames = Int(duration * 60)
    #expect((shown.map(\.number).max() ?? 0) > frames - 4)
    #expect(Set(shown.map(\.number)).count > frames / 4)
    #expect(rig.client.time(id).position <= duration)
    // Half the effort and two threads are enough for twice real time.
    #expect(rig.client.time(id).isOverloaded == (cost > 2))
  }

  @Test(arguments: [0.5, 1, 3], [2.0, 5, 20])
  func clipIsBackAtFullRateWhenTheLoadIsGone(_ duration: Double, _ times: Double) {
    rig.library.slowdown.withLock { $0 = times * 4 }
    rig.create(clip(duration, times: 0.25))
    rig.show(1)
    _ = play(for: 20)
    rig.library.slowdown.withLock { $0 = 1 }
    _ = play(for: 25)
    #expect(count(play(for: 2)) >= 118)
    #expect(!rig.client.time(id).isOverloaded)
  }

  @Test func overloadIsOfTheClipOnScreen() {
    rig.create(clip(3, times: 20), clip(3, times: 0.1))
    rig.show(1, neighbours: [2])
    rig.run(for: 10)
    #expect(rig.client.time(id).isOverloaded)
    rig.show(2, neighbours: [1])
    rig.run(for: 1)
    #expect(!rig.client.time(id).isOverloaded)
    #expect(!rig.client.time(PlayerID(rawValue: 2)).isOverloaded)
  }

  /// Also where a frame takes longer than a stall is noticed after.
  @Test(arguments: [5.0, 20, 100])
  func positionOfAHeavyClipOnlyGoesForward(_ times: Double) {
    rig.create(clip(3, times: times))
    rig.show(1)
    rig.run(for: 20)
    var positions: [Double] = []
    rig.observe = { [unowned rig] in positions.append(rig.position(1)) }
    rig.run(for: 60)
    let backwards = zip(positions, positions.dropFirst()).filter { $1 < $0 - 0.001 }
    // Where a turn begins, it is at the start.
    #expect(backwards.allSatisfy { $0.0 > 2.9 && $0.1 < 0.1 })
    #expect(Set(positions).count > 20)
  }

  @Test func turnsLastAsLongAsTheyTake() {
    // Five times real time at best: half, for less effort, and that for two threads.
    rig.create(clip(1, times: 18))
    let ends = EndCounter(rig, 1)
    rig.show(1)
    rig.run(for: 15)
    let (before, began) = (ends.count, rig.clock.now)
    rig.run(for: 50)
    // Work that has begun is not cut off.
    let turns = (rig.clock.now - began) / 5
    #expect(abs(Double(ends.count - before) - turns) < 1.1)
  }

  @Test func heavyClipOfTwoFramesIsNoStill() {
    var clip = clip(0.08, times: 0.25, frameRate: 25)
    // Without frames that no other references, there is one left.
    clip.referenceInterval = 2
    rig.library.slowdown.withLock { $0 = 80 }
    rig.create(clip)
    let ends = EndCounter(rig, 1)
    rig.show(1)
    rig.run(for: 20)
    let before = ends.count
    rig.run(for: 10)
    #expect(ends.count > before + 5)
    #expect(!rig.client.time(id).isStill)
    rig.library.slowdown.withLock { $0 = 1 }
    rig.run(for: 25)
    #expect(count(play(for: 2)) >= 48)
  }

  @Test func clipThatTurnsOutToBeOneFrameIsAStill() {
    rig.create(clip(1, times: 0, frameRate: 1))
    rig.show(1)
    rig.run(for: 3)
    #expect(rig.client.time(id).isStill)
    #expect(rig.number(1) == 0)
    #expect(rig.library.seeks == 0)
  }

  @Test func slowStillIsAStill() {
    rig.create(clip(1, times: 5, frameRate: 1))
    rig.show(1)
    rig.run(for: 20)
    #expect(rig.client.time(id).isStill)
  }

  @Test(arguments: [1, 15, 30, 60, 120, 1_000])
  func heavyClipWithSeveralKeyframesNeverFreezes(_ interval: Int) {
    var clip = clip(20, times: 20)
    clip.keyframeInterval = interval
    rig.create(clip)
    rig.show(1)
    _ = play(for: 12)
    #expect(longestPause(play(for: 60)) < 1.5)
  }

  @Test(arguments: [LoopMode.feed, .off])
  func heavyClipReachesItsEnd(_ mode: LoopMode) {
    rig.create(clip(1, times: 18))
    let ends = EndCounter(rig, 1)
    rig.client.setLoopMode(mode)
    rig.show(1)
    let shown = play(for: 15)
    #expect(ends.count == 1)
    #expect((shown.map(\.number).max() ?? 0) >= 57)
    #expect(abs(rig.position(1) - 1) < 0.05)
    #expect(rig.status(1) == .ready)
  }

  @Test func pausedHeavyClipGoesOnWhereItWas() {
    rig.create(clip(3, times: 20))
    rig.show(1)
    rig.run(for: 15)
    rig.client.pause(id)
    rig.run(for: 1)
    let (number, position) = (rig.number(1), rig.position(1))
    rig.run(for: 5)
    #expect(rig.number(1) == number)
    #expect(rig.position(1) == position)
    rig.client.play(id)
    let shown = play(for: 5)
    #expect(longestPause(shown) < 1)
    #expect(shown[1].number - (number ?? 0) < 4)
  }

  @Test(arguments: [1_000_000, 30])
  func heavyClipCanBeStepped(_ interval: Int) {
    var clip = clip(3, times: 20)
    clip.keyframeInterval = interval
    rig.create(clip)
    rig.show(1)
    rig.run(for: 12)
    rig.client.pause(id)
    rig.run(for: 2)
    guard let first = rig.number(1) else {
      Issue.record("Nothing is shown.")
      return
    }
    let steps = [1, 1, 1, -1, -1, -1]
    var expected = first
    for step in steps {
      rig.client.step(id, step)
      rig.run(for: 10)
      expected += step
      #expect(rig.number(1) == expected)
    }
  }

  @Test(arguments: [1_000_000, 300, 60, 1], [5.0, 20])
  func soundGoesOnBesideHeavyFrames(_ interval: Int, _ cost: Double) {
    var clip = clip(3, times: cost)
    clip.keyframeInterval = interval
    clip.hasAudio = true
    rig.create(clip)
    let ends = EndCounter(rig, 1)
    rig.show(1)
    _ = play(for: 12)
    let (before, began) = (ends.count, rig.clock.now)
    let shown = play(for: 60)
    // Frames that are too late are dropped up to the next keyframe, at most to the end.
    #expect(longestPause(shown) < 3.5)
    #expect(Set(shown.map(\.number)).count > 4)
    // The clip takes no longer than its sound does.
    let turns = (rig.clock.now - began) / 3
    #expect(abs(Double(ends.count - before) - turns) < 1.5)
    let silent = rig.recorder.heard.dropFirst(Fader.rampFrames).count { $0 == 0 }
    #expect(silent < 48_000)
  }
}
