import Clients
import Models

extension PlayerClient {
  /// A repository without players: commands do nothing, and no clip has any details.
  package static var idle: PlayerClient {
    var client = PlayerClient()
    client.create = { _, _ in }
    client.delete = { _ in }
    client.play = { _ in }
    client.pause = { _ in }
    client.seek = { _, _, _ in }
    client.setWindow = { _ in }
    client.setFrameArea = { _ in }
    client.setDisplayTiming = { _ in }
    client.setLoopMode = { _ in }
    client.setMuted = { _ in }
    client.setVolume = { _ in }
    client.setSpeed = { _ in }
    client.step = { _, _ in }
    client.selectSoundTrack = { _, _ in }
    client.selectSubtitleTrack = { _, _ in }
    client.still = { _ in .failure(.notFound) }
    client.status = { _ in .finished }
    client.didPlayToEnd = { _ in .finished }
    client.soundDevice = { .finished }
    client.frame = { _ in nil }
    client.nowPlaying = { _ in NowPlaying() }
    return client
  }

  /// A player's position.
  package func time(_ id: PlayerID) -> PlaybackTime { nowPlaying(id).time }

  /// The metadata of a player's clip.
  package func details(_ id: PlayerID) -> MediaDetails? { nowPlaying(id).details }
}
