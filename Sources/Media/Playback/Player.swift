import MediaCore
import Models
import Platform

/// What the engine keeps of one clip. Shared by all threads.
final class Player: Sendable {
  /// What changes.
  struct State {
    var facts = ClipFacts()
    /// The tracks chosen; no sound track stands for the one the clip starts with.
    var tracks = TrackChoice()
    /// The sound track that is played.
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

  /// Creates a player of a clip that is not open.
  ///
  /// - Parameters:
  ///   - id: What it goes by.
  ///   - location: Its clip.
  ///   - resumeTime: Where it starts, in seconds.
  init(_ id: PlayerID, of location: MediaLocation, resumeTime: Double = 0) {
    self.id = id
    self.location = location
    state = Lock(State(position: PlayerPosition(resumeTime: resumeTime)), rank: .player)
  }

  /// Changes the state, in a few moves of values.
  func update<Result>(_ body: (inout State) -> Result) -> Result { state.withLock(body) }

  // What there is now. None of the slot: who has a copy may be the last to hold a decoder, and closing
  // that takes long.
  var facts: ClipFacts { state.withLock { $0.facts } }
  /// The choice as it stands, whether or not the decoder has heard of it.
  var tracks: TrackChoice {
    state.withLock {
      TrackChoice(sound: $0.tracks.sound ?? $0.playedSound, subtitles: $0.tracks.subtitles)
    }
  }
  var subtitles: CueList { state.withLock { $0.subtitles } }
  var position: PlayerPosition { state.withLock { $0.position } }
  var mailbox: Mailbox { state.withLock { $0.mailbox } }
  var figures: PlayerStatistics { state.withLock { $0.figures } }
  /// How ready the clip is.
  var stage: PreloadStage { state.withLock { $0.slot.stage } }
  /// Whether the clip cannot be played.
  var hasFailed: Bool { state.withLock { $0.slot.hasFailed } }

  /// Where the player stands at a host time.
  func time(clock: PlaybackClock, at host: Double) -> PlaybackTime {
    // The clock is asked under the lock: after the next seek it would not be that of this position.
    state.withLock { state in
      let facts = state.facts
      var time = state.position.time(duration: facts.duration, clock: clock, at: host)
      time.isStill = facts.isStill
      time.isLive =
        facts.isGrowing
        && time.duration.map { $0 - time.position < PlaybackTime.longestLag } ?? true
      return time
    }
  }

  /// All that the container says; of a clip that cannot be played, what its file is from outside;
  /// `nil` while it is not known which of them.
  var details: MediaDetails? {
    let facts = facts
    if let details = facts.details { return details }
    guard hasFailed, let version = facts.fileVersion else { return nil }
    var details = MediaDetails()
    details.byteCount = version.byteCount
    details.modified = version.modified.sinceEpoch
    return details
  }

  /// How ready the clip is without a decoder.
  var restingStage: PreloadStage {
    if mailbox.frame != nil { return .poster }
    return facts.memory == nil ? .closed : .probed
  }

  /// Takes in all that the container says, once.
  func noteDetails(of source: any MediaSource) {
    guard facts.details == nil else { return }
    let details = source.details
    update { $0.facts.details = details }
  }

  /// Lets go of all frames.
  func dropFrames() {
    update {
      $0.mailbox.empty()
      $0.slot.posterWasDropped()
    }
  }

  // MARK: Status

  /// Says that there is something to show or to hear.
  func setReady() {
    guard !hasFailed, status.latest != .ready else { return }
    status.send(.ready)
  }

  /// Changes the status if it is as expected.
  func change(_ old: PlayerStatus, to new: PlayerStatus) {
    guard status.latest == old else { return }
    status.send(new)
  }

  /// Ends the player's life as a clip that can be played.
  func fail(_ error: MediaError) {
    if update({ $0.slot.fail() }) { status.send(.failed(error)) }
  }

  /// Lets a clip that has failed be opened again.
  func forgive() {
    if update({ $0.slot.forgive() }) { status.send(.unknown) }
  }

  /// Closes the player; its frames stay to be kept by others.
  ///
  /// - Returns: Its decoder, to be closed on a thread that may wait.
  func delete() -> ClipDecoder? {
    let decoder = update { $0.slot.close() }
    status.finish()
    ends.finish()
    return decoder
  }
}
