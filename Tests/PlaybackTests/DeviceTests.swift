import Clients
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

@Suite struct DeviceTests {
  @Test func withoutADeviceTheHostClockDrivesFrames() {
    let rig = EngineRig(device: .missing)
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 1.01)
    #expect(rig.number(1) == 25)
    #expect(rig.core.soundDevice.latest == .missing("No such device."))
  }

  @Test func returningDeviceIsUsed() {
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

  @Test func clockSurvivesALostDevice() {
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

  @Test func stalledDeviceIsClosed() {
    let rig = EngineRig(device: .stalled)
    var clip = SyntheticClip()
    clip.duration = 30
    rig.create(clip)
    rig.show(1)
    rig.run(for: 3)
    #expect(rig.core.soundDevice.latest == .missing("The sound device has stopped."))
    let position = rig.position(1)
    rig.run(for: 2)
    #expect(abs(rig.position(1) - position - 2) < 0.02)
  }

  @Test func unpacedDeviceGetsSoundInRealTime() {
    let rig = EngineRig(device: .unpaced)
    rig.create(SyntheticClip())
    rig.show(1)
    var maxAhead = 0.0
    rig.observe = { [unowned rig] in
      let sent = Double(rig.recorder.heard.count) / 48_000
      maxAhead = max(maxAhead, sent - (rig.clock.now - 1000))
    }
    rig.run(for: 5.01)
    #expect(abs(rig.position(1) - 1.01) < 0.01)
    #expect(maxAhead <= 0.1 + 0.001)
    #expect(rig.recorder.stretches.count == 1)
  }

  @Test func withoutADelayTheHostClockIsUsed() {
    let rig = EngineRig(device: .silentAboutDelay)
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 1.51)
    #expect(abs(rig.position(1) - 1.51) < 0.01)
    #expect(rig.number(1) == 37)
    #expect(rig.recorder.stretches.count == 1)
  }

  @Test func deviceJumpsNeverMoveTheClockBack() {
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

  @Test func busyDeviceIsReportedAndUsedOnceFree() {
    let rig = EngineRig(device: .busy)
    var clip = SyntheticClip()
    clip.duration = 30
    rig.create(clip)
    rig.show(1)
    rig.run(for: 1)
    #expect(rig.core.soundDevice.latest == .missing("The sound device is in use."))
    rig.behavior.withLock { $0 = .healthy(latency: 0) }
    rig.run(for: 10)
    #expect(rig.core.soundDevice.latest == .playing)
    #expect(abs(rig.position(1) - 11) < 0.02)
  }

  @Test func unmutingOrResumingRetriesTheDeviceAtOnce() {
    let rig = EngineRig(device: .missing)
    var clip = SyntheticClip()
    clip.duration = 30
    rig.create(clip, clip)
    rig.client.setMuted(true)
    rig.show(1, neighbours: [2])
    rig.run(for: 1)
    #expect(rig.recorder.openings == 1)
    rig.client.setMuted(false)
    rig.run(for: 0.1)
    #expect(rig.recorder.openings == 2)
    rig.client.pause(PlayerID(rawValue: 1))
    rig.run(for: 0.1)
    rig.client.play(PlayerID(rawValue: 1))
    rig.run(for: 0.1)
    #expect(rig.recorder.openings == 3)
    rig.show(2, neighbours: [1])
    rig.run(for: 0.1)
    #expect(rig.recorder.openings == 3)
    rig.behavior.withLock { $0 = .healthy(latency: 0) }
    rig.client.setVolume(0.9)
    rig.run(for: 0.5)
    #expect(rig.core.soundDevice.latest == .playing)
    #expect(!rig.recorder.heard.isEmpty)
  }

  @Test(arguments: [0.25, 0.8])
  func stuckDeviceIsWaitedForOrRestarted(length: Double) {
    let rig = EngineRig(device: .pausing(after: 0.5, for: length))
    var clip = SyntheticClip()
    clip.duration = 30
    rig.create(clip)
    rig.show(1)
    var last = 0.0
    var longest = 0.0
    var since = rig.clock.now
    rig.observe = { [unowned rig] in
      let position = rig.position(1)
      #expect(position >= last - 1e-9)
      if position > last {
        longest = max(longest, rig.clock.now - since)
        since = rig.clock.now
      }
      last = position
    }
    rig.run(for: 5)
    #expect(rig.core.soundDevice.latest == .playing)
    // It goes on from where the sound stopped, or a little behind.
    #expect(rig.position(1) > 5 - length - 0.5)
    #expect(longest < length + 0.2)
    let heard = Double(rig.recorder.heard.last.map { $0 - 1 } ?? 0) / 48_000
    #expect(abs((heard - rig.position(1)).remainder(dividingBy: 32_000.0 / 48_000)) < 0.02)
  }

  @Test(arguments: [0.0, 1])
  func framesDoNotWaitForAHungDevice(after start: Double) {
    let rig = EngineRig()
    var clip = SyntheticClip()
    clip.duration = 30
    rig.create(clip)
    rig.hasAudioThread = start > 0
    rig.show(1)
    rig.run(for: start)
    rig.hasAudioThread = false
    var last = rig.position(1)
    rig.observe = { [unowned rig] in
      #expect(rig.position(1) >= last - 1e-9)
      last = rig.position(1)
    }
    rig.run(for: 5)
    // One second is waited for.
    #expect(abs(rig.position(1) - start - 4) < 0.3)
    rig.hasAudioThread = true
    let before = rig.position(1)
    rig.run(for: 2)
    #expect(abs(rig.position(1) - before - 2) < 0.1)
    let heard = Double(rig.recorder.heard.last.map { $0 - 1 } ?? 0) / 48_000
    #expect(abs((heard - rig.position(1)).remainder(dividingBy: 32_000.0 / 48_000)) < 0.02)
  }

  @Test func underrunKeepsSync() {
    let rig = EngineRig()
    var clip = SyntheticClip()
    clip.duration = 30
    rig.create(clip)
    rig.show(1)
    rig.run(for: 0.5)
    // Nothing ran for as long as three buffers: a machine that is busy.
    rig.clock.advance(by: 0.3)
    rig.run(for: 3)
    #expect(rig.recorder.stretches.count == 2)
    let heard = Double(rig.recorder.heard.last.map { $0 - 1 } ?? 0) / 48_000
    #expect(abs((heard - rig.position(1)).remainder(dividingBy: 32_000.0 / 48_000)) < 0.02)
    #expect(rig.core.soundDevice.latest == .playing)
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

  @Test func pausedDeviceIsLeftAlone() {
    let rig = EngineRig()
    rig.create(SyntheticClip())
    rig.show(1)
    rig.run(for: 0.5)
    rig.client.pause(PlayerID(rawValue: 1))
    #expect(rig.settle() == .infinity)
  }
}
