import Clients
import MediaCore
import Models
import TestSupport
import Testing

@testable import Playback

/// Frames for a screen that is far away, or that does not take all of them.
@Suite struct DisplayTimingTests {
  let rig = EngineRig()

  /// By how much the frame on screen is ahead of the sound, in frames of a 25th of a second.
  private var lead: Double { Double(rig.number(1) ?? 0) - rig.position(1) * 25 }

  private func clip(_ duration: Double, hasAudio: Bool = true) -> SyntheticClip {
    var clip = SyntheticClip()
    clip.duration = duration
    clip.hasAudio = hasAudio
    return clip
  }

  @Test func framesLeadTheSound() {
    rig.create(clip(20))
    rig.client.setDisplayTiming(DisplayTiming(lead: 0.2))
    rig.show(1)
    rig.settle()
    #expect(rig.number(1) == 0)
    var shown: [Int] = []
    rig.observe = { [unowned rig] in
      if let number = rig.number(1), shown.last != number { shown.append(number) }
    }
    rig.run(for: 1)
    #expect((1.0...2.6).contains(lead))
    rig.run(for: 2)
    #expect((4.0...5.1).contains(lead))
    // None was jumped over to get there.
    #expect(shown == Array(0...(shown.last ?? 0)))
  }

  @Test func leadIsBounded() {
    rig.create(clip(20))
    rig.client.setDisplayTiming(DisplayTiming(lead: 3))
    rig.show(1)
    rig.run(for: 6)
    #expect((5.2...6.35).contains(lead))
  }

  @Test func leadShrinksGradually() {
    rig.create(clip(20))
    rig.client.setDisplayTiming(DisplayTiming(lead: 0.2))
    rig.show(1)
    rig.run(for: 3)
    rig.client.setDisplayTiming(DisplayTiming())
    rig.run(for: 1)
    #expect((1.5...3.5).contains(lead))
    rig.run(for: 2)
    #expect((-1.0...0.1).contains(lead))
  }

  @Test func pauseKeepsTheFrameAndSeekResetsTheLead() {
    rig.create(clip(20))
    rig.client.setDisplayTiming(DisplayTiming(lead: 0.2))
    rig.show(1)
    rig.run(for: 3)
    rig.client.pause(PlayerID(rawValue: 1))
    rig.settle()
    let number = rig.number(1)
    // The time is that of the frame which is seen.
    #expect(abs(lead) < 0.01)
    rig.run(for: 2)
    #expect(rig.number(1) == number)
    rig.client.play(PlayerID(rawValue: 1))
    rig.run(for: 0.2)
    #expect((4.0...5.1).contains(lead))
    rig.client.seek(PlayerID(rawValue: 1), 10, .exact)
    rig.run(for: 0.1)
    #expect((-1.0...0.6).contains(lead))
  }

  /// Sound heard too early: frames lead it.
  @Test func soundDelayIsALead() {
    rig.create(clip(20), clip(20, hasAudio: false))
    rig.client.setSoundDelay(0.2)
    rig.show(1)
    rig.run(for: 3)
    #expect((4.0...5.1).contains(lead))
    rig.show(2)
    rig.run(for: 3)
    #expect((-1.0...0.6).contains(Double(rig.number(2) ?? 0) - rig.position(2) * 25))
  }

  /// Sound heard too late: the clock follows what is heard, and a clip ends and loops as ever.
  @Test(arguments: [-0.1, -0.25])
  func negativeSoundDelaySetsTheClockBack(_ delay: Double) {
    rig.create(clip(2))
    rig.client.setSoundDelay(delay)
    rig.show(1)
    rig.run(for: 1.2)
    #expect((1.2 + delay - 0.15...1.2 + delay + 0.05).contains(rig.position(1)))
    #expect((-1.0...0.6).contains(lead))
    var shown: Set<Int> = []
    rig.observe = { [unowned rig] in
      if let number = rig.number(1) { shown.insert(number) }
    }
    rig.run(for: 4)
    // Nothing is left out, twice around.
    #expect(shown == Set(0..<50))
    #expect(rig.position(1) != 2)
  }

  @Test func resizeKeepsAPausedFrame() {
    rig.create(clip(20))
    rig.client.setDisplayTiming(DisplayTiming(lead: 0.2))
    rig.show(1)
    rig.run(for: 3)
    rig.client.pause(PlayerID(rawValue: 1))
    rig.run(for: 0.1)
    let number = rig.number(1)
    rig.client.setFrameArea(FrameArea(size: PixelSize(width: 64, height: 36)))
    rig.run(for: 1)
    #expect(rig.size(1) == PixelSize(width: 64, height: 36))
    #expect(rig.number(1) == number)
  }

