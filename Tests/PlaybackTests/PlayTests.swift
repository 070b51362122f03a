import Clients
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

@Suite struct PlayTests {
  let rig = EngineRig()

  @Test func firstPictureIsThereAtOnce() {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.settle()
    #expect(rig.number(1) == 0)
    #expect(rig.status(1) == .ready)
  }

  @Test func pictureFollowsTheClock() {
    rig.create(SyntheticClip())
    rig.show(1)
    rig.settle()
    rig.run(for: 1.01)
    #expect(rig.number(1) == 25)
    #expect(abs(rig.position(1) - 1.01) < 0.01)
  }
}
