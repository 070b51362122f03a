import Clients
import MediaCore
import Models
import Platform

/// What the threads of the engine share: players, orders, the clock and the wakeups.
///
/// All of it can be driven without threads, as the tests do.
package final class EngineCore: Sendable {
  /// Cancellable work of a thread.
  struct Work: Sendable {
    var id: PlayerID
    var cancellation: CancellationToken
    /// Whether the clip has proved playable: leaving the screen then does not cancel it, unless an
    /// operation takes long.
    var isReady = false
    /// Whether the clip has left the screen in the meantime.
    var isLeft = false
    /// Whether it has left the screen since the current read started; the read may then be aborted
    /// even if it has come back.
    var wasLeft = false
    /// Host time since which the clip is being read.
    var busySince: Double?
    /// Whether the stall was reported.
    var isNoticed = false
  }

  /// Orders, and who works on what.
  struct Control {
    var orders = Orders()
    var audioOrder = AudioOrder()
    var sound = SoundSettings()
    var players: [PlayerID: Player] = [:]
    /// The clip the playback thread holds.
    var playbackWork: Work?
    /// The current work of the preload thread.
    var preloadWork: Work?
    /// The clips that are opened.
    var openings = [Work?](repeating: nil, count: OpeningLoop.count)
    /// The neighbours that wait to be opened, the most likely next page first.
    var unopened: [Unopened] = []
    /// Neighbours that timed out, and the host times from which to retry them, unless they come on
    /// screen before.
    var putOff: [PlayerID: Double] = [:]
    /// Players that were left and may not show their first frame yet.
    var leftIDs: Set<PlayerID> = []
    /// Players with an open decoder.
    var openIDs: Set<PlayerID> = []
    /// Decoders waiting to be closed.
    var closing: [ClipDecoder] = []
    /// Deleted players whose posters are to be kept.
    var deleted: [Player] = []

    /// Cancels work that is no longer needed.
    ///
    /// - Parameters:
    ///   - leaveDeadline: Host time until which a clip that was open may still be read.
    ///   - openDeadline: Host time until which a clip may be opened that has come on screen.
    mutating func cancelUnwanted(leaveDeadline: Double, openDeadline: Double) {
      if orders.isShuttingDown {
        for case let work? in [playbackWork, preloadWork] + openings { work.cancellation.cancel() }
        return
      }
      // If the clip has left the screen, the playback thread stops opening it, and has little time
      // to finish reading one that was open. The others stop working on a clip that is neither on
      // screen nor next to it.
      if let work = playbackWork {
        if work.id != orders.activeID, work.isReady {
          playbackWork?.isLeft = true
          playbackWork?.wasLeft = true
          work.cancellation.setDeadline(leaveDeadline)
        } else if work.id != orders.activeID {
          work.cancellation.cancel()
        } else if work.isLeft {
          playbackWork?.isLeft = false
          work.cancellation.setDeadline(nil)
        }
      }
      for case let work? in [preloadWork] + openings
      where work.id != orders.activeID && !orders.neighbours.contains(work.id) {
        work.cancellation.cancel()
      }
      for case let work? in openings where work.id == orders.activeID {
        work.cancellation.setDeadline(openDeadline)
      }
    }
  }

  /// A clip that waits to be opened.
  struct Unopened: Equatable {
    var id: PlayerID
    /// Whether a swipe leads to it.
    var isNext: Bool
  }

  /// Where a thread records its work.
  typealias WorkSlot = WritableKeyPath<Control, Work?>

  let opener: any MediaOpener
  let makeSink: @Sendable () -> any AudioSink
  let makeSpeedChanger: @Sendable () -> (any SpeedChanger)?
  let memoryBudget: Int
  let tuning: PlaybackTuning
  let hostTime: @Sendable () -> Double
  let threadTime: @Sendable () -> Double
  let fileVersion: @Sendable (MediaLocation) -> FileVersion?
  let positions: SavedPositions
  let describe: @Sendable (MediaLocation) -> ClipDescription?
  let onFrame: @Sendable (PlayerID) -> Void

  /// Communication between the threads; held only to move a few values.
  let control = Lock(Control())
  let clock = PlaybackClock()
  let soundDevice = Broadcast(initial: SoundDevice.unknown)

  let playbackWakeup = Wakeup()
  let preloadWakeup = Wakeup()
  let audioWakeup = Wakeup()
  let openingWakeups = (0..<OpeningLoop.count).map { _ in Wakeup() }

  let memory: ClipMemory
  let stills: StillQueue
  let surveys: SurveyQueue

  /// Creates an idle engine.
  ///
  /// - Parameters:
  ///   - opener: Opens clips, on any of the threads that decode and open.
  ///   - makeSink: Creates a sound device, on the audio thread; called again after losing one.
  ///   - makeSpeedChanger: Creates the time stretcher for other speeds, on the audio thread; `nil`
  ///     if there is no memory for it.
  ///   - memoryBudget: The memory limit of open decoders, in bytes.
  ///   - tuning: Sizes and times.
  ///   - hostTime: Returns the host time, in seconds.
  ///   - threadTime: Returns the CPU time of the calling thread, in seconds.
  ///   - fileVersion: Returns the version of a clip's file.
  ///   - positions: Where long clips were left in earlier runs.
  ///   - describe: Reads what is beside a clip, on the threads that open clips.
  ///   - onFrame: Called on any thread when a player's frame has changed; must return at once.
  package init(
    opener: any MediaOpener, makeSink: @escaping @Sendable () -> any AudioSink,
    makeSpeedChanger: @escaping @Sendable () -> (any SpeedChanger)?,
    memoryBudget: Int = 256 << 20, tuning: PlaybackTuning = PlaybackTuning(),
    hostTime: @escaping @Sendable () -> Double = { HostTime.now },
    threadTime: @escaping @Sendable () -> Double = { HostTime.thread },
    fileVersion: @escaping @Sendable (MediaLocation) -> FileVersion? = { FileVersion(of: $0) },
    positions: SavedPositions = .none,
    describe: @escaping @Sendable (MediaLocation) -> ClipDescription? = { _ in nil },
    onFrame: @escaping @Sendable (PlayerID) -> Void
  ) {
    self.opener = opener
    self.makeSink = makeSink
    self.makeSpeedChanger = makeSpeedChanger
    self.memoryBudget = memoryBudget
    self.tuning = tuning
    self.hostTime = hostTime
    self.threadTime = threadTime
    self.fileVersion = fileVersion
    self.positions = positions
    self.describe = describe
    self.onFrame = onFrame
    memory = ClipMemory(posterCount: tuning.posterCount, posterBytes: tuning.posterBytes)
    stills = .stills(hostTime: hostTime)
    surveys = .surveys(hostTime: hostTime)
  }

  var orders: Orders { control.withLock { $0.orders } }

  var isShuttingDown: Bool { control.withLock { $0.orders.isShuttingDown } }

  func player(_ id: PlayerID) -> Player? { control.withLock { $0.players[id] } }

  func time(of player: Player) -> PlaybackTime { player.time(clock: clock, at: hostTime()) }

  func nowPlaying(of player: Player) -> NowPlaying {
    var nowPlaying = NowPlaying(newest: player.mailbox.frame, time: time(of: player))
    nowPlaying.subtitles = player.subtitles.due(at: nowPlaying.time.position)
    var details = player.details
    let shape = details?.displaySize?.rotated(player.shownRotation)
    details?.displaySize = shape
    nowPlaying.details = details
    nowPlaying.tracks = player.tracks
    let facts = player.facts
    nowPlaying.fileVersion = facts.hasGrown ? nil : facts.fileVersion ?? facts.info?.fileVersion
    return nowPlaying
  }

  // MARK: Commands

  func create(_ id: PlayerID, of source: PlayerSource) {
    let resumeTime =
      source.span == nil ? source.startTime ?? memory.position(of: source.location) ?? 0 : 0
    let player = Player(id, of: source, resumeTime: resumeTime)
    let isNew = control.withLock { control in
      guard control.players[id] == nil else { return false }
      control.players[id] = player
      control.orders.windowSerial += 1
      return true
    }
    if isNew { wakeDecoders() }
  }

  func delete(_ ids: [PlayerID]) {
    for id in ids {
      let player = control.withLock { control in
        control.players.removeValue(forKey: id).map { player in
          control.deleted.append(player)
          return player
        }
      }
      guard let player else { continue }
      stills.cancel { $0.request.id == id }
      if let decoder = player.delete() { close(decoder, of: id) }
      cancelWork { $0 == id }
    }
    control.withLock { $0.orders.windowSerial += 1 }
    wakeDecoders()
  }

  func play(_ id: PlayerID) {
    control.withLock {
      // Resuming after a pause is a wish of the user; a swipe, which plays another clip, is not.
      if $0.orders.playingID == nil { $0.sound.attempts += 1 }
    }
    command { [tuning] orders, now in
      orders.activate(id, now: now, drawingTime: tuning.drawingTime)
      orders.playingID = id
      orders.playSerial += 1
    }
  }

  func pause(_ id: PlayerID) {
    command { orders, _ in
      if orders.playingID == id { orders.playingID = nil }
    }
  }

  func seek(_ id: PlayerID, to time: Double, precision: SeekPrecision) {
    guard let player = player(id) else { return }
    let seek = PlayerPosition.Seek(time: time - player.origin, precision: precision)
    player.update { $0.position.requestSeek(seek, duration: $0.facts.seekLimit) }
    playbackWakeup.signal()
  }

  func step(_ id: PlayerID, by frames: Int) {
    guard let player = player(id), orders.activeID == id else { return }
    pause(id)
    player.update { $0.position.requestSteps(frames) }
    playbackWakeup.signal()
  }

  func setWindow(_ window: PreloadWindow) {
    command { [tuning] orders, now in
      orders.activate(window.current, now: now, drawingTime: tuning.drawingTime)
      orders.neighbours = window.neighbours
      orders.windowSerial += 1
    }
  }

  func setRotation(_ id: PlayerID, _ rotation: Rotation) {
    player(id)?.update { state in
      let old = state.shownRotation
      state.rotation = rotation
      state.mailbox.rotatePoster(state.shownRotation, after: old)
    }
    wakeDecoders()
  }

  func setSpeed(_ speed: Double) {
    let speed = PlaybackSpeed.clamped(speed)
    control.withLock { $0.sound.speed = speed }
    clock.setSpeed(speed, at: hostTime())
    audioWakeup.signal()
    playbackWakeup.signal()
  }

  func shutDown() {
    control.withLock { $0.orders.isShuttingDown = true }
    cancelWork { _ in true }
    stills.shutDown()
    surveys.shutDown()
    wakeDecoders()
    audioWakeup.signal()
    for wakeup in openingWakeups { wakeup.signal() }
  }

  /// Changes the orders, and applies their immediate consequences.
  func command(_ body: (inout Orders, _ now: Double) -> Void) {
    let now = hostTime()
    // The player that has just come on screen in place of another one.
    let player: Player? = control.withLock { control in
      let old = control.orders
      body(&control.orders, now)
      let new = control.orders
      if new.activeID != old.activeID || new.windowSerial != old.windowSerial {
        control.cancelUnwanted(
          leaveDeadline: now + tuning.leaveDeadline,
          openDeadline: now + tuning.remoteOpenDeadline)
      }
      return new.activeID == old.activeID ? nil : new.activeID.flatMap { control.players[$0] }
    }
    // Coming on screen waits for no thread: the first frame is already there.
    if let player, player.update({ $0.mailbox.restorePoster(now: nil) }) { onFrame(player.id) }
    wakeDecoders()
  }

  private func wakeDecoders() {
    playbackWakeup.signal()
    preloadWakeup.signal()
  }

  // MARK: Cancellation

  /// Cancels work that a thread started after it was no longer needed.
  func cancelUnwanted() {
    let now = hostTime()
    control.withLock {
      $0.cancelUnwanted(
        leaveDeadline: now + tuning.leaveDeadline, openDeadline: now + tuning.remoteOpenDeadline)
    }
  }

  private func cancelWork(_ isUnwanted: (PlayerID) -> Bool) {
    control.withLock {
      for case let work? in [$0.playbackWork, $0.preloadWork] + $0.openings
      where isUnwanted(work.id) {
        work.cancellation.cancel()
      }
    }
  }
}
