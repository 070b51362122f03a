import Clients
import MediaCore
import Models
import Platform

extension PlaybackLoop {
  /// The clock stops at the end of the last audio frame, which rounds the clip's end, in seconds.
  private static let roundingError = 0.0001

  /// Detects that a loop has restarted.
  func passTurns(of player: Player) {
    guard let decoder, machine.phase == .running else { return }
    let position = core.clock.position(at: core.hostTime())
    guard let next = decoder.timeline.turns.dropFirst().first else { return }
    guard orders.loopMode == .one else {
      // The mode was changed after the next turn had started; none of that turn may be shown.
      if next.start <= position + core.tuning.earliness { end(player, at: next.start) }
      return
    }
    guard next.start <= position else { return }
    player.update { $0.facts.noteEnd(next.start - decoder.timeline.turns[0].start) }
    for _ in 0..<decoder.timeline.forgetTurns(before: position) { player.ends.send(()) }
    player.update { $0.position.followClock(decoder.timeline) }
  }

  /// The ends of a part are rounded to milliseconds.
  private static let partRounding = 0.001

  /// The end of the looped part in stream time; `nil` if there is none ahead.
  private func partEnd(of player: Player, _ decoder: ClipDecoder) -> Double? {
    guard let part = orders.loopedPart, part.id == player.id, part != lostPart,
      // A user who seeks past the part wants to see what is there. Its ends are rounded.
      decoder.timeline.time(at: decoder.start) < part.times.upperBound + Self.partRounding
    else { return nil }
    let turns = decoder.timeline.turns
    let clipEnd = turns.dropFirst().first?.start ?? decoder.turnEnd ?? .infinity
    let end = min(turns[0].start + part.times.upperBound, clipEnd - Self.roundingError)
    // A part from another version of the clip may begin behind its end.
    return end > turns[0].start + part.times.lowerBound + Self.partRounding ? end : nil
  }

  /// Goes back to the beginning of the looped part from its end.
  ///
  /// - Returns: Whether it did.
  func repeatPart(of player: Player) -> Bool {
    guard let decoder, machine.phase == .running, let part = orders.loopedPart,
      let end = partEnd(of: player, decoder),
      core.clock.position(at: core.hostTime()) >= end
    else { return false }
    player.update { $0.mailbox.beginGeneration() }
    let hasMoved = seek(player, to: PlayerPosition.Seek(time: part.times.lowerBound))
    // Without a decoder, the clip was left meanwhile.
    if !hasMoved, self.decoder != nil { lostPart = part }
    return hasMoved
  }

  /// Advances the state of playback and acts on it.
  func advance(_ player: Player, now: Double) {
    guard let decoder else { return }
    if decoder.isStill { player.update { $0.facts.isStill = true } }
    let end = orders.loopMode == .one && !decoder.isLoopBroken ? nil : decoder.turnEnd
    let position = core.clock.position(at: core.hostTime())
    let wasLoading = machine.phase == .loading
    let action = machine.step(
      now: now,
      request: (
        plays: orders.playingID == player.id && !decoder.isStill, serial: orders.playSerial,
        loopMode: orders.loopMode
      ),
      supply: PlaybackMachine.Supply(
        frames: decoder.frames.count + (decoder.shownDue == nil ? 0 : 1),
        videoEnded: decoder.videoEnded || decoder.framesStarved,
        sound: decoder.soundLookAhead,
        soundEnded: decoder.soundEnded || decoder.soundStarved, isDry: decoder.isDry),
      isAtEnd: end.map { position >= $0 - Self.roundingError } ?? false)
    if wasLoading, machine.phase != .loading {
      // From here on leaving cancels nothing: the clip stays open.
      core.becomeReady(decoder, of: player, slot: \.playbackWork)
    }
    switch action {
    case .none:
      if isUnheard(decoder, at: position, now: now) {
        core.clock.start(cut: cut, at: now, hasSound: false)
      }
    case .start: start(player, decoder)
    case .hold:
      let time = decoder.timeOnScreen(at: holdSound(now: core.hostTime()))
      player.update { $0.position.set(time) }
    case .end: self.end(player, at: end ?? position)
    case .restart: restart(player)
    }
  }

  private func start(_ player: Player, _ decoder: ClipDecoder) {
    if isStepping, !alignSound(decoder) {
      // Steps have led back further than the kept sound.
      let time = decoder.timeline.time(at: core.clock.position(at: core.hostTime()))
      player.update { $0.mailbox.beginGeneration() }
      seek(player, to: PlayerPosition.Seek(time: time))
      return
    }
    isStepping = false
    purpose = .playing
    cut += 1
    startedAt = core.hostTime()
    let position = core.clock.position(at: startedAt)
    core.clock.start(cut: cut, at: core.hostTime(), hasSound: decoder.sound != nil)
    player.update { $0.position.followClock(decoder.timeline) }
    guard let queue = decoder.sound else { return }
    let order = AudioOrder(cut: cut, queue: queue, start: position, isPlaying: true)
    core.control.withLock { $0.audioOrder = order }
    core.audioWakeup.signal()
  }

