import Clients
import MediaCore
import Models
import Platform

/// What the threads of the engine share: players, orders, the clock and the wakeups.
///
/// All of it can be driven without a thread, which is how the tests do it.
final class EngineCore: Sendable {
  /// Something that a thread is busy with and that can be called off.
  struct Work: Sendable {
    var id: PlayerID
    var cancellation: CancellationToken
    /// Whether the clip has shown that it can be played: it is not called off for leaving the
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

  let opener: any MediaOpener
  let makeSink: @Sendable () -> any AudioSink
  let makeSpeedChanger: @Sendable () -> any SpeedChanger
  let memoryBudget: Int
  let tuning: PlaybackTuning
  let hostTime: @Sendable () -> Double
  /// The processor time of the thread that asks, in seconds.
  let threadTime: @Sendable () -> Double
  let fileVersion: @Sendable (MediaLocation) -> FileVersion?
  let onFrame: @Sendable (PlayerID) -> Void

  let orders = Lock(Orders())
  let audioOrder = Lock(AudioOrder())
  let sound = Lock(SoundSettings())
  let clock = PlaybackClock()
  let soundDevice = Broadcast(initial: SoundDevice.unknown)

  let playbackWakeup = Wakeup()
  let preloadWakeup = Wakeup()
  let audioWakeup = Wakeup()

  let memory: ClipMemory
  let stills: StillDesk

  /// The clip the playback thread has.
  let playbackWork = Lock<Work?>(nil)
  /// What the preload thread is doing.
  let preloadWork = Lock<Work?>(nil)

  /// Players that were left and may not show their first picture yet.
  let leftIDs = Lock<Set<PlayerID>>([])

  /// Players with an open decoder.
  let openIDs = Lock<Set<PlayerID>>([])
  /// Decoders on their way to be closed.
  let closing = Lock<[ClipDecoder]>([])

  /// Players that are gone and whose pictures are to be kept.
  let deleted = Lock<[Player]>([])

  private let players = Lock<[PlayerID: Player]>([:])

  init(
    opener: any MediaOpener, makeSink: @escaping @Sendable () -> any AudioSink,
    makeSpeedChanger: @escaping @Sendable () -> any SpeedChanger = { TapeSpeedChanger() },
    memoryBudget: Int,
    tuning: PlaybackTuning, hostTime: @escaping @Sendable () -> Double,
    threadTime: @escaping @Sendable () -> Double,
    fileVersion: @escaping @Sendable (MediaLocation) -> FileVersion?,
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
    stills = StillDesk(hostTime: hostTime)
  }

  var isShuttingDown: Bool { orders.withLock { $0.isShuttingDown } }

  /// The player of an id.
  func player(_ id: PlayerID) -> Player? { players.withLock { $0[id] } }

  // MARK: Commands

  func create(_ request: PlayerRequest) {
    let resumeTime = memory.position(of: request.location)
    let isNew = players.withLock { players in
      guard players[request.id] == nil else { return false }
      players[request.id] = Player(request, resumeTime: resumeTime)
      return true
    }
    guard isNew else { return }
    orders.withLock { $0.windowSerial += 1 }
    wakeDecoders()
  }

  func delete(_ ids: [PlayerID]) {
    for id in ids {
      guard let player = players.withLock({ $0.removeValue(forKey: id) }) else { continue }
      deleted.withLock { $0.append(player) }
      stills.cancel(id)
      if let decoder = player.delete() { close(decoder, of: id) }
      callOff { $0 == id }
    }
    orders.withLock { $0.windowSerial += 1 }
    wakeDecoders()
  }

  func play(_ id: PlayerID) {
    // Going on after a pause is a user's wish; a swipe, which plays another clip, is not.
    if orders.withLock({ $0.playingID == nil }) { sound.withLock { $0.wishes += 1 } }
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
    player.position.requestSeek(
      PlayerPosition.Seek(time: time, precision: precision), duration: player.facts.seekLimit)
    playbackWakeup.signal()
  }

