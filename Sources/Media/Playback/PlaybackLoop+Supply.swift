import MediaCore
import Models
import Platform

extension PlaybackLoop {
  /// Decodes some sound ahead; returns whether there is more to do.
  func supplySound(of player: Player) -> Bool {
    guard let decoder, decoder.info.hasAudio else { return false }
    if isStepping { _ = alignSound(decoder) }
    var progress = ClipDecoder.Progress.made
    do {
      core.beginReading(decoder, of: player, slot: \.playbackWork)
      defer { core.endReading(decoder, of: player, slot: \.playbackWork) }
      for _ in 0..<core.tuning.soundPiecesPerStep where progress == .made {
        progress = try decoder.decodeSound()
      }
    } catch {
      if error.isOfAccess {
        giveUp(player, error)
        return false
      }
      // A clip without its sound is still worth showing; one with nothing at all fails below.
      decoder.endSound()
      progress = .ended
    }
    if progress == .starved {
      bridgeStarvation(of: decoder)
      hurryFrames(of: decoder, beyond: core.tuning.catchUpLateness / 2)
    }
    // The next turn's sound cannot be read before this one's frames have ended.
    if decoder.soundEnded, decoder.videoEnd < decoder.soundEnd {
      hurryFrames(of: decoder, beyond: core.tuning.bridge)
    }
    // Silence must not outrun the frames, whose end is not yet known.
    if decoder.soundEnded { _ = decoder.padSound(until: decoder.turnEnd ?? decoder.videoEnd) }
    return progress == .made
  }

  // Frames wait for the clock, the clock for sound, and sound for frames to be read: silence breaks
  // the deadlock.
  private func bridgeStarvation(of decoder: ClipDecoder) {
    if decoder.videoEnded { return decoder.endSound() }
    guard machine.phase == .running, decoder.soundLookAhead < core.tuning.bridge,
      decoder.frames.count >= core.tuning.frameLookAhead
    else { return }
    let position = core.clock.position(at: core.hostTime())
    _ = decoder.padSound(until: min(decoder.videoEnd, position + 2 * core.tuning.bridge))
  }

  // When packets of both kinds share a queue, late frames block the sound: they are dropped up to
  // the next keyframe, so that the sound continues.
  private func hurryFrames(of decoder: ClipDecoder, beyond tolerance: Double) {
    guard machine.phase == .running, lateness > tolerance, !decoder.videoEnded,
      decoder.soundLookAhead < 2 * core.tuning.bridge, catchUpEffort != .keyframesOnly
    else { return }
    catchUpEffort = .keyframesOnly
  }

  /// Moves the sound to where frame steps have led.
  ///
  /// - Returns: Whether the sound there is still kept.
  func alignSound(_ decoder: ClipDecoder) -> Bool {
    guard let sound = decoder.sound else { return true }
    let position = core.clock.position(at: core.hostTime())
    let reached = sound.withLock {
      $0.rewind(to: position)
      return $0.readTime
    }
    return reached <= position + PlaybackLoop.soundTolerance
  }

  /// In a stopped clip, frames that were due longer ago than this are skipped, in seconds.
  private static let catchUpMargin = 0.5
  /// Sound and video that differ by less, in seconds, are in sync.
  private static let soundTolerance = 0.02