  @Test func withoutLoopNoFrameOfTheNextLoopIsShown() {
    rig.create(clip(4))
    rig.client.setDisplayTiming(DisplayTiming(lead: 0.25))
    rig.show(1)
    rig.run(for: 3.7)
    rig.client.setLoopMode(.off)
    rig.run(for: 1)
    #expect(rig.number(1) == 99)
  }

  @Test func leadDoesNotDependOnSpeed() {
    rig.create(clip(20, hasAudio: false))
    rig.client.setDisplayTiming(DisplayTiming(lead: 0.2))
    rig.client.setSpeed(2)
    rig.show(1)
    rig.run(for: 3)
    #expect((9.0...10.3).contains(lead))
  }

  private var figures: PlayerStatistics {
    rig.core.player(PlayerID(rawValue: 1))?.figures ?? PlayerStatistics()
  }

  /// A clip that is too heavy to decode in whole is not, if only a part of its frames can be shown.
  @Test func skippedFramesAreNotDecoded() {
    var heavy = clip(20)
    heavy.referenceInterval = 4
    heavy.frameCost = 0.06
    rig.create(heavy)
    rig.client.setDisplayTiming(DisplayTiming(shortestInterval: 0.16))
    rig.show(1)
    rig.run(for: 1)
    var shown: [Int] = []
    rig.observe = { [unowned rig] in
      if let number = rig.number(1), shown.last != number { shown.append(number) }
    }
    rig.run(for: 4)
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $1 - $0 == 4 }, "\(shown)")
    #expect(figures.late == 0)
    let all = Double(figures.made + figures.unasked)
    #expect((110...150).contains(all), "\(figures)")
  }

  /// Of a clip of two frames, one is skipped: it is no picture.
  @Test func skippedFramesMakeNoPicture() {
    var short = clip(0.08, hasAudio: false)
    short.referenceInterval = 2
    rig.create(short)
    rig.client.setDisplayTiming(DisplayTiming(shortestInterval: 0.2))
    rig.show(1)
    rig.run(for: 2)
    #expect(rig.core.player(PlayerID(rawValue: 1))?.facts.isStill == false)
    #expect(rig.client.frame(PlayerID(rawValue: 1))?.loopIndex ?? 0 > 10)
  }

  /// A pause keeps the frame on screen, the one that would be there if all were decoded; steps lead from there to
  /// skipped frames, one by one.
  @Test(arguments: [0.1, 0.2, 0.5], [true, false])
  func pauseKeepsTheFrameAndStepsAreExact(interval: Double, hasAudio: Bool) {
    var sparse = clip(20, hasAudio: hasAudio)
    sparse.referenceInterval = 3
    rig.create(sparse, clip(20, hasAudio: hasAudio))
    rig.client.setDisplayTiming(DisplayTiming(shortestInterval: interval))
    var numbers: [[Int]] = [[], []]
    for id in [1, 2] {
      rig.show(id)
      for wait in [1.03, 0.51, 0.77] {
        rig.run(for: wait)
        let number = rig.number(id) ?? -1
        rig.client.pause(PlayerID(rawValue: id))
        rig.run(for: 0.2)
        #expect(rig.number(id) == number)
        rig.client.step(PlayerID(rawValue: id), 1)
        rig.run(for: 0.1)
        #expect(rig.number(id) == number + 1)
        numbers[id - 1].append(number)
        rig.client.play(PlayerID(rawValue: id))
      }
    }
    #expect(numbers[0] == numbers[1])
  }

  @Test(arguments: [(0.0, 50), (0.04, 50), (0.05, 40), (1.0 / 15, 30), (0.1, 20), (0.5, 4)])
  func skippedFramesAreNotScaled(interval: Double, count: Int) {
    rig.create(clip(20))
    rig.client.setDisplayTiming(DisplayTiming(shortestInterval: interval))
    rig.show(1)
    rig.run(for: 1)
    var shown: Set<Int> = []
    rig.observe = { [unowned rig] in
      if let number = rig.number(1) { shown.insert(number) }
    }
    rig.run(for: 2)
    #expect(abs(shown.count - count) <= 2)
    #expect(rig.position(1) > 2.9)
  }
}
