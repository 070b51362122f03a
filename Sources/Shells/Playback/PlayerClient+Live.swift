import Clients
import Models

extension PlayerClient {
  /// The client of an engine.
  package static func live(engine: PlaybackEngine) -> PlayerClient {
    live(core: engine.core)
  }

  static func live(core: EngineCore) -> PlayerClient {
    PlayerClient(
      create: { core.create($0) },
      delete: { core.delete($0) },
      play: { core.play($0) },
      pause: { core.pause($0) },
      seek: { core.seek($0, to: $1, precision: $2) },
      setWindow: { core.setWindow($0) },
      setPictureArea: { core.setPictureArea($0) },
      setDisplayTiming: { core.setDisplayTiming($0) },
      setLoopMode: { core.setLoopMode($0) },
      setMuted: { core.setMuted($0) },
      setVolume: { core.setVolume($0) },
      setSpeed: { core.setSpeed($0) },
      step: { core.step($0, by: $1) },
      selectSoundTrack: { core.selectSoundTrack($1, of: $0) },
      selectCaptionTrack: { core.selectCaptionTrack($1, of: $0) },
      still: { await core.stills.picture($0) },
      status: { core.player($0)?.status.stream() ?? .finished },
      didPlayToEnd: { core.player($0)?.ends.stream() ?? .finished },
      soundDevice: { core.soundDevice.stream() },
      frame: { core.player($0)?.mailbox.frame },
      time: { core.player($0)?.time(clock: core.clock, at: core.hostTime()) ?? PlaybackTime() },
      times: { core.times(of: $0) },
      details: { core.player($0)?.details },
      tracks: { core.player($0)?.tracks.choice ?? TrackChoice() },
      captions: { core.captions(of: $0) })
  }
}
