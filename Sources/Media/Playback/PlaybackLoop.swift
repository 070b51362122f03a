import Clients
import MediaCore
import Models
import Platform

/// Plays the clip on screen: claims its decoder, keeps frames and sound ahead, shows what is due.
///
/// `step` does a bounded piece of work and returns when to call it again; the playback thread is a
/// loop around it.
package final class PlaybackLoop {
  let core: EngineCore
  var orders = Orders()
  var machine = PlaybackMachine()
  var player: Player?
  var decoder: ClipDecoder?
  var cut: UInt64 = 0
  var ladder = DegradeLadder()
  var catchUpEffort = DecodeEffort.full
  /// What the decoder works for.
  var purpose = DecodeDemand.Purpose.stopped
  /// Whether the clip needs more than the machine can do.
  var isOverloaded = false
  var lastShownAt = -Double.infinity
  /// Host time of the last start.
  var startedAt = -Double.infinity
  /// The position, and the host time since which it has not changed.
  var lastPosition = 0.0
  var positionSince = -Double.infinity
  /// Host time at which the frame of a stopped clip is decoded again for a changed area.
  var redrawAt: Double?
  /// How late the last decoded frame was, in seconds.
  var lateness = -Double.infinity
  /// Whether the user steps through frames instead of playing.
  var isStepping = false
  /// How far the video is ahead of the sound.
  var lead = FrameLead()
  var burst = FrameBurst()
  /// The part whose beginning cannot be reached again.
  var lostPart: LoopedPart?
  /// Host time of the last check whether the clip has grown.
  var growthSeenAt = -Double.infinity
  /// Host time of the next check of a failed clip's file.
  var failureCheckAt: Double?
  /// Whether no decoder is available before the wakeup.
  private(set) var isAwaiting = false

  package init(core: EngineCore) {
    self.core = core
  }

  /// Does the work due at a host time.
  ///
  /// - Returns: Host time of the next step, unless the wakeup comes first.
  package func step(now: Double) -> Double {
    orders = core.orders
    let phase = machine.phase
    changePlayer(now: now)
    guard let player else { return .infinity }
    checkFailure(of: player, now: now)
    takeDecoder(of: player, now: now)
    beginSeek(of: player)
    switchTracks(of: player)
    fitFrames(of: player, now: now)
    // Showing due frames does not wait for decoding ahead.
    if machine.phase == .running { showDue(of: player) }
    let isDrawn = leavesProcessors(now: now)
    let hasMoreSound = !isDrawn && supplySound(of: player)
    let hasMoreFrames = !isDrawn && supplyFrame(of: player)
    limitClock()
    let hasLooped = repeatPart(of: player) || continueLoop(of: player)
    failIfEmpty(player)
    passTurns(of: player)
    followLead(now: now)
    let hasStepped = takeStep(of: player, canWait: hasMoreSound || hasMoreFrames)
    showDue(of: player)
    advance(player, now: now)
    tell(player, now: now)
    // The results of the state change, such as a seek back to the beginning, must be continued.
    let isBusy =
      hasMoreSound || hasMoreFrames || hasLooped || hasStepped || machine.phase != phase
    let next = nextStep(of: player, now: now, isBusy: isBusy)
    return isDrawn ? min(next, orders.drawnUntil) : next
  }

  /// Whether the screen is being drawn for a clip that has enough to start with.
  private func leavesProcessors(now: Double) -> Bool {
    guard now < orders.drawnUntil, !isStepping, let player, player.position.steps == 0, let decoder
    else { return false }
    return decoder.shownDue != nil
  }

  // MARK: The clip on screen

  private func changePlayer(now: Double) {
    let wanted = orders.activeID.flatMap { core.player($0) }
    guard wanted !== player else { return }
    leavePlayer(now: now)
    player = wanted
    lead = FrameLead()
    guard let player else { return }
    player.update { $0.figures = PlayerStatistics() }
    // The disk or the machine may have been busy.
    if player.status.latest == .failed(.timedOut) { player.forgive() }
    core.forgiveIfChanged(player)
    core.restorePoster(of: player)
  }

  /// Puts everything back, also when the thread ends.
  package func leavePlayer(now: Double) {
    guard let player else { return }
    defer {
      self.player = nil
      decoder = nil
    }
    let position = holdSound(now: now)
    let hasEnded = machine.phase == .ended
    core.control.withLock { $0.playbackWork = nil }
    machine.load()
    redrawAt = nil
    failureCheckAt = nil
    isStepping = false
    guard let decoder else { return }
    if decoder.isReady {
      player.change(.opening, to: .ready)
      // The order to leave has set a short deadline.
      decoder.cancellation.setDeadline(nil)
    }
    let isFromStart =
      hasEnded || (player.facts.duration ?? .infinity) < core.tuning.restartLimit
    let reached = decoder.timeline.time(at: position)
    let time = isFromStart ? 0 : reached
    decoder.start = position
    decoder.needsRewind = isFromStart && (decoder.timeline.latest.index > 0 || position > 0)
    decoder.strip.forgetPast()
    // The preload thread may not start threads; it need not be fast, either.
    if decoder.source.threadCount > 1 { decoder.source.threadCount = 1 }
    decoder.source.demand = DecodeDemand()
    player.update {
      $0.isOverloaded = false
      $0.position.leave(at: time)
      $0.mailbox.leave(posterDueAt: isFromStart ? now + core.tuning.posterGrace : nil)
    }
    let isSeenWhole = hasEnded || decoder.timeline.turn(at: position).index > 0
    core.noteLeaving(
      player, resumeTime: time,
      reached: isSeenWhole ? player.facts.duration ?? reached : reached)
    core.control.withLock { _ = $0.leftIDs.insert(player.id) }
    if isFromStart, decoder.needsRewind, !core.isShuttingDown, !player.location.isRemote {
      // Reopening it reaches the beginning as fast as seeking would, and takes a third of the
      // memory: a decoder keeps the most frames it ever held at once.
      core.close(decoder, of: player.id)
      core.park(nil, of: player, stage: player.mailbox.frame == nil ? .closed : .poster)
    } else {
      core.park(decoder, of: player, stage: .opened)
    }
    core.preloadWakeup.signal()
  }

  private func checkFailure(of player: Player, now: Double) {
    guard player.hasFailed else {
      failureCheckAt = nil
      return
    }
    guard let due = failureCheckAt, now >= due else {
      failureCheckAt = failureCheckAt ?? now + core.tuning.failureCheckInterval
      return
    }
    failureCheckAt = now + core.tuning.failureCheckInterval
    // A clip refused by a server is retried when it comes back, not while it is on screen.
    if !player.location.isRemote { core.forgiveIfChanged(player) }
  }

  private func takeDecoder(of player: Player, now: Double) {
    isAwaiting = false
    guard decoder == nil else { return }
    switch player.update({ $0.slot.claim(for: .playback, isAwaited: true) }) {
    case .busy, .refused: isAwaiting = true
    case .granted(let parked?): adopt(parked, of: player)
    case .granted(nil): open(player)
    }
  }

  private func open(_ player: Player) {
    do {
      adopt(try core.open(player, slot: \.playbackWork), of: player)
    } catch {
      core.park(nil, of: player, stage: player.restingStage)
      giveUp(player, error)
    }
  }

  private func adopt(_ decoder: ClipDecoder, of player: Player) {
    self.decoder = decoder
    let threadCount = decoder.info.isHeavy ? 2 : 1
    ladder = DegradeLadder(threadCount: threadCount)
    if decoder.source.threadCount != threadCount { decoder.source.threadCount = threadCount }
    catchUpEffort = .full
    isOverloaded = false
    burst = FrameBurst()
    purpose = .stopped
    machine.load()
    isStepping = false
    core.hold(decoder, of: player, slot: \.playbackWork)
    // Until its work was recorded, an order to leave this clip could not speed it up.
    core.cancelUnwanted()
    cut += 1
    core.clock.hold(cut: cut, position: decoder.start)
    player.update { $0.position.set(decoder.timeline.time(at: decoder.start)) }
    if decoder.needsRewind {
      seek(player, to: PlayerPosition.Seek(time: player.position.resumeTime))
    }
  }

  /// Treats a failure to open or read as final, unless the work was only cancelled.
  func giveUp(_ player: Player, _ error: MediaError) {
    holdSound(now: core.hostTime())
    machine.load()
    isStepping = false
    let wasLeft = core.control.withLock { control in
      defer { control.playbackWork = nil }
      return control.playbackWork?.wasLeft ?? false
    }
    if error == .cancelled || (error == .timedOut && wasLeft) {
      player.change(.opening, to: .unknown)
    } else {
      core.fail(player, error)
    }
    guard let decoder else { return }
    self.decoder = nil
    core.close(decoder, of: player.id)
    core.park(nil, of: player, stage: player.restingStage)
  }

  // MARK: Showing

  func showDue(of player: Player) {
    guard let decoder, machine.phase != .ended, !isStepping else { return }
    let host = core.hostTime()
    var position = core.clock.position(at: host)
    if machine.phase == .running { position += core.tuning.earliness + frameLead(at: host) }
    if orders.loopMode != .one, let turn = decoder.timeline.turns.dropFirst().first {
      // The mode was changed after the next turn had started; none of that turn may be shown.
      position = min(position, turn.start.nextDown)
    }
    let waiting = decoder.strip.ahead.count
    guard let frame = decoder.strip.take(at: position) else { return }
    let lateCount = waiting - decoder.strip.ahead.count - 1
    if machine.phase == .running { noteLate(lateCount, of: player) }
    if machine.phase == .loading { settleStart(of: player, decoder) }
    // Where frames are left out, the next one may be, too.
    let isNextDue = machine.phase == .running && lateCount == 0
    show(frame, next: isNextDue ? decoder.strip.ahead.first : nil, of: player)
  }

  /// Publishes a frame in the mailbox.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - next: The one that is shown next, if known.
  ///   - player: Whose it is.
  func show(_ frame: DecodedFrame, next: DecodedFrame? = nil, of player: Player) {
    lastShownAt = core.hostTime()
    guard let rendering = decoder?.frameRendering,
      player.update({ $0.mailbox.publish(frame, next: next, rendering: rendering) })
    else { return }
    noteMade(frame, of: player)
    core.onFrame(player.id)
  }

  /// Stops the sound and the clock, and returns the position.
  @discardableResult
  func holdSound(now: Double) -> Double {
    cut += 1
    let position = core.clock.hold(cut: cut, at: now)
    let cut = cut
    core.control.withLock { $0.audioOrder = AudioOrder(cut: cut) }
    core.audioWakeup.signal()
    return position
  }
}