  func step(_ id: PlayerID, by pictures: Int) {
    guard let player = player(id), orders.withLock({ $0.activeID }) == id else { return }
    pause(id)
    player.position.requestSteps(pictures)
    playbackWakeup.signal()
  }

  func selectSoundTrack(_ track: Int, of id: PlayerID) {
    player(id)?.tracks.chooseSound(track)
    playbackWakeup.signal()
  }

  func selectCaptionTrack(_ track: Int?, of id: PlayerID) {
    player(id)?.tracks.chooseCaptions(track)
    playbackWakeup.signal()
  }

  func setWindow(_ window: PreloadWindow) {
    command { [tuning] orders, now in
      orders.activate(window.current, now: now, drawingTime: tuning.drawingTime)
      orders.neighbours = window.neighbours
      orders.windowSerial += 1
    }
  }

  func setPictureArea(_ area: PictureArea) {
    command { orders, _ in orders.area = area }
  }

  func setDisplayTiming(_ timing: DisplayTiming) {
    command { orders, _ in orders.timing = timing }
  }

  func setLoopMode(_ mode: LoopMode) {
    command { orders, _ in orders.loopMode = mode }
  }

  func setMuted(_ isMuted: Bool) {
    sound.withLock { sound in
      if sound.isMuted, !isMuted { sound.wishes += 1 }
      sound.isMuted = isMuted
    }
  }

  func setVolume(_ volume: Double) {
    sound.withLock { sound in
      sound.volume = volume
      sound.wishes += 1
    }
  }

  func setSpeed(_ speed: Double) {
    let speed = PlaybackSpeed.clamped(speed)
    sound.withLock { $0.speed = speed }
    clock.setSpeed(speed, at: hostTime())
    audioWakeup.signal()
    playbackWakeup.signal()
  }

  /// What the captions of a player say now.
  func captions(of id: PlayerID) -> [Caption] {
    guard let player = player(id) else { return [] }
    return player.captions.due(at: player.time(clock: clock, at: hostTime()).position)
  }

  func shutDown() {
    orders.withLock { $0.isShuttingDown = true }
    callOff { _ in true }
    stills.shutDown()
    wakeDecoders()
    audioWakeup.signal()
  }

  private func command(_ body: (inout Orders, _ now: Double) -> Void) {
    let now = hostTime()
    let (old, new) = orders.withLock { orders in
      let old = orders
      body(&orders, now)
      return (old, orders)
    }
    if new.activeID != old.activeID || new.windowSerial != old.windowSerial {
      callOffUnwanted(new)
      // Nothing on the way to the screen waits for a thread: the picture it starts with is there.
      if let id = new.activeID, new.activeID != old.activeID,
        player(id)?.mailbox.restorePoster(now: nil) == true
      {
        onFrame(id)
      }
    }
    wakeDecoders()
  }

  private func wakeDecoders() {
    playbackWakeup.signal()
    preloadWakeup.signal()
  }

  // MARK: Calling off

  func callOffUnwanted(_ orders: Orders) {
    // What the playback thread opens for a clip that has left the screen is not worth finishing,
    // and what it reads of one that was open may not keep it long; what the preload thread does
    // for the clip that has come to the screen is.
    let now = hostTime()
    playbackWork.withLock { work in
      guard var current = work else { return }
      if current.id != orders.activeID, current.isReady {
        current.isLeft = true
        current.wasLeft = true
        current.cancellation.setDeadline(now + tuning.leaveDeadline)
      } else if current.id != orders.activeID {
        current.cancellation.cancel()
      } else if current.isLeft {
        current.isLeft = false
        current.cancellation.setDeadline(nil)
      }
      work = current
    }
    preloadWork.withLock { work in
      if let work, work.id != orders.activeID, !orders.neighbours.contains(work.id) {
        work.cancellation.cancel()
      }
    }
  }

  private func callOff(_ isUnwanted: (PlayerID) -> Bool) {
    for slot in [playbackWork, preloadWork] {
      slot.withLock { work in
        if let work, isUnwanted(work.id) { work.cancellation.cancel() }
      }
    }
  }
}
