import Clients
import MediaCore
import Models
import TestSupport
import Testing

@testable import Playback

/// Clips whose times make no sense.
@Suite struct DamagedTimeTests {
  private let rig = EngineRig()

  @Test(
    arguments: [4e15, -4e15, .nan, .infinity, .greatestFiniteMagnitude], [true, false]
  )
  func frameWithAnImpossibleTimeIsShownInOrder(time: Double, hasAudio: Bool) {
    var clip = SyntheticClip()
    clip.hasAudio = hasAudio
    clip.claimedTimes = [0: time, 20: time, 49: time]
    rig.create(clip)
    let ends = EndCounter(rig, 1)
    var shown: Set<Int> = []
    rig.observe = { [unowned rig] in
      if let number = rig.number(1) { shown.insert(number) }
    }
    rig.show(1)
    rig.run(for: 2.3)
    #expect(ends.count == 1)
    #expect(abs(rig.position(1) - 0.3) < 0.1)
    #expect(shown == Set(0..<50))
  }

  @Test func impossibleDurationIsNil() {
    var clip = SyntheticClip()
    clip.reportedDuration = 1e300
    rig.create(clip)
    rig.show(1)
    rig.run(for: 0.5)
    #expect(rig.client.time(PlayerID(rawValue: 1)).duration == nil)
    rig.run(for: 2)
    #expect(abs((rig.client.time(PlayerID(rawValue: 1)).duration ?? 0) - 2) < 0.05)
  }
}
