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
  }

  let opener: any MediaOpener
  let makeSink: @Sendable () -> any AudioSink
  let memoryBudget: Int
  let tuning: PlaybackTuning
  let hostTime: @Sendable () -> Double
  let onFrame: @Sendable (PlayerID) -> Void

  let orders = Lock(Orders())
  let audioOrder = Lock(AudioOrder())
  let isMuted = Lock(false)
  let clock = PlaybackClock()
  let soundDevice = Broadcast(initial: SoundDevice.unknown)

  let playbackWakeup = Wakeup()
  let preloadWakeup = Wakeup()
  let audioWakeup = Wakeup()

  /// What the playback thread opens; not set once there is a picture.
  let playbackWork = Lock<Work?>(nil)
  let preloadWork = Lock<Work?>(nil)

  /// Players that were left and may not show their first picture yet.
  let leftIDs = Lock<Set<PlayerID>>([])

  private let players = Lock<[PlayerID: Player]>([:])
  private let openIDs = Lock<Set<PlayerID>>([])
  private let closing = Lock<[ClipDecoder]>([])

  init(
    opener: any MediaOpener, makeSink: @escaping @Sendable () -> any AudioSink, memoryBudget: Int,
    tuning: PlaybackTuning, hostTime: @escaping @Sendable () -> Double,
    onFrame: @escaping @Sendable (PlayerID) -> Void
  ) {
    self.opener = opener
    self.makeSink = makeSink
    self.memoryBudget = memoryBudget
    self.tuning = tuning
    self.hostTime = hostTime
    self.onFrame = onFrame
  }

  var isShuttingDown: Bool { orders.withLock { $0.isShuttingDown } }

  /// The player of an id.
  func player(_ id: PlayerID) -> Player? { players.withLock { $0[id] } }

  // MARK: Commands

  func create(_ request: PlayerRequest) {
    let isNew = players.withLock { players in
      guard players[request.id] == nil else { return false }
      players[request.id] = Player(request)
      return true
    }
    guard isNew else { return }
    orders.withLock { $0.windowSerial += 1 }
    wakeDecoders()
  }

  func delete(_ ids: [PlayerID]) {
    for id in ids {
      guard let player = players.withLock({ $0.removeValue(forKey: id) }) else { continue }
      if let decoder = player.delete() { close(decoder, of: id) }
      callOff { $0 == id }
    }
    orders.withLock { $0.windowSerial += 1 }
    wakeDecoders()
  }

  func play(_ id: PlayerID) {
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
    player(id)?.requestSeek(Player.Seek(time: time, precision: precision))
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

  func setLoopMode(_ mode: LoopMode) {
    command { orders, _ in orders.loopMode = mode }
  }

  func setMuted(_ isMuted: Bool) {
    self.isMuted.withLock { $0 = isMuted }
  }

  func shutDown() {
    orders.withLock { $0.isShuttingDown = true }
    callOff { _ in true }
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
        player(id)?.restorePoster(now: nil) == true
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

  private func callOffUnwanted(_ orders: Orders) {
    // What the playback thread opens for a clip that has left the screen is not worth finishing;
    // what the preload thread does for the clip that has come to it is.
    playbackWork.withLock { work in
      if let work, work.id != orders.activeID { work.cancellation.cancel() }
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

  // MARK: Decoders

  /// Opens a clip's decoder, with a deadline up to its first picture.
  ///
  /// - Parameters:
  ///   - player: Whose clip it is; its status and what is known of it are updated.
  ///   - slot: Where the work can be called off.
  /// - Returns: The decoder, at its beginning.
  /// - Throws: What the opener throws.
  func open(_ player: Player, slot: Lock<Work?>) throws(MediaError) -> ClipDecoder {
    let cancellation = CancellationToken()
    slot.withLock { $0 = Work(id: player.id, cancellation: cancellation) }
    // Between the order to leave this clip and the line above nobody could call it off.
    callOffUnwanted(orders.withLock { $0 })
    player.change(.unknown, to: .opening)
    cancellation.setDeadline(HostTime.now + tuning.openDeadline)
    let source = try opener.open(player.location, cancellation: cancellation)
    cancellation.setDeadline(HostTime.now + tuning.openDeadline)
    player.note(source.info)
    return ClipDecoder(source: source, cancellation: cancellation)
  }

  /// Puts a decoder back into its player's slot, or closes it if the player is gone.
  func park(_ decoder: ClipDecoder?, of player: Player, stage: PreloadStage) {
    let (isKept, isAwaited) = player.release(decoder, stage: stage)
    if isKept {
      openIDs.withLock { _ = $0.insert(player.id) }
    } else if let decoder {
      close(decoder, of: player.id)
    }
    if isAwaited { playbackWakeup.signal() }
  }

  /// Has a decoder closed by the preload thread: that can take long.
  func close(_ decoder: ClipDecoder, of id: PlayerID) {
    openIDs.withLock { _ = $0.remove(id) }
    closing.withLock { $0.append(decoder) }
    preloadWakeup.signal()
  }

  /// Players with an open decoder.
  var openPlayers: [Player] {
    openIDs.withLock { Array($0) }.compactMap { player($0) }
  }

  /// Takes the decoders that are to be closed; letting go of them closes them.
  func takeClosing() -> [ClipDecoder] {
    closing.withLock { closing in
      defer { closing = [] }
      return closing
    }
  }
}
