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
  /// Host time of the last start.
  var startedAt = -Double.infinity
  /// Host time at which a held picture is decoded anew for a changed area.
  var redrawAt: Double?
  /// Whether there is no decoder to be had before the wakeup.
  private(set) var isAwaiting = false

  let latePolicy = LateFramePolicy()

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
    let isDrawn = leavesProcessors(now: now)
    let hasMoreSound = !isDrawn && supplySound()
    let hasMorePictures = !isDrawn && supplyPicture(of: player)
    let hasLooped = continueLoop(of: player)
    failIfEmpty(player)
    passTurns(of: player)
    showPicture(of: player)
    advance(player, now: now)
    let next = nextStep(of: player, now: now, isBusy: hasMoreSound || hasMorePictures || hasLooped)
    return isDrawn ? min(next, orders.drawnUntil) : next
  }

  /// Whether the screen is being drawn for a clip that has enough to start with.
  private func leavesProcessors(now: Double) -> Bool {
    guard now < orders.drawnUntil, let decoder else { return false }
    return decoder.shownDue != nil
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
    if isFromStart, decoder.needsRewind, !core.isShuttingDown, case .file = player.location {
      // Opened anew it comes to its beginning as fast as it is sought there, and holds a third of
      // the memory: a decoder keeps all pictures it ever had at a time.
      core.close(decoder, of: player.id)
      core.park(nil, of: player, stage: player.frame == nil ? .closed : .poster)
    } else {
      core.park(decoder, of: player, stage: .opened)
    }
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
