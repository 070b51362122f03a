import MediaCore
import Models
import Platform

extension PlaybackLoop {
  /// Starts the most recently requested seek.
  func beginSeek(of player: Player) {
    guard decoder != nil, let wanted = player.update({ $0.position.takeSeek() })
    else { return }
    player.update { $0.mailbox.beginGeneration() }
    seek(player, to: wanted)
  }

  /// Seeks the clip, discarding sound and everything decoded ahead.
  ///
  /// - Parameters:
  ///   - player: The player on screen.
  ///   - wanted: The target.
  ///   - mayHasten: Whether an earlier frame will do if it takes long; the following frames then
  ///     hurry to catch up.
  /// - Returns: Whether it moved.
  @discardableResult
  func seek(_ player: Player, to wanted: PlayerPosition.Seek, mayHasten: Bool = true) -> Bool {
    guard let decoder else { return false }
    do throws(MediaError) {
      core.beginReading(decoder, of: player, slot: \.playbackWork)
      // Another thread must notice if it hangs.
      core.audioWakeup.signal()
      if mayHasten {
        decoder.cancellation.setHaste(after: core.hostTime() + core.tuning.hasteAfter)
      }
      defer {
        decoder.cancellation.setHaste(after: nil)
        core.endReading(decoder, of: player, slot: \.playbackWork)
      }
      purpose = .seeking(isExact: !mayHasten)
      tellDemand(to: decoder)
      do throws(MediaError) {
        try decoder.seek(to: wanted.time, precision: wanted.precision)
      } catch {
        // A container that is not seekable plays on, except to its beginning, for which it can be
        // reopened.
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
    redrawAt = nil
    lead = FrameLead()
    return true
  }

  /// Stops the clock where playback will start: after a keyframe seek, at that keyframe.
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
    decoder.replaceSource(try core.source(of: player, decoder.cancellation))
    core.applyTracks(of: player, to: decoder)
  }

  // MARK: The frame area

  /// Renders frames for a changed area or rotation, or those of a decoder preloaded for another
  /// one: stretched at once, then decoded again.
  func fitFrames(of player: Player, now: Double) {
    guard let decoder, let area = orders.area, let rendering = player.rendering(in: area)
    else { return }
    let old = decoder.frameRendering
    decoder.setRendering(rendering)
    if let old, old != rendering {
      if let shown = decoder.strip.shown { show(shown, of: player) }
      redrawAt = decoder.canDrawShownAgain ? nil : now + core.tuning.resizeRest
    }
    // While the clip is playing, the next frames have the new size anyway.
    guard machine.phase != .loading, let due = redrawAt, now >= due else { return }
    redrawAt = nil
    guard machine.phase == .held else { return }
    let position = core.clock.position(at: now)
    let target = PlayerPosition.Seek(time: decoder.timeOnScreen(at: position))
    seek(player, to: target, mayHasten: false)
  }

  // MARK: Tracks

  /// Switches to the chosen tracks at the clip's current position.
  func switchTracks(of player: Player) {
    // At its end a clip has no more sound or subtitles until it restarts.
    guard let decoder, core.applyTracks(of: player, to: decoder), machine.phase != .ended else {
      return
    }
    let position = core.clock.position(at: core.hostTime())
    player.update { $0.mailbox.beginGeneration() }
    seek(
      player,
      to: PlayerPosition.Seek(
        time: machine.phase == .held
          ? decoder.timeOnScreen(at: position) : decoder.timeline.time(at: position)),
      mayHasten: machine.phase == .running)
  }

  /// Stores the subtitles found while reading.
  func collectSubtitles(of player: Player, _ decoder: ClipDecoder) {
    guard decoder.subtitleTrack != nil else { return }
    let fresh = decoder.source.takeSubtitles()
    if !fresh.isEmpty { player.update { $0.subtitles.add(fresh) } }
  }
}
