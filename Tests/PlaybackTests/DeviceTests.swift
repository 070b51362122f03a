import Clients
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

@Suite struct DeviceTests {
  @Test func withoutADeviceTheHostClockDrivesThePicture() {
    let rig = EngineRig(device: .missing)
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 1.01)
    #expect(rig.number(1) == 25)
    #expect(rig.core.soundDevice.latest == .missing("No such device."))
  }

  @Test func aDeviceThatComesBackIsUsedAgain() {
    let rig = EngineRig(device: .missing)
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 5)
    rig.behavior.withLock { $0 = .healthy(latency: 0) }
    rig.run(for: 6.01)
    #expect(rig.core.soundDevice.latest == .playing)
    #expect(!rig.recorder.heard.isEmpty)
    #expect(abs(rig.position(1) - 1.01) < 0.02)
  }

  @Test func aDeviceThatVanishesLeavesTheClockRunning() {
    let rig = EngineRig(device: .vanishing(after: 0.5))
    rig.create(SyntheticClip())
    rig.show(1)
    var last = 0.0
    var worstStep = 0.0
    rig.observe = { [unowned rig] in
      let position = rig.position(1)
      worstStep = max(worstStep, abs(position - last))
      last = position
    }
    rig.run(for: 1.5)
    #expect(rig.core.soundDevice.latest == .missing("The device has gone."))
    #expect(abs(rig.position(1) - 1.5) < 0.03)
    #expect(worstStep < 0.03)
  }

  @Test func aStalledDeviceIsGivenUp() {
    let rig = EngineRig(device: .stalled)
    var clip = SyntheticClip()
    clip.duration = 30
    rig.create(clip)
    rig.show(1)
    rig.run(for: 2.5)
    #expect(rig.core.soundDevice.latest == .missing("The sound device has stopped."))
    let position = rig.position(1)
    rig.run(for: 2)
    #expect(abs(rig.position(1) - position - 2) < 0.02)
  }

  @Test func anUnpacedDeviceGetsSoundInTime() {
    let rig = EngineRig(device: .unpaced)
    rig.create(SyntheticClip())
    rig.show(1)
    var mostAhead = 0.0
    rig.observe = { [unowned rig] in
      let sent = Double(rig.recorder.heard.count) / 48_000
      mostAhead = max(mostAhead, sent - (rig.clock.now - 1000))
    }
    rig.run(for: 5.01)
    #expect(abs(rig.position(1) - 1.01) < 0.01)
    #expect(mostAhead <= 0.1 + 0.001)
    #expect(rig.recorder.stretches.count == 1)
  }

  @Test func aDeviceThatKnowsNoDelayIsPlayedOnTheHostClock() {
    let rig = EngineRig(device: .silentAboutDelay)
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 1.51)
    #expect(abs(rig.position(1) - 1.51) < 0.01)
    #expect(rig.number(1) == 37)
    #expect(rig.recorder.stretches.count == 1)
  }

  @Test func aJumpOfTheDeviceNeverTurnsTheClockBack() {
    let rig = EngineRig(device: .jumping(frames: 19_107, after: 0.5))
    var clip = SyntheticClip()
    clip.duration = 10
    rig.create(clip)
    rig.show(1)
    var last = 0.0
    var steps: [Double] = []
    rig.observe = { [unowned rig] in
      steps.append(rig.position(1) - last)
      last = rig.position(1)
    }
    rig.run(for: 3)
    #expect(steps.allSatisfy { $0 >= 0 })
    #expect(abs(rig.position(1) - (3 - 19_107.0 / 48_000)) < 0.03)
  }

  @Test func deviceIsOpenedOnceForAllClips() {
    let rig = EngineRig()
    rig.create(SyntheticClip(), SyntheticClip(), SyntheticClip())
    for round in 0..<9 {
      rig.show(1 + round % 3)
      rig.run(for: 0.3)
    }
    #expect(rig.recorder.openings == 1)
  }

  @Test func nothingIsWrittenOrAskedWhilePaused() {
    let rig = EngineRig()
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 0.5)
    rig.client.pause(PlayerID(rawValue: 1))
    #expect(rig.settle() == .infinity)
  }
}
