import MediaCore
import Models
import Platform

extension PlaybackLoop {
  /// Whether the clip has played to its end and holds its last picture.
  var machineEnded: Bool { machine.phase == .ended }

  /// Notices that a loop has started again.
  func passTurns(of player: Player) {
    guard let decoder, machine.phase == .running else { return }
    let position = core.clock.position(at: core.hostTime())
    guard let next = decoder.timeline.turns.dropFirst().first else { return }
    guard orders.loopMode == .one else {
      // The mode was changed after the next turn had been begun; none of it may be seen.
      if next.start <= position + core.tuning.earliness { end(player, at: next.start) }
      return
    }
    guard next.start <= position else { return }
    player.noteEnd(next.start - decoder.timeline.turns[0].start)
    for _ in 0..<decoder.forgetTurns(before: position) { player.ends.send(()) }
    player.followClock(decoder.timeline)
  }

  /// Moves the state of play on and does what follows from it.
  func advance(_ player: Player, now: Double) {
    guard let decoder else { return }
    let end = orders.loopMode == .one && !decoder.isLoopBroken ? nil : decoder.turnEnd
    let position = core.clock.position(at: core.hostTime())
    let wasLoading = machine.phase == .loading
    let action = machine.step(
      now: now, wish: wish(of: player, decoder), supply: supply(of: decoder),
      // The clock stops where the last frame of sound ends, which rounds the end.
      isAtEnd: end.map { position >= $0 - 0.0001 } ?? false)
    if wasLoading, machine.phase != .loading {
      core.playbackWork.withLock { $0?.isReady = true }
      decoder.cancellation.setDeadline(nil)
      player.setReady()
    }
    switch action {
    case .none: break
    case .start: start(player, decoder)
    case .hold: player.setTime(decoder.timeline.place(at: holdSound(now: core.hostTime())).time)
    case .end: self.end(player, at: end ?? position)
    case .restart: restart(player)
    }
  }

  private func wish(of player: Player, _ decoder: ClipDecoder) -> PlaybackMachine.Wish {
    PlaybackMachine.Wish(
      plays: orders.playingID == player.id && !decoder.isStill, serial: orders.playSerial,
      loopMode: orders.loopMode)
  }

  private func supply(of decoder: ClipDecoder) -> PlaybackMachine.Supply {
    PlaybackMachine.Supply(
      pictures: decoder.pictures.count + (decoder.shownDue == nil ? 0 : 1),
      picturesEnded: decoder.picturesEnded || decoder.picturesStarved,
      sound: decoder.soundLookAhead,
      soundEnded: decoder.soundEnded || decoder.soundStarved)
  }

  private func start(_ player: Player, _ decoder: ClipDecoder) {
    cut += 1
    startedAt = core.hostTime()
    let position = core.clock.position(at: startedAt)
    core.clock.start(cut: cut, at: core.hostTime(), hasSound: decoder.sound != nil)
    player.followClock(decoder.timeline)
    guard let queue = decoder.sound else { return }
    let order = AudioOrder(cut: cut, queue: queue, start: position, isPlaying: true)
    core.audioOrder.withLock { $0 = order }
    core.audioWakeup.signal()
  }

  private func end(_ player: Player, at end: Double) {
    guard let decoder else { return }
    holdSound(now: core.hostTime())
    core.clock.hold(cut: cut, position: end)
    let length = end - decoder.timeline.turns[0].start
    player.noteEnd(decoder.start == 0 || decoder.hasVideo ? length : 0)
    player.setTime(length)
    machine.finish(serial: orders.playSerial)
    player.ends.send(())
  }

  private func restart(_ player: Player) {
    generation = player.beginGeneration()
    let hasMoved = seek(player, to: Player.Seek(time: 0, precision: .exact))
    if !hasMoved { machine.finish(serial: orders.playSerial) }
  }

  // MARK: Size

  /// Draws the pictures for a changed area: stretched at once, then decoded anew.
  func fitPictures(of player: Player, now: Double) {
    guard let decoder, let area = orders.area,
      let size = decoder.info.displaySize.map(area.fitting)
    else { return }
    if decoder.size == nil {
      decoder.setSize(size)
    } else if decoder.size != size {
      decoder.setSize(size)
      redrawShown(of: player, decoder, size: size)
      redrawAt = decoder.canDrawShownAgain ? nil : now + core.tuning.resizeRest
    }
    // While the clip runs the next pictures have the new size anyway.
    guard machine.phase != .loading, let due = redrawAt, now >= due else { return }
    redrawAt = nil
    guard machine.phase == .held else { return }
    let place = decoder.timeline.place(at: core.clock.position(at: now))
    seek(player, to: Player.Seek(time: place.time, precision: .exact))
  }

  private func redrawShown(of player: Player, _ decoder: ClipDecoder, size: PixelSize) {
    guard let frame = player.frame, frame.generation == generation else { return }
    let pixels =
      decoder.canDrawShownAgain ? decoder.draw() : frame.pixels.resampled(to: size)
    if player.publish(
      pixels, time: frame.presentationTime, generation: generation, loopIndex: frame.loopIndex)
    {
      core.onFrame(player.id)
    }
  }

  // MARK: Time

  /// Host time of the next step.
  func nextStep(of player: Player, now: Double, isBusy: Bool) -> Double {
    // Without a decoder that nobody else has: its opening was called off, and is wanted again.
    guard let decoder else { return isAwaiting || player.hasFailed ? .infinity : now }
    if isBusy { return now }
    var next = machine.phase == .held ? redrawAt ?? .infinity : .infinity
    if let deadline = machine.primingDeadline, deadline > now { next = min(next, deadline) }
    guard machine.phase == .running, core.clock.isRunning else {
      // The audio thread wakes this one when it starts the clock.
      return next
    }
    let position = core.clock.position(at: core.hostTime())
    // Enough to keep the sound ahead, and to notice a clock that waits.
    next = min(next, now + 0.1)
    let dues = [
      decoder.pictures.first?.due, decoder.turnEnd, decoder.timeline.turns.dropFirst().first?.start,
    ]
    for due in dues {
      if let due { next = min(next, now + max(due - position, 0.001)) }
    }
    return next
  }
}
