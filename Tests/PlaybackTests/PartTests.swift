import Clients
import MediaCore
import Models
import TestSupport
import Testing

@testable import Playback

@Suite struct PartTests {
  let rig = EngineRig()
  private let id = PlayerID(rawValue: 1)

  private func loop(_ times: ClosedRange<Double>?) {
    rig.client.setLoopedPart(times.map { LoopedPart(id: id, times: $0) })
  }

  /// The numbers of the frames shown in some seconds, without repetitions.
  private func frames(in seconds: Double) -> [Int] {
    var numbers: [Int] = []
    rig.observe = { [unowned rig] in
      if let number = rig.number(1), numbers.last != number { numbers.append(number) }
    }
    rig.run(for: seconds)
    return numbers
  }

  @Test(arguments: [LoopMode.one, .feed, .off])
  func partRepeats(mode: LoopMode) {
    rig.create(SyntheticClip())
    rig.client.setLoopMode(mode)
    let ends = EndCounter(rig, 1)
    loop(0.4...1.2)
    rig.show(1)
    rig.run(for: 1.1)
    let shown = frames(in: 2)
    #expect(Set(shown) == Set(10...29).union([30]) || Set(shown) == Set(10...29))
    #expect(shown.count { $0 == 10 } == 2 || shown.count { $0 == 10 } == 3)
    #expect(ends.count == 0)
  }

  /// A mark at the position of a playing clip takes it back at once.
  @Test func endMarkedNowTakesEffect() {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 1.5)
    loop(1...1.5)
    rig.run(for: 0.1)
    #expect(abs(rig.position(1) - 1.1) < 0.05)
  }

  @Test func whatIsBehindThePartCanBeSeen() {
    rig.create(SyntheticClip())
    loop(0.2...0.6)
    rig.show(1)
    rig.run(for: 0.3)
    rig.client.seek(id, 1, .exact)
    rig.run(for: 0.5)
    #expect(abs(rig.position(1) - 1.5) < 0.05)
    // After the end of the clip, the part repeats again.
    rig.run(for: 2)
    #expect(rig.position(1) < 0.61)
    loop(nil)
    rig.run(for: 0.8)
    #expect(rig.position(1) > 0.61)
  }

  @Test(arguments: [LoopMode.one, .feed, .off])
  func partThatEndsWithTheClipRepeats(mode: LoopMode) {
    rig.create(SyntheticClip())
    rig.client.setLoopMode(mode)
    loop(1.5...2)
    rig.show(1)
    rig.run(for: 2.3)
    #expect(abs(rig.position(1) - 1.8) < 0.05)
    rig.run(for: 2)
    #expect((1.5...2).contains(rig.position(1)))
  }

  @Test func partOfAnotherClipDoesNothing() {
    rig.create(SyntheticClip())
    rig.client.setLoopedPart(LoopedPart(id: PlayerID(rawValue: 2), times: 0.2...0.6))
    rig.show(1)
    rig.run(for: 1.5)
    #expect(abs(rig.position(1) - 1.5) < 0.05)
  }

  @Test func clipThatCannotBeSoughtPlaysOn() {
    var clip = SyntheticClip()
    clip.canSeek = false
    rig.create(clip)
    loop(0.2...0.6)
    rig.show(1)
    rig.run(for: 1.5)
    #expect(abs(rig.position(1) - 1.5) < 0.05)
  }

  /// Of a clip that was longer once.
  @Test func partBehindTheEndDoesNothing() {
    rig.create(SyntheticClip())
    let ends = EndCounter(rig, 1)
    loop(5...6)
    rig.show(1)
    rig.run(for: 4.1)
    #expect(ends.count == 2)
    #expect(abs(rig.position(1) - 0.1) < 0.05)
    rig.client.seek(id, 1.99, .exact)
    rig.run(for: 0.5)
    #expect(rig.position(1) < 0.6)
  }

  /// Marks are rounded: a clip that stands on its out point is not behind it.
  @Test func partRepeatsFromItsOutPoint() {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 0.2)
    rig.client.pause(id)
    rig.client.seek(id, 1.4, .exact)
    rig.run(for: 0.2)
    loop(1...1.3996)
    rig.client.play(id)
    rig.run(for: 0.2)
    #expect((1...1.4).contains(rig.position(1)))
  }

  @Test func pausedClipStays() {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 1)
    rig.client.pause(id)
    rig.run(for: 0.1)
    loop(0.2...0.6)
    rig.run(for: 1)
    #expect(abs(rig.position(1) - 1) < 0.05)
    rig.client.play(id)
    rig.run(for: 0.2)
    #expect(rig.position(1) < 0.6)
  }
}
