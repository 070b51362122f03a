import MediaCore
import Models
import Platform

/// Plays the clip on screen: takes its decoder, keeps pictures and sound ahead, shows what is due.
///
/// `step` does a bounded piece of work and says when it wants to be called again; the playback
/// thread is a loop around it.
final class PlaybackLoop {
  let core: EngineCore
  var orders = Orders()
  var machine = PlaybackMachine()
  var player: Player?
  var decoder: ClipDecoder?
  var generation: UInt64 = 0
  var cut: UInt64 = 0
  var ladder = DegradeLadder()
  var catchUpEffort = DecodeEffort.full
  var lastShownAt = -Double.infinity
  /// Host time at which a held picture is decoded anew for a changed area.
  var redrawAt: Double?
  /// Whether there is no decoder to be had before the wakeup.
  private(set) var isAwaiting = false

  private let latePolicy = LateFramePolicy()
  // Seconds of silence that keep a device from running dry.
  private static let bridge = 0.1

  init(core: EngineCore) {
    self.core = core
  }

  /// Does what there is to do at a host time.
  ///
  /// - Returns: Host time of the next step, unless the wakeup comes first.
  func step(now: Double) -> Double {
    orders = core.orders.withLock { $0 }
    changePlayer(now: now)
    guard let player else { return .infinity }
    takeDecoder(of: player, now: now)
    beginSeek(of: player, now: now)
    fitPictures(of: player, now: now)
    let hasMoreSound = supplySound()
    let hasMorePictures = supplyPicture(of: player)
    let hasLooped = continueLoop(of: player)
    failIfEmpty(player)
    passTurns(of: player)
    showPicture(of: player)
    advance(player, now: now)
    return nextStep(of: player, now: now, isBusy: hasMoreSound || hasMorePictures || hasLooped)
  }

  /// Gives everything back, at the end of the thread.
  func stop(now: Double) {
    leavePlayer(now: now)
  }

  // MARK: The clip on screen

  private func changePlayer(now: Double) {
    let wanted = orders.activeID.flatMap { core.player($0) }
    guard wanted !== player else { return }
    leavePlayer(now: now)
    player = wanted
  }

  private func leavePlayer(now: Double) {
    guard let player else { return }
    defer {
      self.player = nil
      decoder = nil
    }
    let position = holdSound(now: now)
    core.playbackWork.withLock { $0 = nil }
    machine.load()
    redrawAt = nil
    guard let decoder else { return }
    let isFromStart =
      machineEnded || (player.duration ?? .infinity) < core.tuning.restartLimit
    let time = isFromStart ? 0 : decoder.timeline.place(at: position).time
    decoder.start = position
    decoder.needsRewind = isFromStart && (decoder.timeline.latest.index > 0 || position > 0)
    player.leave(at: time, posterDueAt: isFromStart ? now + core.tuning.posterGrace : nil)
    core.leftIDs.withLock { _ = $0.insert(player.id) }
    core.park(decoder, of: player, stage: .opened)
    core.preloadWakeup.signal()
  }

  private func takeDecoder(of player: Player, now: Double) {
    isAwaiting = false
    guard decoder == nil else { return }
    switch player.claim(for: .playback, isAwaited: true) {
    case .busy, .refused: isAwaiting = true
    case .granted(let parked?): adopt(parked, of: player)
    case .granted(nil): open(player)
    }
  }

  private func open(_ player: Player) {
    do {
      let decoder = try core.open(player, slot: core.playbackWork)
      decoder.needsRewind = player.resumeTime > 0
      adopt(decoder, of: player)
    } catch {
      core.playbackWork.withLock { $0 = nil }
      core.park(nil, of: player, stage: .closed)
      giveUp(player, error)
    }
  }

  private func adopt(_ decoder: ClipDecoder, of player: Player) {
    self.decoder = decoder
    ladder = DegradeLadder()
    catchUpEffort = .full
    decoder.source.effort = .full
    machine.load()
    generation = player.generation
    if decoder.shownDue == nil {
      core.playbackWork.withLock {
        $0 = EngineCore.Work(id: player.id, cancellation: decoder.cancellation)
      }
    }
    cut += 1
    core.clock.hold(cut: cut, position: decoder.start)
    player.setTime(decoder.timeline.place(at: decoder.start).time)
    if let area = orders.area, let size = decoder.info.displaySize.map(area.fitting) {
      // A decoder warmed for another size draws what is shown anew like after a change of size.
      if decoder.size == nil { decoder.setSize(size) }
    }
    if decoder.needsRewind {
      seek(player, to: Player.Seek(time: player.resumeTime, precision: .exact))
    }
  }

  /// Takes a failure to open or read for final, unless the work was only called off.
  func giveUp(_ player: Player, _ error: MediaError) {
    holdSound(now: core.hostTime())
    machine.load()
    if let decoder {
      self.decoder = nil
      core.playbackWork.withLock { $0 = nil }
      core.close(decoder, of: player.id)
      core.park(nil, of: player, stage: player.frame == nil ? .closed : .poster)
    }
    if error == .cancelled {
      player.change(.opening, to: .unknown)
    } else {
      player.fail(error)
    }
  }

