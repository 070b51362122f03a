import Clients
import MediaCore
import Models
import Platform

/// The engine's orders: one slot, in which newer orders replace older ones. See
/// docs/decisions/engine-threads.md.
struct Orders {
  /// The player on screen.
  var activeID: PlayerID?
  /// The player that should play; it does so while it is on screen.
  var playingID: PlayerID?
  /// Increases with every play command.
  var playSerial: UInt64 = 0
  var neighbours: [PlayerID] = []
  /// Increases when the window or the set of players changes.
  var windowSerial: UInt64 = 0
  var pace = SwipePace()
  /// Host time until which the screen is being drawn for a new clip; until then the engine's
  /// threads leave the CPU to that.
  var drawnUntil = -Double.infinity
  var area: FrameArea?
  var timing = DisplayTiming()
  var loopMode = LoopMode.one
  var loopedPart: LoopedPart?
  var isShuttingDown = false

  /// Puts a player on screen.
  mutating func activate(_ id: PlayerID?, now: Double, drawingTime: Double) {
    guard id != activeID else { return }
    if activeID != nil {
      pace.swipe(at: now)
      drawnUntil = now + drawingTime
    }
    activeID = id
    windowSerial += 1
  }
}

/// Sound between the decoding thread and the audio thread.
typealias SoundQueue = Lock<PCMBuffer>

/// What the audio thread should do.
struct AudioOrder {
  /// Increases with every start, stop and seek; identifies them on the clock.
  var cut: UInt64 = 0
  var queue: SoundQueue?
  /// Stream time at which to continue.
  var start = 0.0
  var isPlaying = false
}
