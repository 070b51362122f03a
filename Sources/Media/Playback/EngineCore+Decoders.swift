import MediaCore
import Models
import Platform

extension EngineCore {
  // MARK: Opening and closing

  /// Opens a clip's decoder, with a deadline up to its first frame.
  ///
  /// - Parameters:
  ///   - player: The clip's player; its status and properties are updated.
  ///   - slot: Where the work can be cancelled.
  /// - Returns: The decoder, at its beginning.
  /// - Throws: Any error of the opener, including an earlier one for the same file.
  func open(_ player: Player, slot: WorkSlot) throws(MediaError) -> ClipDecoder {
    let cancellation = CancellationToken(hostTime: hostTime)
    control.withLock { $0[keyPath: slot] = Work(id: player.id, cancellation: cancellation) }
    // Until the line above, an order to leave this clip could not cancel the work.
    cancelUnwanted()
    player.change(.unknown, to: .opening)
    let fileVersion = fileVersion(player.location)
    player.update { $0.facts.fileVersion = fileVersion }
    if let error = memory.failure(of: player.source, fileVersion: fileVersion) { throw error }
    let deadline = tuning.openDeadline(
      for: player.location, isPreload: slot != \.playbackWork)
    cancellation.setDeadline(hostTime() + deadline)
    let source = try source(of: player, cancellation)
    cancellation.setDeadline(hostTime() + deadline)
    let info = source.info
    player.update { $0.facts.note(info) }
    askForSavedPosition(of: player)
    let startTime = player.source.startTime
    let resumeTime = player.update { player in
      player.position.stopAwaitingSavedPosition()
      // A file that has become shorter starts again.
      if let duration = player.facts.duration, player.position.resumeTime >= duration {
        player.position.resumeTime = startTime == nil ? 0 : max(duration - Self.beforeEnd, 0)
      }
      return player.position.resumeTime
    }
    let decoder = ClipDecoder(source: source, cancellation: cancellation)
    decoder.needsRewind = resumeTime > 0
    applyTracks(of: player, to: decoder)
    return decoder
  }

  /// Opens a player's clip, or its part of it.
  func source(
    of player: Player, _ cancellation: CancellationToken
  ) throws(MediaError) -> any MediaSource {
    let clip = try opener.open(player.location, cancellation: cancellation)
    guard let span = player.source.span else { return clip }
    return try ExcerptSource(clip, span: span)
  }

  /// How long before its end a clip starts that is to start behind it, in seconds.
  private static let beforeEnd = 1.0

  /// Asks where an earlier run left a long clip that has not been played in this one, and waits for
  /// the answer, but not long: the clip moves there when it comes.
  private func askForSavedPosition(of player: Player) {
    guard player.source.span == nil, player.source.startTime == nil, isLong(player),
      memory.position(of: player.location) == nil,
      player.update({ $0.position.awaitSavedPosition() })
    else { return }
    let isAnswered = Wakeup()
    positions.ask(player.location) { [playbackWakeup] time in
      if let time {
        player.update { $0.position.savedPositionArrived(time, duration: $0.facts.duration) }
        playbackWakeup.signal()
      }
      isAnswered.signal()
    }
    isAnswered.wait(timeout: tuning.savedPositionPatience)
  }

  /// Stores how a clip was left.
  ///
  /// - Parameters:
  ///   - resumeTime: Where it will continue, in seconds; 0 if it will start again.
  ///   - reached: How far it had played, in seconds.
  func noteLeaving(_ player: Player, resumeTime: Double, reached: Double) {
    // Looking at an excerpt is not watching the film up to there.
    guard player.source.span == nil else { return }
    let isSavedPositionKnown = player.position.isSavedPositionKnown
    if isSavedPositionKnown { memory.notePosition(resumeTime, of: player.location) }
    positions.save(
      LeftClip(
        resumeTime: !isSavedPositionKnown ? nil : isLong(player) ? resumeTime : 0, reached: reached,
        duration: player.facts.duration), player.location)
  }

  /// Whether a clip resumes where it was left.
  private func isLong(_ player: Player) -> Bool {
    (player.facts.duration ?? 0) >= tuning.restartLimit
  }