  /// Decodes one frame ahead; returns whether there is more to do.
  func supplyFrame(of player: Player) -> Bool {
    guard let decoder, decoder.hasVideo, !decoder.videoEnded, wantsFrame(of: decoder) else {
      return false
    }
    let isRunning = machine.phase == .running
    let began = core.hostTime()
    let beganThread = core.threadTime()
    let speed = core.clock.speed(at: began)
    let heard = core.clock.position(at: began)
    // The current position of the video.
    let position = heard + (isRunning ? lead.value * speed : 0)
    let sinceShown = began - lastShownAt
    tellDemand(to: decoder)
    if isRunning, decoder.sound != nil, decoder.source.demand.effort == .keyframesOnly {
      // Where all frames are keyframes, skipping the others saves nothing.
      decoder.source.keyframeStart = position - decoder.timeline.latest.start
    }
    var period = 0.0
    var latestDue: Double?
    let progress: ClipDecoder.Progress
    do {
      core.beginReading(decoder, of: player, slot: \.playbackWork)
      defer { core.endReading(decoder, of: player, slot: \.playbackWork) }
      progress = try decoder.decodeFrame { due, timing, sinceScaled in
        latestDue = due
        lateness = isRunning ? (position - due) / speed : -.infinity
        period = timing.duration / speed
        // On the way to the target of a hasty seek, some frames show that it is progressing.
        if !isRunning, position - due > Self.catchUpMargin {
          return sinceShown >= LateFramePolicy.longestWithoutFrame
        }
        guard timing.isAskedFor else {
          player.update { $0.figures.unasked += 1 }
          return false
        }
        let isWanted = LateFramePolicy.shouldShow(
          lateness: lateness, duration: period, sinceShown: sinceShown,
          sinceScaled: sinceScaled, isSparse: isRunning && ladder.rung >= .sparse)
        if !isWanted { noteLate(1, of: player) }
        return isWanted
      }
    } catch {
      if error.isOfAccess || !decoder.hasDecodedFrame {
        giveUp(player, error)
      } else {
        // The rest is unreadable: the clip ends here.
        decoder.endVideo()
      }
      return true
    }
    collectSubtitles(of: player, decoder)
    guard progress == .made else {
      if progress == .starved, decoder.soundEnded { decoder.endVideo() }
      return false
    }
    burst.decoded(in: core.hostTime() - began)
    if isRunning {
      noteSkipped(by: decoder, of: player)
      waitOut(since: began, at: heard, decoder)
      if let latestDue {
        setBack(toFrame: latestDue, position: position, speed: speed, decoder)
      }
      // The first frames after a start are slow on any machine.
      if began - startedAt > core.tuning.startingTime {
        let work =
          decoder.source.threadCount > 1
          ? core.hostTime() - began : core.threadTime() - beganThread
        adaptEffort(of: decoder, player, work: work, period: period, speed: speed)
      }
    }
    return true
  }

  private func wantsFrame(of decoder: ClipDecoder) -> Bool {
    let least = core.tuning.frameLookAhead
    guard machine.phase == .running, !isStepping else { return decoder.frames.count < least }
    let host = core.hostTime()
    let next = decoder.frames.first.map { $0.due - frameLead(at: host) }
    let size = decoder.frameRendering?.size ?? PixelSize(width: 1, height: 1)
    let bytes = max(size.width * size.height * 4, 1)
    return burst.admits(
      ahead: decoder.frames.count, least: least,
      most: min(core.tuning.frameBurst, core.tuning.frameBurstBytes / bytes),
      untilDue: next.map { core.clock.delay(until: $0, at: host) } ?? 0)
  }

  // A clip without sound waits for frames that took long, as the clock would for sound: they were
  // not late, but unavailable.
  private func waitOut(since began: Double, at position: Double, _ decoder: ClipDecoder) {
    let now = core.hostTime()
    guard decoder.sound == nil, now - began >= core.tuning.stallNotice,
      core.clock.position(at: now) > position
    else { return }
    setClock(to: position, now: now)
    lateness = -.infinity
  }

  // A clip without sound that is too heavy plays as slowly as its frames are decoded: nothing else
  // depends on the clock, and dropping frames up to the next keyframe would freeze it until then.
  private func setBack(toFrame due: Double, position: Double, speed: Double, _ decoder: ClipDecoder)
  {
    let now = core.hostTime()
    let shown = core.clock.position(at: now) + lead.value * speed
    let isTooLate = position - due > core.tuning.jumpLateness * speed
    guard decoder.sound == nil, ladder.isExhausted || isTooLate, shown > due else { return }
    setClock(to: due - lead.value * speed, now: now)
  }

