import MediaCore
import Models
import Platform

extension PlaybackLoop {
  /// Plays the tracks that were chosen, from where the clip stands.
  func switchTracks(of player: Player) {
    guard let decoder else { return }
    let choice = player.tracks.choice
    let mustSeekForSound = switchSound(to: choice.sound, of: player, decoder)
    let mustSeekForCaptions = switchCaptions(to: choice.captions, of: player, decoder)
    // At its end, a clip hears and says nothing more before it starts again.
    guard mustSeekForSound || mustSeekForCaptions, machine.phase != .ended else { return }
    let position = core.clock.position(at: core.hostTime())
    generation = player.update { $0.mailbox.beginGeneration() }
    seek(
      player,
      to: PlayerPosition.Seek(time: decoder.timeline.time(at: position)),
      mayHasten: machine.phase == .running)
  }

  private func switchSound(to id: Int?, of player: Player, _ decoder: ClipDecoder) -> Bool {
    guard let id, id != decoder.source.soundTrack else { return false }
    do {
      try decoder.source.selectSoundTrack(id)
    } catch {
      player.update { $0.tracks.sound = nil }
      return false
    }
    let played = decoder.source.soundTrack
    player.update { $0.tracks.playedSound = played }
    return true
  }

  private func switchCaptions(to id: Int?, of player: Player, _ decoder: ClipDecoder) -> Bool {
    guard id != decoder.captionTrack else { return false }
    decoder.selectCaptions(id)
    player.update { $0.captions = CaptionList() }
    return id != nil
  }

  /// Keeps the captions that were met while reading.
  func collectCaptions(of player: Player, _ decoder: ClipDecoder) {
    guard decoder.captionTrack != nil else { return }
    let fresh = decoder.source.takeCaptions()
    if !fresh.isEmpty { player.update { $0.captions.add(fresh) } }
  }
}
