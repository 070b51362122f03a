import Clients
import MediaCore
import Models
import Platform

/// What the threads of the engine share: players, orders, the clock and the wakeups.
///
/// All of it can be driven without a thread, which is how the tests do it.
package final class EngineCore: Sendable {
  /// Something that a thread is busy with and that can be cancelled.
  struct Work: Sendable {
    var id: PlayerID
    var cancellation: CancellationToken
    /// Whether the clip has shown that it can be played: it is not cancelled for leaving the
    /// screen, unless it takes long over something.
    var isReady = false
    /// Whether the clip has left the screen meanwhile.
    var isLeft = false
    /// Whether it has been off the screen since what is being read was begun: that may end it even
    /// if it has come back.
    var wasLeft = false
    /// Host time since which the clip is being read.
    var busySince: Double?
    /// Whether others were told that it takes long.
    var isNoticed = false
  }

  /// Orders, and who works on what.
  struct Control {
    var orders = Orders()
    var audioOrder = AudioOrder()
    var sound = SoundSettings()
    var players: [PlayerID: Player] = [:]
    /// The clip the playback thread has.
    var playbackWork: Work?
    /// What the preload thread is doing.
    var preloadWork: Work?
    /// Players that were left and may not show their first frame yet.
    var leftIDs: Set<PlayerID> = []
    /// Players with an open decoder.
    var openIDs: Set<PlayerID> = []
    /// Decoders on their way to be closed.
    var closing: [ClipDecoder] = []
    /// Players that are gone and whose frames are to be kept.
    var deleted: [Player] = []

    /// Calls off what nobody wants any more.
    ///
    /// - Parameter leaveDeadline: Host time up to which a clip that was open may still be read.
    mutating func callOffUnwanted(leaveDeadline: Double) {
      // What the playback thread opens for a clip that has left the screen is not worth finishing,
      // and what it reads of one that was open may not keep it long; what the preload thread does
      // for the clip that has come to the screen is.
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
      if let work = preloadWork, work.id != orders.activeID, !orders.neighbours.contains(work.id) {
        work.cancellation.cancel()
      }
    }
  }

  /// Where a thread notes what it is busy with.
  typealias WorkSlot = WritableKeyPath<Control, Work?>

  let opener: any MediaOpener
  let makeSink: @Sendable () -> any AudioSink
  let makeSpeedChanger: @Sendable () -> (any SpeedChanger)?
  let memoryBudget: Int
  let tuning: PlaybackTuning
  let hostTime: @Sendable () -> Double
  let threadTime: @Sendable () -> Double
  let fileVersion: @Sendable (MediaLocation) -> FileVersion?
  let onFrame: @Sendable (PlayerID) -> Void

  /// What the threads tell each other; held for a few moves of values.
  let control = Lock(Control())
  let clock = PlaybackClock()
  let soundDevice = Broadcast(initial: SoundDevice.unknown)

  let playbackWakeup = Wakeup()
  let preloadWakeup = Wakeup()
  let audioWakeup = Wakeup()

  let memory: ClipMemory
  let stills: StillQueue

  /// Creates an engine at rest.
  ///
  /// - Parameters:
  ///   - opener: Opens clips, on the playback and preload threads.
  ///   - makeSink: Makes a sound device, on the audio thread; called again after one was lost.
  ///   - makeSpeedChanger: Makes what keeps the pitch at another speed, on the audio thread; `nil` where there is no memory for it.
  ///   - memoryBudget: The most that open decoders may take, in bytes.
  ///   - tuning: Sizes and times.
  ///   - hostTime: Tells the host time, in seconds.
  ///   - threadTime: Tells the processor time of the thread that asks, in seconds.
  ///   - fileVersion: Looks at a clip's file.
  ///   - onFrame: Called on any thread when a player's frame has changed; must return at once.
  package init(
    opener: any MediaOpener, makeSink: @escaping @Sendable () -> any AudioSink,
    makeSpeedChanger: @escaping @Sendable () -> (any SpeedChanger)?,
    memoryBudget: Int = 256 << 20, tuning: PlaybackTuning = PlaybackTuning(),
    hostTime: @escaping @Sendable () -> Double = { HostTime.now },
    threadTime: @escaping @Sendable () -> Double = { HostTime.thread },
    fileVersion: @escaping @Sendable (MediaLocation) -> FileVersion? = { FileVersion(of: $0) },
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
    self.onFrame = onFrame
    memory = ClipMemory(posterCount: tuning.posterCount, posterBytes: tuning.posterBytes)
    stills = StillQueue(hostTime: hostTime)
  }

  var orders: Orders { control.withLock { $0.orders } }

  var isShuttingDown: Bool { control.withLock { $0.orders.isShuttingDown } }

  /// The player of an id.
  func player(_ id: PlayerID) -> Player? { control.withLock { $0.players[id] } }

  /// Where a player stands now.
  func time(of player: Player) -> PlaybackTime { player.time(clock: clock, at: hostTime()) }

  /// What a player shows now.
  func nowPlaying(of player: Player) -> NowPlaying {
    var nowPlaying = NowPlaying(newest: player.mailbox.frame, time: time(of: player))
    nowPlaying.subtitles = player.subtitles.due(at: nowPlaying.time.position)
    nowPlaying.details = player.details
    return nowPlaying
  }

  // MARK: Commands

  func create(_ id: PlayerID, of location: MediaLocation) {
    let player = Player(id, of: location, resumeTime: memory.position(of: location))
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
      stills.cancel(id)
      if let decoder = player.delete() { close(decoder, of: id) }
      callOff { $0 == id }
    }
    control.withLock { $0.orders.windowSerial += 1 }
    wakeDecoders()
  }

  func play(_ id: PlayerID) {
    control.withLock {
      // Going on after a pause is a user's wish; a swipe, which plays another clip, is not.
      if $0.orders.playingID == nil { $0.sound.wishes += 1 }
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
    let seek = PlayerPosition.Seek(time: time, precision: precision)
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

  func setSpeed(_ speed: Double) {
    let speed = PlaybackSpeed.clamped(speed)
    control.withLock { $0.sound.speed = speed }
    clock.setSpeed(speed, at: hostTime())
    audioWakeup.signal()
    playbackWakeup.signal()
  }

  func shutDown() {
    control.withLock { $0.orders.isShuttingDown = true }
    callOff { _ in true }
    stills.shutDown()
    wakeDecoders()
    audioWakeup.signal()
  }

  /// Changes the orders, and does at once what follows from it.
  func command(_ body: (inout Orders, _ now: Double) -> Void) {
    let now = hostTime()
    // The player that has come to the screen, if another one was there.
    let player: Player? = control.withLock { control in
      let old = control.orders
      body(&control.orders, now)
      let new = control.orders
      if new.activeID != old.activeID || new.windowSerial != old.windowSerial {
        control.callOffUnwanted(leaveDeadline: now + tuning.leaveDeadline)
      }
      return new.activeID == old.activeID ? nil : new.activeID.flatMap { control.players[$0] }
    }
    // Nothing on the way to the screen waits for a thread: the frame it starts with is there.
    if let player, player.update({ $0.mailbox.restorePoster(now: nil) }) { onFrame(player.id) }
    wakeDecoders()
  }

  private func wakeDecoders() {
    playbackWakeup.signal()
    preloadWakeup.signal()
  }

  // MARK: Calling off

  /// Calls off what a thread has taken up after nobody wanted it any more.
  func callOffUnwanted() {
    let deadline = hostTime() + tuning.leaveDeadline
    control.withLock { $0.callOffUnwanted(leaveDeadline: deadline) }
  }

  private func callOff(_ isUnwanted: (PlayerID) -> Bool) {
    control.withLock {
      for case let work? in [$0.playbackWork, $0.preloadWork] where isUnwanted(work.id) {
        work.cancellation.cancel()
      }
    }
  }
}