  /// Lets the clock of such a clip wait for the next frame.
  func limitClock() {
    guard let decoder, decoder.hasVideo, decoder.sound == nil, machine.phase == .running else {
      return
    }
    let now = core.hostTime()
    let isWaiting = ladder.isExhausted && !decoder.videoEnded
    core.clock.limit(to: isWaiting ? decoder.videoEnd - frameLead(at: now) : .infinity, at: now)
  }

  private func setClock(to position: Double, now: Double) {
    cut += 1
    core.clock.hold(cut: cut, position: position)
    core.clock.start(cut: cut, at: now, hasSound: false)
  }

  // With one decoding thread, the work is its CPU time: that excludes waiting for a disk or other
  // programs, which simplifying would not shorten. Frames that become late this way are noticed
  // anyway.
  private func adaptEffort(
    of decoder: ClipDecoder, _ player: Player, work: Double, period: Double, speed: Double
  ) {
    _ = ladder.observe(
      now: core.hostTime(), work: work, period: decoder.latestPeriod / speed,
      isLate: LateFramePolicy.isLate(by: lateness, duration: period))
    if lateness <= period {
      catchUpEffort = .full
    } else if lateness > core.tuning.jumpLateness, decoder.sound != nil {
      catchUpEffort = .keyframesOnly
    } else if lateness > core.tuning.catchUpLateness {
      catchUpEffort = max(catchUpEffort, .referenceOnly)
    }
    if decoder.source.threadCount != ladder.threadCount {
      decoder.source.threadCount = ladder.threadCount
    }
    let isTooMuch =
      ladder.isExhausted && (demand(of: decoder).effort == .keyframesOnly || ladder.isLoaded)
    if isTooMuch != isOverloaded {
      isOverloaded = isTooMuch
      player.update { $0.isOverloaded = isTooMuch }
    }
  }

  private func demand(of decoder: ClipDecoder) -> DecodeDemand {
    let speed = core.clock.speed(at: core.hostTime())
    return DecodeDemand(
      for: purpose, load: ladder.effort, catchUp: catchUpEffort,
      hasNearKeyframes: decoder.hasNearKeyframes,
      interval: machine.phase == .running ? max(orders.timing.shortestInterval, 0) * speed : 0)
  }

  /// Tells the decoder which frames to decode, before it decodes or seeks.
  func tellDemand(to decoder: ClipDecoder) {
    let demand = demand(of: decoder)
    if decoder.source.demand != demand { decoder.source.demand = demand }
  }

  /// Starts the next turn of a loop once everything was read; returns whether it did.
  func continueLoop(of player: Player) -> Bool {
    // A stopped clip stays at its end, however it got there.
    guard let decoder, orders.loopMode == .one, orders.playingID == player.id,
      !decoder.isLoopBroken, decoder.turnEnd != nil
    else { return false }
    do {
      core.beginReading(decoder, of: player, slot: \.playbackWork)
      defer { core.endReading(decoder, of: player, slot: \.playbackWork) }
      // It begins with a keyframe, after which nothing is missing.
      catchUpEffort = .full
      tellDemand(to: decoder)
      guard try decoder.beginNextTurn() else { return false }
      if machine.phase == .running {
        player.update { $0.position.followClock(decoder.timeline) }
      }
      return true
    } catch {
      if error == .cancelled || error == .timedOut { giveUp(player, error) }
      // It restarts with a gap, through `restart`.
      decoder.isLoopBroken = true
      return false
    }
  }

  /// Treats a clip as damaged if it ended with nothing to show or hear.
  func failIfEmpty(_ player: Player) {
    guard let decoder, decoder.turnEnd != nil, !decoder.hasDecodedFrame,
      decoder.sound?.withLock({ $0.written }) ?? 0 == 0, decoder.start == 0
    else { return }
    giveUp(player, .damaged)
  }
}

extension MediaError {
  /// Whether it tells nothing of what is in the clip: the rest of it may still be played, later.
  fileprivate var isOfAccess: Bool {
    switch self {
    case .cancelled, .timedOut, .loginRefused: true
    default: false
    }
  }
}