  // MARK: Seeks

  private func beginSeek(of player: Player, now: Double) {
    guard decoder != nil, let (wanted, generation) = player.takeSeek() else { return }
    self.generation = generation
    seek(player, to: wanted)
  }

  /// Moves the clip; what was decoded ahead and what sounds is cut off.
  ///
  /// - Returns: Whether it moved.
  @discardableResult
  func seek(_ player: Player, to wanted: Player.Seek) -> Bool {
    guard let decoder else { return false }
    do {
      try decoder.seek(to: wanted.time, precision: wanted.precision)
    } catch {
      if error == .cancelled {
        giveUp(player, .cancelled)
        return false
      }
      // A container that cannot be sought plays on, except to its beginning: that can be opened.
      guard wanted.time == 0, reopen(player) else {
        resumeTime(of: player, decoder)
        return false
      }
    }
    holdSound(now: core.hostTime())
    machine.load()
    settleStart(of: player, decoder)
    catchUpEffort = .full
    decoder.source.effort = ladder.effort
    redrawAt = nil
    return true
  }

  // The clock stands where play will start: after a seek to a keyframe, at that keyframe.
  private func settleStart(of player: Player, _ decoder: ClipDecoder) {
    core.clock.hold(cut: cut, position: decoder.start)
    resumeTime(of: player, decoder)
  }

  private func resumeTime(of player: Player, _ decoder: ClipDecoder) {
    guard machine.phase != .running else { return player.followClock(decoder.timeline) }
    let position = core.clock.position(at: core.hostTime())
    player.setTime(decoder.timeline.place(at: position).time)
  }

  private func reopen(_ player: Player) -> Bool {
    guard let decoder,
      let source = try? core.opener.open(player.location, cancellation: decoder.cancellation)
    else { return false }
    decoder.replaceSource(source)
    return true
  }

  // MARK: Supply

  private func supplySound() -> Bool {
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
    guard machine.phase == .running, decoder.soundLookAhead < Self.bridge,
      decoder.pictures.count >= core.tuning.pictureLookAhead
    else { return }
    let position = core.clock.position(at: core.hostTime())
    _ = decoder.padSound(until: min(decoder.pictureEnd, position + 2 * Self.bridge))
  }

  private func supplyPicture(of player: Player) -> Bool {
    guard let decoder, decoder.hasVideo, !decoder.picturesEnded,
      decoder.pictures.count < core.tuning.pictureLookAhead
    else { return false }
    let isRunning = machine.phase == .running
    let began = core.hostTime()
    let position = core.clock.position(at: began)
    let sinceShown = began - lastShownAt
    var lateness = -Double.infinity
    var period = 0.0
    let progress: ClipDecoder.Progress
    do {
      progress = try decoder.decodePicture { due, duration in
        lateness = isRunning ? position - due : -.infinity
        period = duration
        return latePolicy.shouldShow(
          lateness: lateness, duration: duration, sinceShown: sinceShown)
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
    if isRunning { adaptEffort(of: decoder, began: began, period: period, lateness: lateness) }
    return true
  }

  private func adaptEffort(
    of decoder: ClipDecoder, began: Double, period: Double, lateness: Double
  ) {
    let now = core.hostTime()
    let isLate = latePolicy.isLate(by: lateness, duration: period)
    let hasChanged = ladder.observe(
      now: now, work: now - began, period: decoder.latestPeriod, isLate: isLate)
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

  private func continueLoop(of player: Player) -> Bool {
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

  private func failIfEmpty(_ player: Player) {
    guard let decoder, decoder.turnEnd != nil, !decoder.hasDecodedPicture,
      decoder.sound?.writtenFrames ?? 0 == 0, decoder.start == 0
    else { return }
    giveUp(player, .damaged)
  }

  // MARK: Showing

  private func showPicture(of player: Player) {
    guard let decoder, machine.phase != .ended else { return }
    let earliness = machine.phase == .running ? core.tuning.earliness : 0
    let position = core.clock.position(at: core.hostTime()) + earliness
    guard let picture = decoder.takePicture(at: position) else { return }
    if machine.phase == .loading { settleStart(of: player, decoder) }
    lastShownAt = core.hostTime()
    guard
      player.publish(
        picture.pixels, time: picture.time, generation: generation, loopIndex: picture.loopIndex)
    else { return }
    core.onFrame(player.id)
  }

  /// Stops the sound and the clock, and returns the position.
  @discardableResult
  func holdSound(now: Double) -> Double {
    cut += 1
    let position = core.clock.hold(cut: cut, at: now)
    let cut = cut
    core.audioOrder.withLock { $0 = AudioOrder(cut: cut) }
    core.audioWakeup.signal()
    return position
  }
}
