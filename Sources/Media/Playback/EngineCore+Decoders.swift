import MediaCore
import Models
import Platform

extension EngineCore {
  // MARK: Opening and closing

  /// Opens a clip's decoder, with a deadline up to its first frame.
  ///
  /// - Parameters:
  ///   - player: Whose clip it is; its status and what is known of it are updated.
  ///   - slot: Where the work can be cancelled.
  /// - Returns: The decoder, at its beginning.
  /// - Throws: What the opener throws, or has thrown for the same file before.
  func open(_ player: Player, slot: WorkSlot) throws(MediaError) -> ClipDecoder {
    let cancellation = CancellationToken(hostTime: hostTime)
    control.withLock { $0[keyPath: slot] = Work(id: player.id, cancellation: cancellation) }
    // Between the order to leave this clip and the line above nobody could call it off.
    callOffUnwanted()
    player.change(.unknown, to: .opening)
    let fileVersion = fileVersion(player.location)
    player.update { $0.facts.fileVersion = fileVersion }
    if let error = memory.failure(of: player.location, fileVersion: fileVersion) { throw error }
    let deadline = tuning.openDeadline(for: player.location)
    cancellation.setDeadline(hostTime() + deadline)
    let source = try opener.open(player.location, cancellation: cancellation)
    cancellation.setDeadline(hostTime() + deadline)
    let info = source.info
    let resumeTime = player.update { player in
      player.facts.note(info)
      // A file that has become shorter starts again.
      if let duration = player.facts.duration, player.position.resumeTime >= duration {
        player.position.resumeTime = 0
      }
      return player.position.resumeTime
    }
    let decoder = ClipDecoder(source: source, cancellation: cancellation)
    decoder.needsRewind = resumeTime > 0
    applyTracks(of: player, to: decoder)
    return decoder
  }

  /// Has a decoder play the tracks that were chosen.
  ///
  /// - Returns: Whether it has to be sought for that, unless it was just opened.
  @discardableResult
  func applyTracks(of player: Player, to decoder: ClipDecoder) -> Bool {
    let choice = player.tracks
    var mustSeek = false
    if let sound = choice.sound, sound != decoder.source.soundTrack {
      do {
        try decoder.source.selectSoundTrack(sound)
        mustSeek = true
      } catch {
        player.update { $0.tracks.sound = nil }
      }
    }
    player.update {
      if $0.subtitles.track != choice.subtitles { $0.subtitles = CueList(track: choice.subtitles) }
    }
    if choice.subtitles != decoder.subtitleTrack {
      decoder.subtitleTrack = choice.subtitles
      mustSeek = mustSeek || choice.subtitles != nil
    }
    let played = decoder.source.soundTrack
    if played != choice.sound { player.update { $0.playedSound = played } }
    return mustSeek
  }

  /// Takes a clip for one that cannot be played.
  func fail(_ player: Player, _ error: MediaError) {
    memory.noteFailure(error, of: player.location, fileVersion: player.facts.fileVersion)
    player.fail(error)
  }

  /// Gives a clip that has failed another chance if its file has changed, or if nobody can tell.
  func forgiveIfChanged(_ player: Player) {
    guard player.hasFailed else { return }
    if case .file = player.location,
      player.facts.fileVersion == fileVersion(player.location)
    {
      return
    }
    player.forgive()
  }

  /// Puts a decoder back into its player's slot, or closes it if the player is gone.
  func park(_ decoder: ClipDecoder?, of player: Player, stage: PreloadStage) {
    let (isKept, isAwaited) = player.update { $0.slot.release(decoder, stage: stage) }
    if isKept {
      control.withLock { _ = $0.openIDs.insert(player.id) }
    } else if let decoder {
      close(decoder, of: player.id)
    }
    if isAwaited { playbackWakeup.signal() }
  }

  /// Has a decoder closed by the preload thread: that can take long.
  func close(_ decoder: ClipDecoder, of id: PlayerID) {
    control.withLock {
      $0.openIDs.remove(id)
      $0.closing.append(decoder)
    }
    preloadWakeup.signal()
  }

  /// Players with an open decoder that no thread holds, or that did not when it was last seen.
  var openPlayers: [Player] {
    control.withLock { control in control.openIDs.compactMap { control.players[$0] } }
  }

