import Clients
import MediaCore
import Models
import Platform

/// What the engine keeps of one clip: its mailbox, its streams and the slot of its decoder.
///
/// Shared by all threads. The decoder is held by one of them at a time; who takes it out of the
/// slot puts it back.
final class Player: Sendable {
  /// Who has the decoder, or is about to open one.
  enum Holder {
    case nobody
    case playback
    case preload
  }

  /// A seek that the playback thread has not begun yet.
  struct Seek {
    var time: Double
    var precision: SeekPrecision
  }

  /// What a try to take the decoder led to.
  enum Claim {
    /// The caller holds it; `nil` if it has to open one.
    case granted(ClipDecoder?)
    /// Another thread works on it and will say when it is done.
    case busy
    /// It cannot be played, or was deleted.
    case refused
  }

  private enum Clocking {
    case fixed(Double)
    case running(LoopTimeline)
  }

  private struct State {
    var frame: Frame?
    var poster: Frame?
    var serial: UInt64 = 0
    var generation: UInt64 = 0
    var clocking = Clocking.fixed(0)
    var duration: Double?
    var displaySize: PixelSize?
    var memory: Int?
    var decoder: ClipDecoder?
    var stage = PreloadStage.closed
    var holder = Holder.nobody
    var isAwaited = false
    var seek: Seek?
    var resumeTime = 0.0
    // When it was left with another picture than its first in the mailbox.
    var posterDueAt: Double?
    var hasFailed = false
    var isDeleted = false
  }

  let id: PlayerID
  let location: MediaLocation
  let status = Broadcast(initial: PlayerStatus.unknown)
  let ends = Broadcast<Void>()
  private let state = Lock(State())

  init(_ request: PlayerRequest) {
    id = request.id
    location = request.location
  }

  // MARK: Views

  /// The picture to show now.
  var frame: Frame? { state.withLock { $0.frame } }

  /// Where the player stands.
  func time(clock: PlaybackClock, at host: Double) -> PlaybackTime {
    state.withLock { state in
      let position =
        if let seek = state.seek {
          seek.time
        } else {
          switch state.clocking {
          case .fixed(let time): time
          case .running(let timeline): timeline.place(at: clock.position(at: host)).time
          }
        }
      let limit = state.duration ?? .infinity
      return PlaybackTime(
        position: min(max(position, 0), max(limit, 0)), duration: state.duration)
    }
  }

  // MARK: Facts

  var duration: Double? { state.withLock { $0.duration } }
  var memory: Int? { state.withLock { $0.memory } }
  var stage: PreloadStage { state.withLock { $0.stage } }
  var resumeTime: Double { state.withLock { $0.resumeTime } }
  var generation: UInt64 { state.withLock { $0.generation } }
  var hasFailed: Bool { state.withLock { $0.hasFailed } }
  var isDeleted: Bool { state.withLock { $0.isDeleted } }

  /// The size the clip's pictures have in an area; `nil` before it was opened.
  func size(in area: PictureArea) -> PixelSize? {
    state.withLock { $0.displaySize }.map { area.fitting($0) }
  }

  /// Takes in what opening the clip told.
  func note(_ info: MediaInfo) {
    state.withLock { state in
      if let duration = info.duration.flatMap(MediaTime.plausible), duration > 0 {
        state.duration = duration
      }
      state.displaySize = info.displaySize
      state.memory = info.estimatedMemory
    }
  }

