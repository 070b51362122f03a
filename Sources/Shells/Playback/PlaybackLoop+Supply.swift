import MediaCore
import Models
import Platform

extension PlaybackLoop {
  /// Decodes some sound ahead; returns whether there is more to do.
  func supplySound() -> Bool {
    guard let decoder, decoder.info.hasAudio else { return false }
    var progress = ClipDecoder.Progress.made
    do {
      for _ in 0..<core.tuning.soundPiecesPerStep where progress == .made {
        progress = try decoder.decodeSound()
      }
    } catch {
      if error == .cancelled, let player {
        giveUp(player, error)
        return false
      }
      // A clip without its sound is still worth seeing; one without anything fails below.
      decoder.endSound()
      progress = .ended
    }
    if progress == .starved { bridgeStarvation(of: decoder) }
    // Silence may not outrun the pictures: nobody knows yet where they end.
    if decoder.soundEnded { _ = decoder.padSound(until: decoder.turnEnd ?? decoder.pictureEnd) }
    return progress == .made
  }

  // Pictures wait for the clock, the clock for sound, and sound for pictures to be read: silence
  // breaks the circle.
  private func bridgeStarvation(of decoder: ClipDecoder) {
    if decoder.picturesEnded { return decoder.endSound() }
    guard machine.phase == .running, decoder.soundLookAhead < core.tuning.bridge,
      decoder.pictures.count >= core.tuning.pictureLookAhead
    else { return }
    let position = core.clock.position(at: core.hostTime())
    _ = decoder.padSound(until: min(decoder.pictureEnd, position + 2 * core.tuning.bridge))
  }

  /// Decodes one picture ahead; returns whether there is more to do.
  func supplyPicture(of player: Player) -> Bool {
    guard let decoder, decoder.hasVideo, !decoder.picturesEnded,
      decoder.pictures.count < core.tuning.pictureLookAhead
    else { return false }
    let isRunning = machine.phase == .running
    let began = core.hostTime()
    let position = core.clock.position(at: began)
    let speed = core.clock.speed(at: began)
    let sinceShown = began - lastShownAt
    var lateness = -Double.infinity
    var period = 0.0
    let progress: ClipDecoder.Progress
    do {
      progress = try decoder.decodePicture { due, duration in
        lateness = isRunning ? (position - due) / speed : -.infinity
        period = duration / speed
        return latePolicy.shouldShow(
          lateness: lateness, duration: period, sinceShown: sinceShown)
      }
    } catch {
      if error == .cancelled || !decoder.hasDecodedPicture {
        giveUp(player, error)
      } else {
        // The rest is unreadable: the clip ends here.
        decoder.endPictures()
      }
      return true
    }
    guard progress == .made else {
      if progress == .starved, decoder.soundEnded { decoder.endPictures() }
      return false
    }
    // The first pictures after a start are slow on any machine.
    if isRunning, began - startedAt > core.tuning.startingTime {
      adaptEffort(
        of: decoder, began: began, period: period, speed: speed, lateness: lateness)
    }
    return true
  }

  private func adaptEffort(
    of decoder: ClipDecoder, began: Double, period: Double, speed: Double, lateness: Double
  ) {
    let now = core.hostTime()
    let isLate = latePolicy.isLate(by: lateness, duration: period)
    let hasChanged = ladder.observe(
      now: now, work: now - began, period: decoder.latestPeriod / speed, isLate: isLate)
    let wasCatchingUp = catchUpEffort
    if lateness <= period {
      catchUpEffort = .full
    } else if lateness > core.tuning.jumpLateness {
      catchUpEffort = .keyframesOnly
    } else if lateness > core.tuning.catchUpLateness {
      catchUpEffort = max(catchUpEffort, .referenceOnly)
    }
    if hasChanged || catchUpEffort != wasCatchingUp {
      decoder.source.effort = max(catchUpEffort, ladder.effort)
    }
  }

  /// Begins the next turn of a loop once everything was read; returns whether it did.
  func continueLoop(of player: Player) -> Bool {
    guard let decoder, orders.loopMode == .one, !decoder.isLoopBroken, decoder.turnEnd != nil
    else { return false }
    do {
      guard try decoder.beginNextTurn() else { return false }
      if machine.phase == .running { player.followClock(decoder.timeline) }
      return true
    } catch {
      if error == .cancelled { giveUp(player, error) }
      // It starts again by way of `restart`, with a gap.
      decoder.isLoopBroken = true
      return false
    }
  }

  /// Takes a clip that has ended without anything to show or to hear for damaged.
  func failIfEmpty(_ player: Player) {
    guard let decoder, decoder.turnEnd != nil, !decoder.hasDecodedPicture,
      decoder.sound?.writtenFrames ?? 0 == 0, decoder.start == 0
    else { return }
    giveUp(player, .damaged)
  }
}