  /// Switches a decoder to the chosen tracks.
  ///
  /// - Returns: Whether this requires a seek, unless the decoder was just opened.
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

  /// Marks a clip as not playable.
  func fail(_ player: Player, _ error: MediaError) {
    memory.noteFailure(error, of: player.source, fileVersion: player.facts.fileVersion)
    player.fail(error)
    // Neighbours may have waited for its first frame.
    if player.location.isRemote { preloadWakeup.signal() }
  }

  /// Allows a failed clip to be tried again if its file has changed, or if that is unknown.
  func forgiveIfChanged(_ player: Player) {
    guard player.hasFailed else { return }
    if !player.location.isRemote, player.facts.fileVersion == fileVersion(player.location) {
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

  /// Leaves closing a decoder, which can be slow, to the preload thread.
  func close(_ decoder: ClipDecoder, of id: PlayerID) {
    control.withLock {
      $0.openIDs.remove(id)
      $0.closing.append(decoder)
    }
    preloadWakeup.signal()
  }

  /// Players with an open decoder that no thread was holding when last checked.
  var openPlayers: [Player] {
    control.withLock { control in control.openIDs.compactMap { control.players[$0] } }
  }

  /// Takes a whole list kept for the preload thread: decoders, which are closed by releasing them,
  /// or deleted players.
  func take<Noted>(_ list: WritableKeyPath<Control, [Noted]>) -> [Noted] {
    control.withLock { control in
      defer { control[keyPath: list] = [] }
      return control[keyPath: list]
    }
  }

  /// Gives a new player the poster left by an earlier one of the same clip.
  func restorePoster(of player: Player) {
    // A poster shows where the clip was left, not where this player starts.
    guard player.mailbox.frame == nil, player.source.startTime == nil,
      let poster = memory.poster(of: player.source, fileVersion: fileVersion)
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

  /// Releases the frames of players outside the window.
  func dropFrames(of ids: [PlayerID]) {
    guard !ids.isEmpty else { return }
    let orders = orders
    for id in ids where id != orders.activeID && !orders.neighbours.contains(id) {
      player(id)?.dropFrames()
    }
  }

  // MARK: Reading

  /// Records that a thread holds a player's decoder. One without output so far gets a new deadline,
  /// because it may have waited for its turn.
  func hold(_ decoder: ClipDecoder, of player: Player, slot: WorkSlot) {
    control.withLock {
      $0[keyPath: slot] = Work(
        id: player.id, cancellation: decoder.cancellation, isReady: decoder.isReady)
    }
    guard !decoder.isReady else { return }
    decoder.cancellation.setDeadline(hostTime() + tuning.openDeadline(for: player.location))
  }

  /// Records that a decoder has produced something to see or hear.
  func becomeReady(_ decoder: ClipDecoder, of player: Player, slot: WorkSlot) {
    if !decoder.isReady {
      decoder.isReady = true
      decoder.cancellation.setDeadline(nil)
      control.withLock { $0[keyPath: slot]?.isReady = true }
      // Neighbours may have waited for the first frame of all.
      if player.location.isRemote { preloadWakeup.signal() }
    }
    player.noteDetails(of: decoder.source)
    player.setReady()
    // The preload thread reads what is beside the clip; nothing waits for it.
    if player.needsDescription { preloadWakeup.signal() }
  }

  /// Records that a decoder is about to be read, with a separate deadline once it is ready.
  func beginReading(_ decoder: ClipDecoder, of player: Player, slot: WorkSlot) {
    guard decoder.isReady else { return }
    let now = hostTime()
    let deadline = now + tuning.stallDeadline(for: player.location)
    control.withLock { control in
      control[keyPath: slot]?.busySince = now
      // One that is being left has a shorter deadline, which is already set.
      guard control[keyPath: slot]?.isLeft != true else { return }
      control[keyPath: slot]?.wasLeft = false
      decoder.cancellation.setDeadline(deadline)
    }
  }

  /// Records that a decoder was read.
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

  /// Reports that the clip on screen is stalled, if reading it takes long. Called by a thread that
  /// does not read.
  ///
  /// - Returns: Host time at which to check again; `nil` if nothing can change before the next
  ///   command.
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
