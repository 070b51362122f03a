import MediaCore
import Models
import Platform

/// What the engine has been told to do: one slot, in which newer orders replace older ones.
/// See docs/decisions/engine-threads.md.
struct Orders {
  /// The player on screen.
  var activeID: PlayerID?
  /// The player that shall play; it does so while it is on screen.
  var playingID: PlayerID?
  /// Grows with each command to play.
  var playSerial: UInt64 = 0
  var neighbours: [PlayerID] = []
  /// Grows when the window or the set of players changes.
  var windowSerial: UInt64 = 0
  var pace = SwipePace()
  /// Host time up to which the screen is drawn for the clip that has come to it: no thread of the
  /// engine takes a processor from that.
  var drawnUntil = -Double.infinity
  var area: FrameArea?
  var timing = DisplayTiming()
  var loopMode = LoopMode.one
  var isShuttingDown = false

  /// Makes a player the one on screen.
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

/// Sound on its way from the thread that decodes a clip to the thread that feeds the device.
typealias SoundQueue = Lock<PCMBuffer>

/// What the audio thread shall do.
struct AudioOrder {
  /// Grows with every start, hold and seek; names them on the clock.
  var cut: UInt64 = 0
  var queue: SoundQueue?
  /// Stream time at which to go on.
  var start = 0.0
  var isPlaying = false
}