  /// Takes all of what was noted for the preload thread: decoders that are to be closed, which letting go
  /// of them does, or players that were deleted.
  func take<Noted>(_ list: WritableKeyPath<Control, [Noted]>) -> [Noted] {
    control.withLock { control in
      defer { control[keyPath: list] = [] }
      return control[keyPath: list]
    }
  }

  /// Gives a new player the frame that an earlier one of the same clip has left.
  func restorePoster(of player: Player) {
    guard player.mailbox.frame == nil,
      let poster = memory.poster(of: player.location, fileVersion: fileVersion)
    else { return }
    let isRestored = player.update { player in
      if player.facts.info == nil { player.facts = poster.facts }
      guard player.mailbox.restore(poster.entry) else { return false }
      player.slot.posterWasRestored()
      return true
    }
    guard isRestored else { return }
    player.setReady()
    onFrame(player.id)
  }

  /// Lets go of frames of players that are not in the window.
  func dropFrames(of ids: [PlayerID]) {
    guard !ids.isEmpty else { return }
    let orders = orders
    for id in ids where id != orders.activeID && !orders.neighbours.contains(id) {
      player(id)?.dropFrames()
    }
  }

  // MARK: Reading

  /// Notes that a thread has a player's decoder. One that has given nothing yet gets its time for that:
  /// it may have waited for its turn.
  func hold(_ decoder: ClipDecoder, of player: Player, slot: WorkSlot) {
    control.withLock {
      $0[keyPath: slot] = Work(
        id: player.id, cancellation: decoder.cancellation, isReady: decoder.isReady)
    }
    guard !decoder.isReady else { return }
    decoder.cancellation.setDeadline(hostTime() + tuning.openDeadline(for: player.location))
  }

  /// Notes that a decoder has given something to see or to hear.
  func becomeReady(_ decoder: ClipDecoder, of player: Player, slot: WorkSlot) {
    if !decoder.isReady {
      decoder.isReady = true
      decoder.cancellation.setDeadline(nil)
      control.withLock { $0[keyPath: slot]?.isReady = true }
    }
    player.noteDetails(of: decoder.source)
    player.setReady()
  }

  /// Notes that a decoder is about to be read, under a deadline of its own once it was ready.
  func beginReading(_ decoder: ClipDecoder, of player: Player, slot: WorkSlot) {
    guard decoder.isReady else { return }
    let now = hostTime()
    let deadline = now + tuning.stallDeadline(for: player.location)
    control.withLock { control in
      control[keyPath: slot]?.busySince = now
      // One that is being left has less time, which is set already.
      guard control[keyPath: slot]?.isLeft != true else { return }
      control[keyPath: slot]?.wasLeft = false
      decoder.cancellation.setDeadline(deadline)
    }
  }

  /// Notes that a decoder was read.
  func endReading(_ decoder: ClipDecoder, of player: Player, slot: WorkSlot) {
    guard decoder.isReady else { return }
    let wasNoticed = control.withLock { control in
      let work = control[keyPath: slot]
      control[keyPath: slot]?.busySince = nil
      control[keyPath: slot]?.isNoticed = false
      if work?.isLeft != true { decoder.cancellation.setDeadline(nil) }
      return work?.isNoticed ?? false
    }
    if wasNoticed { player.change(.opening, to: .ready) }
  }

  /// Says that the clip on screen is being waited for, if reading it takes long. Called by a thread
  /// that does not read.
  ///
  /// - Returns: Host time at which to look again; `nil` if there will be nothing to see before the
  ///   next command.
  func noticeStall(now: Double) -> Double? {
    let (id, wait) = control.withLock { control -> (PlayerID?, Double?) in
      guard let work = control.playbackWork, let since = work.busySince else {
        return (nil, control.orders.playingID != nil ? tuning.stallNotice : nil)
      }
      let left = since + tuning.stallNotice - now
      guard left <= 0 else { return (nil, left) }
      control.playbackWork?.isNoticed = true
      return (work.isNoticed ? nil : work.id, tuning.stallNotice)
    }
    if let id { player(id)?.change(.ready, to: .opening) }
    return wait.map { now + $0 }
  }
}
