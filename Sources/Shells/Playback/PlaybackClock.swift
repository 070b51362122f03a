import MediaCore
import Platform

/// The one clock of the engine, read by every thread.
///
/// Each start, hold and seek has a number, its cut. The audio thread names the cut it acts for, so
/// that what it does too late changes nothing.
final class PlaybackClock: Sendable {
  private struct State {
    var filter = ClockFilter()
    var cut: UInt64 = 0
  }

  private let state = Lock(State())

  /// The position at a host time, in seconds of stream time.
  func position(at host: Double) -> Double {
    state.withLock { $0.filter.position(at: host) }
  }

  /// Whether time passes.
  var isRunning: Bool { state.withLock { $0.filter.isRunning } }

  /// Holds the clock at a position.
  func hold(cut: UInt64, position: Double) {
    state.withLock { state in
      state.cut = cut
      state.filter.hold(position: position)
    }
  }

  /// Holds the clock where it is and returns that position.
  func hold(cut: UInt64, at host: Double) -> Double {
    state.withLock { state in
      state.cut = cut
      return state.filter.hold(at: host)
    }
  }

  /// Expects the audio thread to start the clock, or starts it here if there is no sound.
  func start(cut: UInt64, at host: Double, hasSound: Bool) {
    state.withLock { state in
      state.cut = cut
      if !hasSound { state.filter.start(at: host) }
    }
  }

  /// Changes the clock for a cut; does nothing and returns `nil` if there has been a newer one.
  func update<Result>(cut: UInt64, _ body: (inout ClockFilter) -> Result) -> Result? {
    state.withLock { $0.cut == cut ? body(&$0.filter) : nil }
  }
}
