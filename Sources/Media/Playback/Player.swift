import MediaCore
import Models
import Platform

/// The engine's state for one clip. Shared by all threads.
final class Player: Sendable {
  struct State {
    var facts = ClipFacts()
    /// The chosen tracks; without an audio track, the clip's default is used.
    var tracks = TrackChoice()
    /// How the user has rotated the clip.
    var rotation = Rotation.none
    /// The audio track being played.
    var playedSound: Int?
    var subtitles = CueList()
    var position: PlayerPosition
    var mailbox: Mailbox
    var slot = DecoderSlot()
    var figures = PlayerStatistics()
    /// Whether the clip on screen needs more than the machine can do.
    var isOverloaded = false

    /// How the clip's frames are rotated; those of sound are always upright.
    var shownRotation: Rotation {
      facts.info?.videoCodec.isEmpty == false ? rotation : .none
    }
  }

  let id: PlayerID
  let source: PlayerSource
  let status = Broadcast(initial: PlayerStatus.unknown)
  let ends = Broadcast<Void>()
  private let state: Lock<State>

  /// Creates a player for a clip that is not open.
  ///
  /// - Parameters:
  ///   - source: Its clip, or the part of it.
  ///   - resumeTime: Its start position, in seconds.
  init(_ id: PlayerID, of source: PlayerSource, resumeTime: Double = 0) {
    self.id = id
    self.source = source
    state = Lock(
      State(
        position: PlayerPosition(resumeTime: resumeTime),
        mailbox: Mailbox(origin: source.span?.start ?? 0)), rank: .player)
  }

  var location: MediaLocation { source.location }

  /// Where its part of the clip begins, in seconds since the clip's first frame. The engine counts
  /// from there; times from and to its outside count from the first frame.
  var origin: Double { source.span?.start ?? 0 }

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
  var stage: PreloadStage { state.withLock { $0.slot.stage } }
  /// Whether the clip cannot be played.
  var hasFailed: Bool { state.withLock { $0.slot.hasFailed } }

  var shownRotation: Rotation { state.withLock { $0.shownRotation } }

  /// How to render the clip's frames for an area; `nil` before it was opened and without video.
  func rendering(in area: FrameArea) -> FrameRendering? {
    state.withLock { state in
      state.facts.info?.displaySize.map {
        FrameRendering(of: $0, rotated: state.shownRotation, in: area)
      }
    }
  }

  /// The player's time at a host time.
  func time(clock: PlaybackClock, at host: Double) -> PlaybackTime {
    // The clock is read under the lock, because after another seek it would not match this
    // position.
    state.withLock { state in
      let facts = state.facts
      var time = state.position.time(duration: facts.duration, clock: clock, at: host)
      if source.span != nil { time.count(from: origin, of: facts.info?.whole?.duration) }
      time.isStill = facts.isStill
      time.isOverloaded = state.isOverloaded
      time.recorded = facts.details?.recorded
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
  func noteDetails(of source: any MediaSource) {
    guard update({ $0.facts.details == nil }) else { return }
    var details = source.details
    details.describe(nil)
    update { $0.facts.details = details }
  }

  /// Whether what is beside the clip has yet to be read.
  var needsDescription: Bool {
    update { $0.facts.details != nil && !$0.facts.isDescribed }
  }

  /// Adds what is beside the clip to its metadata.
  func describe(by read: (MediaLocation) -> ClipDescription?) {
    guard needsDescription else { return }
    let description = read(location)
    update { state in
      state.facts.isDescribed = true
      if description != nil { state.facts.details?.describe(description) }
    }
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
