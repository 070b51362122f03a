import Clients
import MediaCore
import Models
import Platform

/// What the engine keeps of one clip. Shared by all threads; each part has its own lock.
final class Player: Sendable {
  let id: PlayerID
  let location: MediaLocation
  let status = Broadcast(initial: PlayerStatus.unknown)
  let ends = Broadcast<Void>()
  let mailbox = Mailbox()
  let slot = DecoderSlot()
  let facts = ClipFacts()
  let tracks = TrackWishes()
  let captions = CaptionList()
  let position: PlayerPosition
  let figures = Lock(PlayerStatistics())

  /// Creates a player of a clip that is not open.
  ///
  /// - Parameters:
  ///   - request: What it is made of.
  ///   - resumeTime: Where it starts, in seconds.
  init(_ request: PlayerRequest, resumeTime: Double = 0) {
    id = request.id
    location = request.location
    position = PlayerPosition(resumeTime: resumeTime)
  }

  /// Where the player stands at a host time.
  func time(clock: PlaybackClock, at host: Double) -> PlaybackTime {
    let facts = facts.values
    var time = position.time(duration: facts.duration, clock: clock, at: host)
    time.isStill = facts.isStill
    time.isLive =
      facts.isGrowing
      && time.duration.map { $0 - time.position < PlaybackTime.longestLag } ?? true
    return time
  }

  /// All that the container says; of a clip that cannot be played, what its file is from outside;
  /// `nil` while it is not known which of them.
  var details: MediaDetails? {
    if let details = facts.details { return details }
    guard slot.hasFailed, let version = facts.fileVersion else { return nil }
    var details = MediaDetails()
    details.byteCount = Int(version.byteCount)
    details.modified = version.modified.sinceEpoch
    return details
  }

  /// How ready the clip is without a decoder.
  var restingStage: PreloadStage {
    if mailbox.frame != nil { return .poster }
    return facts.memory == nil ? .closed : .probed
  }

  /// Whether the picture to come back to is kept as it has to be drawn in an area.
  func hasPoster(in area: PictureArea) -> Bool {
    guard let placement = facts.placement(in: area) else { return false }
    return mailbox.comeback?.placement == placement
  }

  /// Lets go of all pictures.
  func dropPictures() {
    mailbox.empty()
    slot.posterWasDropped()
  }

  // MARK: Status

  /// Says that there is something to show or to hear.
  func setReady() {
    guard !slot.hasFailed, status.latest != .ready else { return }
    status.send(.ready)
  }

  /// Changes the status if it is as expected.
  func change(_ old: PlayerStatus, to new: PlayerStatus) {
    guard status.latest == old else { return }
    status.send(new)
  }

  /// Ends the player's life as a clip that can be played.
  func fail(_ error: MediaError) {
    if slot.fail() { status.send(.failed(error)) }
  }

  /// Lets a clip that has failed be opened again.
  func forgive() {
    if slot.forgive() { status.send(.unknown) }
  }

  /// Closes the player; its pictures stay to be kept by others.
  ///
  /// - Returns: Its decoder, to be closed on a thread that may wait.
  func delete() -> ClipDecoder? {
    let decoder = slot.close()
    status.finish()
    ends.finish()
    return decoder
  }
}
