import MediaCore
import Models
import Platform

/// The engine's state for one clip. Shared by all threads.
final class Player: Sendable {
  /// The mutable state.
  struct State {
    var facts = ClipFacts()
    /// The chosen tracks; without an audio track, the clip's default is used.
    var tracks = TrackChoice()
    /// The audio track being played.
    var playedSound: Int?
    var subtitles = CueList()
    var position: PlayerPosition
    var mailbox = Mailbox()
    var slot = DecoderSlot()
    var figures = PlayerStatistics()
  }

  let id: PlayerID
  let location: MediaLocation
  let status = Broadcast(initial: PlayerStatus.unknown)
  let ends = Broadcast<Void>()
  private let state: Lock<State>

  /// Creates a player for a clip that is not open.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - location: Its clip.
  ///   - resumeTime: Its start position, in seconds.
  init(_ id: PlayerID, of location: MediaLocation, resumeTime: Double = 0) {
    self.id = id
    self.location = location
    state = Lock(State(position: PlayerPosition(resumeTime: resumeTime)), rank: .player)
  }

  /// Changes the state; only moves a few values.
  func update<Result>(_ body: (inout State) -> Result) -> Result { state.withLock(body) }

  // The current facts. The slot is not copied: the owner of a copy might be the last to hold a
  // decoder, and closing that is slow.
  var facts: ClipFacts { state.withLock { $0.facts } }
  /// The current choice, whether or not the decoder has applied it.
  var tracks: TrackChoice {
    state.withLock {
      TrackChoice(sound: $0.tracks.sound ?? $0.playedSound, subtitles: $0.tracks.subtitles)
    }
  }
  var subtitles: CueList { state.withLock { $0.subtitles } }
  var position: PlayerPosition { state.withLock { $0.position } }
  var mailbox: Mailbox { state.withLock { $0.mailbox } }
  var figures: PlayerStatistics { state.withLock { $0.figures } }
  /// The preload stage of the clip.
  var stage: PreloadStage { state.withLock { $0.slot.stage } }
  /// Whether the clip cannot be played.
  var hasFailed: Bool { state.withLock { $0.slot.hasFailed } }

  /// The player's time at a host time.
  func time(clock: PlaybackClock, at host: Double) -> PlaybackTime {
    // The clock is read under the lock, because after another seek it would not match this
    // position.
    state.withLock { state in
      let facts = state.facts
      var time = state.position.time(duration: facts.duration, clock: clock, at: host)
      time.isStill = facts.isStill
      time.frameRate = facts.isStill ? nil : facts.info?.frameRate
      time.isLive =
        facts.isGrowing
        && time.duration.map { $0 - time.position < PlaybackTime.longestLag } ?? true
      return time
    }
  }

  /// The container's metadata; for a clip that cannot be played, the file's; `nil` until either is
  /// known.
  var details: MediaDetails? {
    let facts = facts
    if let details = facts.details { return details }
    guard hasFailed, let version = facts.fileVersion else { return nil }
    var details = MediaDetails()
    details.byteCount = version.size
    details.modified = version.modified.sinceEpoch
    return details
  }

  /// The preload stage of the clip without a decoder.
  var restingStage: PreloadStage {
    if mailbox.frame != nil { return .poster }
    return facts.memory == nil ? .closed : .probed
  }

  /// Stores the container's metadata, once.
  ///
  /// - Parameters:
  ///   - source: Of the clip.
  ///   - describe: Reads what is beside the clip.
  func noteDetails(
    of source: any MediaSource, _ describe: (MediaLocation) -> ClipDescription?
  ) {
    guard facts.details == nil else { return }
    var details = source.details
    details.describe(describe(location))
    update { $0.facts.details = details }
  }

  /// Releases all frames.
  func dropFrames() {
    update {
      $0.mailbox.empty()
      $0.slot.posterWasDropped()
    }
  }

  // MARK: Status

  /// Reports that there is something to show or hear.
  func setReady() {
    guard !hasFailed, status.latest != .ready else { return }
    status.send(.ready)
  }

  /// Changes the status if it is the expected one.
  func change(_ old: PlayerStatus, to new: PlayerStatus) {
    guard status.latest == old else { return }
    status.send(new)
  }

  /// Marks the player's clip as not playable.
  func fail(_ error: MediaError) {
    if update({ $0.slot.fail() }) { status.send(.failed(error)) }
  }

  /// Allows a failed clip to be opened again.
  func forgive() {
    if update({ $0.slot.forgive() }) { status.send(.unknown) }
  }

  /// Closes the player; others may keep its frames.
  ///
  /// - Returns: Its decoder, to be closed on a thread that may block.
  func delete() -> ClipDecoder? {
    let decoder = update { $0.slot.close() }
    status.finish()
    ends.finish()
    return decoder
  }
}
