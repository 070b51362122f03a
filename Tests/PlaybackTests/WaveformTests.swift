import Clients
import MediaCore
import Models
import TestSupport
import Testing

@testable import Playback

/// Clips of sound alone, with frames painted from it, through the whole engine.
@Suite struct WaveformTests {
  let rig = EngineRig(paintsSound: true)

  private func song(_ seconds: Double) -> SyntheticClip {
    var clip = SyntheticClip()
    clip.hasVideo = false
    clip.duration = seconds
    return clip
  }

  @Test func waveformIsInSync() {
    rig.create(song(10))
    rig.show(1)
    var times: [Double] = []
    rig.observe = { [unowned rig] in
      guard let time = rig.client.frame(PlayerID(rawValue: 1))?.presentationTime,
        time != times.last
      else { return }
      times.append(time)
      #expect(abs(rig.position(1) - time) < 0.05)
    }
    rig.run(for: 5)
    #expect(times.count >= 124)
    #expect(rig.size(1) == PixelSize(width: 32, height: 18))
    #expect(rig.recorder.stretches.count == 1)
  }

  /// The length is no whole number of frames: no silence may come of that.
  @Test func loopIsSampleExact() {
    rig.create(song(1.991))
    let ends = EndCounter(rig, 1)
    rig.show(1)
    rig.run(for: 10.1)
    #expect(ends.count == 5)
    #expect(rig.recorder.stretches.count == 1)
    let count = Int((1.991 * 48_000).rounded())
    let isExact = zip(rig.recorder.heard, 0...).dropFirst(Fader.rampFrames).allSatisfy {
      $0 == SyntheticClip.sample(at: $1 % count)
    }
    #expect(isExact)
  }

  @Test func seekShowsTheWaveformOfItsTime() {
    rig.create(song(30))
    rig.show(1)
    rig.run(for: 1)
    rig.client.seek(PlayerID(rawValue: 1), 20.1, .exact)
    rig.run(for: 0.005)
    #expect(rig.client.frame(PlayerID(rawValue: 1))?.presentationTime == 20.08)
    rig.run(for: 1)
    #expect(abs(rig.position(1) - 21.1) < 0.05)
  }

  @Test func lastWaveformFrameStays() {
    rig.create(song(1.5))
    rig.client.setLoopMode(.off)
    let ends = EndCounter(rig, 1)
    rig.show(1)
    rig.run(for: 3)
    #expect(ends.count == 1)
    #expect(rig.client.frame(PlayerID(rawValue: 1))?.presentationTime == 1.48)
  }

  @Test func neighbourHasItsWaveformEarly() {
    rig.create(SyntheticClip(), song(10))
    rig.show(1, neighbours: [2])
    rig.run(for: 0.5)
    #expect(rig.stage(2) == .ready)
    #expect(rig.client.frame(PlayerID(rawValue: 2))?.presentationTime == 0)
  }
}
