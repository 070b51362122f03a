import MediaCore
import Platform

/// The engine's only clock, read by all threads: positions are stream time, which passes at the
/// playback speed.
///
/// Each start, stop and seek has a number, its cut. The audio thread passes the cut it acts for, so
/// that late updates change nothing.
final class PlaybackClock: Sendable {
  private struct State {
    var filter = ClockFilter()
    var timeline = SpeedTimeline()
    /// The initial speed.
    var speed = 1.0
    var cut: UInt64 = 0
    /// Whether speed changes come from the audio thread, in device time.
    var followsSound = false

    func position(at host: Double) -> Double {
      timeline.stream(at: filter.position(at: host))
    }

    mutating func hold(at position: Double) {
      filter.hold(position: position)
      timeline = SpeedTimeline(position: position, speed: speed)
      followsSound = false
    }
  }

  private let state = Lock(State())

  /// The position at a host time, in seconds of stream time.
  func position(at host: Double) -> Double {
    state.withLock { $0.position(at: host) }
  }

  /// The device time at a host time, in seconds: the time scale of the filter.
  func playTime(at host: Double) -> Double {
    state.withLock { $0.filter.position(at: host) }
  }

  /// Seconds of host time until a position is reached; zero or negative if it has been.
  func delay(until position: Double, at host: Double) -> Double {
    state.withLock { $0.timeline.play(at: position) - $0.filter.position(at: host) }
  }

  /// Seconds of stream time per second.
  func speed(at host: Double) -> Double {
    state.withLock { $0.timeline.speed(at: $0.filter.position(at: host)) }
  }

  var isRunning: Bool { state.withLock { $0.filter.isRunning } }

  /// Stops the clock at a position.
  func hold(cut: UInt64, position: Double) {
    state.withLock { state in
      state.cut = cut
      state.hold(at: position)
    }
  }

  /// Stops the clock at its current position and returns that.
  func hold(cut: UInt64, at host: Double) -> Double {
    state.withLock { state in
      state.cut = cut
      let position = state.position(at: host)
      state.hold(at: position)
      return position
    }
  }

  /// Lets the audio thread start the clock, or starts it here if there is no sound, even if it was
  /// waiting for some.
  func start(cut: UInt64, at host: Double, hasSound: Bool) {
    state.withLock { state in
      state.cut = cut
      state.followsSound = hasSound
      guard !hasSound else { return }
      state.filter.hold(at: host)
      state.filter.start(at: host)
    }
  }

  /// Lets a clock without sound run up to a position and wait there; `.infinity` for no limit.
  func limit(to position: Double, at host: Double) {
    state.withLock { state in
      state.filter.limit(to: state.timeline.play(at: position), at: host)
    }
  }

  // MARK: Speed

  /// Sets the speed: at once without sound, otherwise once the audio thread reports when it takes
  /// effect.
  func setSpeed(_ speed: Double, at host: Double) {
    state.withLock { state in
      state.speed = speed
      guard !state.followsSound else { return }
      state.timeline.restart(at: state.filter.position(at: host), speed: speed)
    }
  }

  /// Changes the speed for a cut from a play time on, both in seconds.
  func changeSpeed(cut: UInt64, to speed: Double, at play: Double, stream: Double?, host: Double) {
    state.withLock { state in
      guard state.cut == cut else { return }
      state.timeline.forget(before: state.filter.position(at: host))
      // A position that was already reported is not taken back.
      let reached = state.position(at: host)
      state.timeline.change(to: speed, at: play, stream: stream.map { max($0, reached) })
    }
  }

  /// Continues at a speed from the current position.
  ///
  /// - Returns: The play time at which a position is then reached; `nil` if there has been a newer
  ///   cut.
  func restart(cut: UInt64, speed: Double, position: Double, host: Double) -> Double? {
    state.withLock { state in
      guard state.cut == cut else { return nil }
      state.followsSound = true
      // The old limit does not apply to what will be written.
      state.filter.limit(to: .infinity, at: host)
      state.timeline.restart(at: state.filter.position(at: host), speed: speed)
      return state.timeline.play(at: position)
    }
  }

  // MARK: The device

  /// Changes the clock for a cut; does nothing and returns `nil` if there has been a newer one.
  func update<Result>(cut: UInt64, _ body: (inout ClockFilter) -> Result) -> Result? {
    state.withLock { $0.cut == cut ? body(&$0.filter) : nil }
  }
}