  /// Takes in a length found by playing to the end, if the file did not tell one.
  func noteEnd(_ duration: Double) {
    state.withLock { state in
      if state.duration == nil, duration > 0 { state.duration = duration }
    }
  }

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
    let isFirst = state.withLock { state in
      defer { state.hasFailed = true }
      return !state.hasFailed
    }
    if isFirst { status.send(.failed(error)) }
  }

  // MARK: The mailbox

  /// Puts a picture into the mailbox. The clip's first one is also kept to come back to.
  ///
  /// - Returns: Whether it went in: a picture from before a seek does not.
  func publish(
    _ pixels: PixelBuffer, time: Double, generation: UInt64, loopIndex: Int
  ) -> Bool {
    let isPoster = time < 0.001
    return state.withLock { state in
      guard !state.isDeleted, generation == state.generation else { return false }
      state.serial += 1
      let frame = Frame(
        pixels: pixels, presentationTime: time, generation: generation, loopIndex: loopIndex,
        serial: state.serial)
      if isPoster { state.poster = frame }
      // The picture it was left with stays until it is out of sight.
      if !(isPoster && state.posterDueAt != nil) { state.frame = frame }
      return true
    }
  }

  /// Shows the first picture again if the clip starts again when it comes back.
  ///
  /// - Parameter now: Host time; `nil` does it even if the clip was left only just now.
  /// - Returns: Whether the mailbox changed.
  func restorePoster(now: Double?) -> Bool {
    state.withLock { state in
      guard let due = state.posterDueAt, now.map({ $0 >= due }) ?? true else { return false }
      state.posterDueAt = nil
      guard var poster = state.poster else { return false }
      state.serial += 1
      poster.serial = state.serial
      poster.generation = state.generation
      state.frame = poster
      return true
    }
  }

  /// Host time at which `restorePoster` has something to do.
  var posterDueAt: Double? { state.withLock { $0.posterDueAt } }

  /// Bytes that the kept pictures take.
  var pictureBytes: Int {
    state.withLock { state in
      let frames = [state.frame, state.poster].compactMap { $0?.pixels }
      let distinct = frames.count == 2 && frames[0] === frames[1] ? 1 : frames.count
      return frames.prefix(distinct).reduce(0) { $0 + $1.size.width * $1.size.height * 4 }
    }
  }

  /// Whether the picture to come back to is kept in a size.
  func hasPoster(of size: PixelSize) -> Bool {
    state.withLock { ($0.poster ?? $0.frame)?.pixels.size == size }
  }

  /// Lets go of all pictures.
  func dropPictures() {
    state.withLock { state in
      state.frame = nil
      state.poster = nil
      if state.stage == .poster { state.stage = .closed }
    }
  }

  // MARK: Position

  /// Stops the position at a time in the clip.
  func setTime(_ time: Double) { state.withLock { $0.clocking = .fixed(time) } }

  /// Lets the position follow the clock.
  func followClock(_ timeline: LoopTimeline) {
    state.withLock { $0.clocking = .running(timeline) }
  }

  /// Asks for a seek; a newer one replaces it.
  func requestSeek(_ seek: Seek) {
    state.withLock { state in
      let limit = state.duration ?? .infinity
      let time = seek.time.isFinite ? min(max(seek.time, 0), limit) : 0
      state.seek = Seek(time: time, precision: seek.precision)
    }
  }

  /// Takes the seek that was asked for, and makes frames from before it stale.
  func takeSeek() -> (seek: Seek, generation: UInt64)? {
    state.withLock { state in
      guard let seek = state.seek else { return nil }
      state.seek = nil
      state.clocking = .fixed(seek.time)
      state.generation += 1
      return (seek, state.generation)
    }
  }

  /// Makes frames published so far stale.
  func beginGeneration() -> UInt64 {
    state.withLock { state in
      state.generation += 1
      return state.generation
    }
  }

  // MARK: The decoder's slot

  /// Takes the decoder, or the right to open one.
  ///
  /// - Parameters:
  ///   - holder: Who asks.
  ///   - isAwaited: Whether to be told when it is put back, if another thread has it.
  /// - Returns: What can be had.
  func claim(for holder: Holder, isAwaited: Bool = false) -> Claim {
    state.withLock { state in
      if state.hasFailed || state.isDeleted { return .refused }
      guard state.holder == .nobody else {
        if isAwaited { state.isAwaited = true }
        return .busy
      }
      state.holder = holder
      state.isAwaited = false
      defer { state.decoder = nil }
      return .granted(state.decoder)
    }
  }

  /// Gives back what was claimed.
  ///
  /// - Returns: Whether the decoder was kept (a deleted player keeps none) and whether another
  ///   thread waits for it.
  func release(_ decoder: ClipDecoder?, stage: PreloadStage) -> (isKept: Bool, isAwaited: Bool) {
    state.withLock { state in
      state.holder = .nobody
      state.stage = stage
      defer { state.isAwaited = false }
      guard !state.isDeleted, !state.hasFailed else { return (false, state.isAwaited) }
      state.decoder = decoder
      return (decoder != nil, state.isAwaited)
    }
  }

  /// Remembers how the clip is to be found when it comes back.
  ///
  /// - Parameters:
  ///   - time: Where it goes on, in seconds.
  ///   - posterDueAt: When the mailbox shows its first picture again; `nil` to keep what it shows.
  func leave(at time: Double, posterDueAt: Double?) {
    state.withLock { state in
      state.resumeTime = time
      state.clocking = .fixed(time)
      let isShown = state.frame?.pixels === state.poster?.pixels
      state.posterDueAt = isShown ? nil : posterDueAt
      if posterDueAt == nil { state.poster = nil }
    }
  }

  /// Closes the player.
  ///
  /// - Returns: Its decoder, to be closed on a thread that may wait.
  func delete() -> ClipDecoder? {
    let decoder = state.withLock { state in
      state.isDeleted = true
      state.frame = nil
      state.poster = nil
      defer { state.decoder = nil }
      return state.decoder
    }
    status.finish()
    ends.finish()
    return decoder
  }
}

extension PictureArea {
  /// The size of a picture of a shape in square pixels.
  func fitting(_ shape: PixelSize) -> PixelSize {
    fitting(width: Double(shape.width), height: Double(shape.height))
  }
}