  // Whether the audio thread has not taken sound for too long, because its device does not respond.
  private func isUnheard(_ decoder: ClipDecoder, at position: Double, now: Double) -> Bool {
    guard machine.phase == .running, position == lastPosition else {
      lastPosition = position
      positionSince = now
      return false
    }
    return decoder.soundLookAhead > 0
      && now - max(positionSince, startedAt) >= core.tuning.longestSilence
  }

  private func end(_ player: Player, at end: Double) {
    guard let decoder else { return }
    holdSound(now: core.hostTime())
    core.clock.hold(cut: cut, position: end)
    let length = end - decoder.timeline.turns[0].start
    player.update {
      $0.facts.noteEnd(decoder.start == 0 || decoder.hasVideo ? length : 0)
      $0.position.set(length)
    }
    machine.finish(serial: orders.playSerial)
    player.ends.send(())
  }

  private func restart(_ player: Player) {
    player.update { $0.mailbox.beginGeneration() }
    let hasMoved = seek(player, to: PlayerPosition.Seek(time: 0))
    if !hasMoved { machine.finish(serial: orders.playSerial) }
  }

  // MARK: Time

  /// Moves the frame lead towards that of the display timing and the user.
  func followLead(now: Double) {
    let travel = min(max(orders.timing.lead, 0), DisplayTiming.longestLead)
    let hasSound = decoder?.info.hasAudio ?? false
    let own = hasSound ? core.control.withLock { $0.sound.laterBy } : 0
    lead.follow(
      travel + own, now: now,
      isPlaying: machine.phase == .running && core.clock.isRunning)
  }

  /// How far frames are shown ahead of the clock, in stream time.
  func frameLead(at host: Double) -> Double { lead.value * core.clock.speed(at: host) }

  /// Reports the clip's time to its observers.
  func tell(_ player: Player, now: Double) {
    guard let decoder else { return }
    if now - growthSeenAt >= Self.growthInterval {
      growthSeenAt = now
      if let growth = decoder.source.lookForGrowth() { player.update { $0.facts.note(growth) } }
    }
    let turns = decoder.timeline.turns
    // Read first: any change between the two reads is noticed next time.
    let isFetching = decoder.source.isFetching
    // Once the source has started the next turn, all of this one was read.
    let end = decoder.source.bufferedEnd.map {
      turns.count > 1 ? turns[1].start - turns[0].start : $0
    }
    player.update { $0.position.noteBuffered(until: end, isFetching: isFetching) }
  }

  /// Seconds between two checks of a clip that may grow.
  private static let growthInterval = 0.5
  /// Seconds between two checks of fetching: as often as the seek bar is drawn.
  private static let fetchInterval = 0.2

  /// Host time of the next step.
  func nextStep(of player: Player, now: Double, isBusy: Bool) -> Double {
    // No decoder although no other thread has it: opening was cancelled, and is needed again.
    guard let decoder else {
      if player.hasFailed { return failureCheckAt ?? now }
      return isAwaiting ? .infinity : now
    }
    if isBusy { return now }
    // A step waits until the clip has stopped, which it has by now.
    if player.position.steps != 0, machine.phase == .held || machine.phase == .ended { return now }
    var next = machine.phase == .held ? redrawAt ?? .infinity : .infinity
    if let deadline = machine.primingDeadline, deadline > now { next = min(next, deadline) }
    // While stopped, nothing else reports what is being fetched.
    if player.position.isFetching { next = min(next, now + Self.fetchInterval) }
    if decoder.isDry { next = min(next, now + Self.fetchInterval) }
    guard machine.phase == .running, core.clock.isRunning else {
      // The audio thread wakes this one when it starts the clock.
      guard machine.phase == .running, decoder.sound != nil else { return next }
      return min(next, now + core.tuning.longestSilence / 4)
    }
    // Often enough to keep the sound ahead, and to notice a waiting clock.
    next = min(next, now + 0.1)
    let host = core.hostTime()
    let dues = [
      decoder.frames.first.map { $0.due - frameLead(at: host) }, decoder.turnEnd,
      decoder.timeline.turns.dropFirst().first?.start, partEnd(of: player, decoder),
    ]
    for due in dues {
      guard let due else { continue }
      next = min(next, now + max(core.clock.delay(until: due, at: host), 0.001))
    }
    return next
  }
}
