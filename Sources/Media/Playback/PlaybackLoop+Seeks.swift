import MediaCore
import Models
import Platform

extension PlaybackLoop {
  /// Begins the seek that was asked for last.
  func beginSeek(of player: Player) {
    guard decoder != nil, let wanted = player.update({ $0.position.takeSeek() })
    else { return }
    player.update { $0.mailbox.beginGeneration() }
    seek(player, to: wanted)
  }

  /// Moves the clip; what was decoded ahead and what sounds is cut off.
  ///
  /// - Parameters:
  ///   - player: The player on screen.
  ///   - wanted: Where to.
  ///   - mayHasten: Whether a frame on the way there will do if it takes long; the frames after
  ///     it then hurry until they have caught up.
  /// - Returns: Whether it moved.
  @discardableResult
  func seek(_ player: Player, to wanted: PlayerPosition.Seek, mayHasten: Bool = true) -> Bool {
    guard let decoder else { return false }
    do throws(MediaError) {
      core.beginReading(decoder, of: player, slot: \.playbackWork)
      // Somebody has to notice if it hangs.
      core.audioWakeup.signal()
      if mayHasten {
        decoder.cancellation.setHaste(after: core.hostTime() + core.tuning.hasteAfter)
      }
      defer {
        decoder.cancellation.setHaste(after: nil)
        core.endReading(decoder, of: player, slot: \.playbackWork)
      }
      do throws(MediaError) {
        try decoder.seek(to: wanted.time, precision: wanted.precision)
      } catch {
        // A container that cannot be sought plays on, except to its beginning: that can be opened.
        guard wanted.time == 0, error != .cancelled, error != .timedOut else { throw error }
        try reopen(decoder, of: player)
      }
    } catch {
      if error == .cancelled || error == .timedOut {
        giveUp(player, error)
      } else {
        resumeTime(of: player, decoder)
      }
      return false
    }
    holdSound(now: core.hostTime())
    machine.load()
    isStepping = false
    settleStart(of: player, decoder)
    catchUpEffort = .full
    decoder.source.effort = ladder.effort
    redrawAt = nil
    lead = FrameLead()
    return true
  }

  /// Holds the clock where play will start: after a seek to a keyframe, at that keyframe.
  func settleStart(of player: Player, _ decoder: ClipDecoder) {
    core.clock.hold(cut: cut, position: decoder.start)
    resumeTime(of: player, decoder)
  }

  private func resumeTime(of player: Player, _ decoder: ClipDecoder) {
    let time = decoder.timeline.time(at: core.clock.position(at: core.hostTime()))
    let isRunning = machine.phase == .running
    player.update {
      if isRunning { $0.position.followClock(decoder.timeline) } else { $0.position.set(time) }
    }
  }

  // Under the deadline of the seek.
  private func reopen(_ decoder: ClipDecoder, of player: Player) throws(MediaError) {
    decoder.replaceSource(
      try core.opener.open(player.location, cancellation: decoder.cancellation))
    core.applyTracks(of: player, to: decoder)
  }

  // MARK: The frame area

  /// Draws the frames for a changed area, or of a decoder warmed for another one: stretched at
  /// once, then decoded anew.
  func fitFrames(of player: Player, now: Double) {
    guard let decoder, let area = orders.area, let shape = decoder.info.displaySize else { return }
    let placement = FramePlacement(of: shape, in: area)
    let old = decoder.framePlacement
    decoder.setPlacement(placement)
    if let old, old != placement {
      if let shown = decoder.strip.shown { show(shown, of: player) }
      redrawAt = decoder.canDrawShownAgain ? nil : now + core.tuning.resizeRest
    }
    // While the clip runs the next frames have the new size anyway.
    guard machine.phase != .loading, let due = redrawAt, now >= due else { return }
    redrawAt = nil
    guard machine.phase == .held else { return }
    let position = core.clock.position(at: now)
    // Frames may be ahead of the sound; the one on screen stays.
    let time =
      decoder.strip.shown.flatMap { $0.due > position ? $0.time : nil }
      ?? decoder.timeline.time(at: position)
    seek(player, to: PlayerPosition.Seek(time: time), mayHasten: false)
  }

  // MARK: Tracks

  /// Plays the tracks that were chosen, from where the clip stands.
  func switchTracks(of player: Player) {
    // At its end, a clip hears and says nothing more before it starts again.
    guard let decoder, core.applyTracks(of: player, to: decoder), machine.phase != .ended else {
      return
    }
    let position = core.clock.position(at: core.hostTime())
    player.update { $0.mailbox.beginGeneration() }
    seek(
      player,
      to: PlayerPosition.Seek(time: decoder.timeline.time(at: position)),
      mayHasten: machine.phase == .running)
  }

  /// Keeps the subtitles that were met while reading.
  func collectSubtitles(of player: Player, _ decoder: ClipDecoder) {
    guard decoder.subtitleTrack != nil else { return }
    let fresh = decoder.source.takeSubtitles()
    if !fresh.isEmpty { player.update { $0.subtitles.add(fresh) } }
  }
}
