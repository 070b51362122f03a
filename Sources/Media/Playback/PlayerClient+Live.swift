import Clients
import Models
import Platform

extension PlayerClient {
  package static func live(core: EngineCore) -> PlayerClient {
    var client = PlayerClient()
    client.create = { core.create($0, of: $1) }
    client.delete = { core.delete($0) }
    client.play = { core.play($0) }
    client.pause = { core.pause($0) }
    client.seek = { core.seek($0, to: $1, precision: $2) }
    client.setWindow = { core.setWindow($0) }
    client.setFrameArea = { area in core.command { orders, _ in orders.area = area } }
    client.setDisplayTiming = { timing in core.command { orders, _ in orders.timing = timing } }
    client.setLoopMode = { mode in core.command { orders, _ in orders.loopMode = mode } }
    client.setLoopedPart = { part in core.command { orders, _ in orders.loopedPart = part } }
    client.setMuted = { isMuted in
      core.control.withLock {
        if $0.sound.isMuted, !isMuted { $0.sound.attempts += 1 }
        $0.sound.isMuted = isMuted
      }
    }
    client.setVolume = { volume in
      core.control.withLock {
        $0.sound.volume = volume
        $0.sound.attempts += 1
      }
    }
    client.setSoundDelay = { delay in core.control.withLock { $0.sound.delay = delay } }
    client.setSpeed = { core.setSpeed($0) }
    client.step = { core.step($0, by: $1) }
    client.selectSoundTrack = { id, track in
      core.player(id)?.update { $0.tracks.sound = track }
      core.playbackWakeup.signal()
    }
    client.selectSubtitleTrack = { id, track in
      core.player(id)?.update { $0.tracks.subtitles = track }
      core.playbackWakeup.signal()
    }
    client.setRotation = { core.setRotation($0, $1) }
    client.still = { await core.stills.outcome(of: $0) }
    client.excerpts = {
      await core.surveys.outcome(of: Survey(location: $0, question: .excerpts($1))).map(\.excerpts)
    }
    client.events = { location in
      let survey = Survey(location: location, question: .events)
      return (try? await core.surveys.outcome(of: survey).get())?.events ?? ClipEvents()
    }
    client.status = { core.player($0)?.status.stream() ?? .finished }
    client.didPlayToEnd = { core.player($0)?.ends.stream() ?? .finished }
    client.soundDevice = { core.soundDevice.stream() }
    client.frame = { core.player($0)?.mailbox.frame }
    client.nowPlaying = { core.player($0).map { core.nowPlaying(of: $0) } ?? NowPlaying() }
    return client
  }
}
