import Clients
import Models

extension PlayerClient {
  /// The client of an engine.
  package static func live(engine: PlaybackEngine) -> PlayerClient {
    live(core: engine.core)
  }

  static func live(core: EngineCore) -> PlayerClient {
    var client = PlayerClient()
    client.create = { core.create($0) }
    client.delete = { core.delete($0) }
    client.play = { core.play($0) }
    client.pause = { core.pause($0) }
    client.seek = { core.seek($0, to: $1, precision: $2) }
    client.setWindow = { core.setWindow($0) }
    client.setPictureArea = { core.setPictureArea($0) }
    client.setDisplayTiming = { core.setDisplayTiming($0) }
    client.setLoopMode = { core.setLoopMode($0) }
    client.setMuted = { core.setMuted($0) }
    client.setVolume = { core.setVolume($0) }
    client.setSpeed = { core.setSpeed($0) }
    client.step = { core.step($0, by: $1) }
    client.selectSoundTrack = { core.selectSoundTrack($1, of: $0) }
    client.selectCaptionTrack = { core.selectCaptionTrack($1, of: $0) }
    client.still = { await core.stills.picture($0) }
    client.status = { core.player($0)?.status.stream() ?? .finished }
    client.didPlayToEnd = { core.player($0)?.ends.stream() ?? .finished }
    client.soundDevice = { core.soundDevice.stream() }
    client.frame = { core.player($0)?.mailbox.frame }
    client.time = {
      core.player($0)?.time(clock: core.clock, at: core.hostTime()) ?? PlaybackTime()
    }
    client.details = { core.player($0)?.details }
    client.tracks = { core.player($0)?.tracks.choice ?? TrackChoice() }
    client.captions = { core.captions(of: $0) }
    return client
  }
}
