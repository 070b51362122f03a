import MediaCore
import Models
import Platform

extension PreloadLoop {
  /// Brings a player closer to a stage by one piece of work.
  ///
  /// - Parameters:
  ///   - player: The player to work on.
  ///   - target: The stage to reach.
  ///   - frames: The number of frames to decode ahead for the ready stage.
  ///   - area: The area to scale frames for.
  /// - Returns: Whether there was anything to do.
  func improve(
    _ player: Player, to target: PreloadStage, frames: Int, area: FrameArea?
  ) -> Bool {
    guard target > .closed else { return false }
    if target == .poster, hasPoster(player, area: area) {
      return player.stage > .poster && close(player)
    }
    guard case .granted(let parked) = player.update({ $0.slot.claim(for: .preload) })
    else { return false }
    guard let decoder = parked else {
      core.preload(player, slot: \.preloadWork)
      return true
    }
    core.hold(decoder, of: player, slot: \.preloadWork)
    do {
      let didWork = try work(
        on: decoder, of: player, to: target, frames: frames, area: area)
      let isWarm = target == .ready && !didWork
      core.control.withLock { $0.preloadWork = nil }
      core.park(decoder, of: player, stage: isWarm ? .ready : .opened)
      return didWork
    } catch {
      core.control.withLock { $0.preloadWork = nil }
      core.giveUp(player, decoder, error)
      return true
    }
  }

  /// Whether a clip waits for another thread, which opens it: from a server, that can take long.
  func isOpenedElsewhere(_ player: Player, for target: PreloadStage, area: FrameArea?) -> Bool {
    guard player.location.isRemote, player.stage < .opened, !player.hasFailed else {
      return false
    }
    return target > .poster || target == .poster && !hasPoster(player, area: area)
  }

  func hasPoster(_ player: Player, area: FrameArea?) -> Bool {
    // Without an area nothing can be rendered; a clip without a shape has only sound.
    guard let area else { return true }
    guard let rendering = player.rendering(in: area) else { return player.facts.info != nil }
    return player.mailbox.resumeEntry?.rendering == rendering
  }

  private func work(
    on decoder: ClipDecoder, of player: Player, to target: PreloadStage, frames: Int,
    area: FrameArea?
  ) throws(MediaError) -> Bool {
    core.beginReading(decoder, of: player, slot: \.preloadWork)
    defer { core.endReading(decoder, of: player, slot: \.preloadWork) }
    if try prepare(decoder, of: player, area: area) { return true }
    if try showFirst(decoder, of: player) { return true }
    guard target == .ready else { return false }
    return try prefill(decoder, frames: frames)
  }

  // Each of these returns whether it had anything to do.

  private func prepare(
    _ decoder: ClipDecoder, of player: Player, area: FrameArea?
  ) throws(MediaError) -> Bool {
    let rendering = area.flatMap { player.rendering(in: $0) }
    let old = decoder.frameRendering
    let isStale = old != nil && rendering != nil && old != rendering
    if let rendering { decoder.setRendering(rendering) }
    guard decoder.needsRewind || isStale else { return false }
    do {
      try decoder.seek(to: player.position.resumeTime, precision: .exact)
    } catch {
      // It is not seekable: reopened, it is at its start.
      if error == .damaged, player.position.resumeTime > 0 {
        player.update { $0.position.resumeTime = 0 }
        throw .cancelled
      }
      throw error == .cancelled || !decoder.hasDecodedFrame ? error : .cancelled
    }
    return true
  }

  private func showFirst(_ decoder: ClipDecoder, of player: Player) throws(MediaError) -> Bool {
    guard decoder.shownDue == nil, decoder.hasVideo, let rendering = decoder.frameRendering else {
      if !decoder.hasVideo { core.becomeReady(decoder, of: player, slot: \.preloadWork) }
      return false
    }
    guard !decoder.frames.isEmpty || !decoder.videoEnded else { return false }
    if decoder.frames.isEmpty {
      switch try decodeFrame(decoder) {
      case .starved: return try decodeSound(decoder)
      case .awaited: return false
      case .made, .ended, .full: break
      }
    }
    if let frame = decoder.strip.take(at: decoder.start) {
      let isPublished = player.update { $0.mailbox.publish(frame, rendering: rendering) }
      core.becomeReady(decoder, of: player, slot: \.preloadWork)
      if isPublished { core.onFrame(player.id) }
      describe(player)
      keepPoster(of: player)
    }
    return true
  }

  /// Reads what is beside a player's clip. A poster is not kept waiting for that; with its title it
  /// is another one.
  func describe(_ player: Player) {
    guard player.needsDescription else { return }
    player.describe(by: core.describe)
    player.update { $0.mailbox.renew() }
    core.onFrame(player.id)
  }

  private func prefill(_ decoder: ClipDecoder, frames: Int) throws(MediaError) -> Bool {
    if decoder.frames.count < frames, try decodeFrame(decoder) == .made {
      return true
    }
    guard decoder.soundLookAhead < core.tuning.readySound else { return false }
    return try decodeSound(decoder)
  }

  private func decodeFrame(_ decoder: ClipDecoder) throws(MediaError) -> ClipDecoder.Progress {
    guard !decoder.framesStarved else { return .starved }
    do {
      return try decoder.decodeFrame()
    } catch {
      guard error != .cancelled, decoder.hasDecodedFrame else { throw error }
      decoder.endVideo()
      return .ended
    }
  }

  private func decodeSound(_ decoder: ClipDecoder) throws(MediaError) -> Bool {
    guard !decoder.soundStarved else { return false }
    do {
      return try decoder.decodeSound() == .made
    } catch {
      guard error != .cancelled else { throw error }
      decoder.endSound()
      return true
    }
  }
}
