import MediaCore
import Models
import Platform

extension PreloadLoop {
  /// Brings a player nearer to a stage by one piece of work.
  ///
  /// - Parameters:
  ///   - player: Whose clip to work on.
  ///   - target: How ready it shall be.
  ///   - pictures: How many pictures are decoded ahead where it shall be warm.
  ///   - area: What pictures are scaled for.
  /// - Returns: Whether there was anything to do.
  func improve(
    _ player: Player, to target: PreloadStage, pictures: Int, area: PictureArea?
  ) -> Bool {
    if target == .poster, hasPoster(player, area: area) {
      guard player.stage > .poster else { return false }
      close(player)
      return true
    }
    guard case .granted(let parked) = player.claim(for: .preload) else { return false }
    guard let decoder = parked else {
      open(player)
      return true
    }
    core.preloadWork.withLock {
      $0 = EngineCore.Work(id: player.id, cancellation: decoder.cancellation)
    }
    defer { core.preloadWork.withLock { $0 = nil } }
    do {
      let didWork = try work(
        on: decoder, of: player, to: target, pictures: pictures, area: area)
      let isWarm = target == .warm && !didWork
      core.park(decoder, of: player, stage: isWarm ? .warm : .opened)
      return didWork
    } catch {
      giveUp(player, decoder, error)
      return true
    }
  }

  func hasPoster(_ player: Player, area: PictureArea?) -> Bool {
    guard let area, let size = player.size(in: area) else {
      // Without an area nothing can be drawn; a clip that was open and has no shape has only sound.
      return area == nil || player.memory != nil
    }
    return player.hasPoster(of: size)
  }

  private func open(_ player: Player) {
    defer { core.preloadWork.withLock { $0 = nil } }
    do {
      let decoder = try core.open(player, slot: core.preloadWork)
      decoder.needsRewind = player.resumeTime > 0
      core.park(decoder, of: player, stage: .opened)
    } catch {
      giveUp(player, nil, error)
    }
  }

  private func giveUp(_ player: Player, _ decoder: ClipDecoder?, _ error: MediaError) {
    if error == .cancelled {
      player.change(.opening, to: .unknown)
    } else {
      player.fail(error)
    }
    if let decoder { core.close(decoder, of: player.id) }
    core.park(nil, of: player, stage: player.frame == nil ? .closed : .poster)
  }

  private func work(
    on decoder: ClipDecoder, of player: Player, to target: PreloadStage, pictures: Int,
    area: PictureArea?
  ) throws(MediaError) -> Bool {
    if try prepare(decoder, of: player, area: area) { return true }
    if try showFirst(decoder, of: player) { return true }
    guard target == .warm else { return false }
    return try warm(decoder, pictures: pictures)
  }

  // Each of these returns whether it had anything to do.

  private func prepare(
    _ decoder: ClipDecoder, of player: Player, area: PictureArea?
  ) throws(MediaError) -> Bool {
    let size = area.flatMap { player.size(in: $0) }
    let isStale = decoder.size != nil && size != nil && decoder.size != size
    if let size { decoder.setSize(size) }
    guard decoder.needsRewind || isStale else { return false }
    do {
      try decoder.seek(to: player.resumeTime, precision: .exact)
    } catch {
      // It cannot be sought: opened again it is where it starts.
      throw error == .cancelled || !decoder.hasDecodedPicture ? error : .cancelled
    }
    return true
  }

  private func showFirst(_ decoder: ClipDecoder, of player: Player) throws(MediaError) -> Bool {
    guard decoder.shownDue == nil, decoder.hasVideo, decoder.size != nil else {
      if !decoder.hasVideo { isReady(decoder, player) }
      return false
    }
    guard !decoder.pictures.isEmpty || !decoder.picturesEnded else { return false }
    if decoder.pictures.isEmpty, try decodePicture(decoder) == .starved {
      return try decodeSound(decoder)
    }
    if let picture = decoder.takePicture(at: decoder.start) {
      isReady(decoder, player)
      let isPublished = player.publish(
        picture.pixels, time: picture.time, generation: player.generation,
        loopIndex: picture.loopIndex)
      if isPublished { core.onFrame(player.id) }
    }
    return true
  }

  private func isReady(_ decoder: ClipDecoder, _ player: Player) {
    decoder.cancellation.setDeadline(nil)
    player.setReady()
  }

  private func warm(_ decoder: ClipDecoder, pictures: Int) throws(MediaError) -> Bool {
    if decoder.pictures.count < pictures, try decodePicture(decoder) == .made {
      return true
    }
    guard decoder.soundLookAhead < core.tuning.warmSound else { return false }
    return try decodeSound(decoder)
  }

  private func decodePicture(_ decoder: ClipDecoder) throws(MediaError) -> ClipDecoder.Progress {
    guard !decoder.picturesStarved else { return .starved }
    do {
      return try decoder.decodePicture()
    } catch {
      guard error != .cancelled, decoder.hasDecodedPicture else { throw error }
      decoder.endPictures()
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
