import MediaCore
import Models
import Platform

/// Where a player stands, and where it was asked to go.
final class PlayerPosition: Sendable {
  /// A seek that the playback thread has not begun yet.
  struct Seek {
    var time: Double
    var precision: SeekPrecision
  }

  private enum Clocking {
    case fixed(Double)
    case running(LoopTimeline)
  }

  private struct State {
    var clocking: Clocking
    var resumeTime: Double
    var seek: Seek?
    var steps = 0
    var bufferedEnd: Double?
    var isFetching = false
  }

  /// The most pictures that are owed at once: a key that is held down should not lead on after it.
  private static let stepLimit = 10

  private let state: Lock<State>

  /// Creates the position of a clip that is not open.
  ///
  /// - Parameter resumeTime: Where it will start, in seconds.
  init(resumeTime: Double) {
    state = Lock(
      State(clocking: .fixed(resumeTime), resumeTime: resumeTime), rank: .playerPosition)
  }

  /// Where the player stands at a host time.
  ///
  /// - Parameters:
  ///   - duration: The clip's length in seconds, if it is known.
  ///   - clock: The clock that a running clip follows.
  ///   - host: Host time, in seconds.
  func time(duration: Double?, clock: PlaybackClock, at host: Double) -> PlaybackTime {
    state.withLock { state in
      let limit = max(duration ?? .infinity, 0)
      let position = min(max(position(state, clock: clock, at: host), 0), limit)
      let buffered = state.bufferedEnd.map { position...min(max($0, position), limit) }
      return PlaybackTime(
        position: position, duration: duration, buffered: buffered, isFetching: state.isFetching)
    }
  }

  private func position(_ state: State, clock: PlaybackClock, at host: Double) -> Double {
    if let seek = state.seek { return seek.time }
    switch state.clocking {
    case .fixed(let time): return time
    case .running(let timeline): return timeline.place(at: clock.position(at: host)).time
    }
  }

  /// Where the clip starts when it is opened, in seconds.
  var resumeTime: Double {
    get { state.withLock { $0.resumeTime } }
    set { state.withLock { $0.resumeTime = newValue } }
  }

  /// Stops the position at a time in the clip.
  func set(_ time: Double) { state.withLock { $0.clocking = .fixed(time) } }

  /// Lets the position follow the clock.
  func followClock(_ timeline: LoopTimeline) {
    state.withLock { $0.clocking = .running(timeline) }
  }

  /// Stops the position where the clip will go on when it comes back.
  func leave(at time: Double) {
    state.withLock { state in
      state.resumeTime = time
      state.clocking = .fixed(time)
      state.steps = 0
      state.bufferedEnd = nil
      state.isFetching = false
    }
  }

  /// Notes up to where the clip has been read, in seconds, and whether more is on its way.
  func noteBuffered(until end: Double?, isFetching: Bool) {
    state.withLock { state in
      state.bufferedEnd = end.flatMap(MediaTime.plausible)
      state.isFetching = isFetching
    }
  }

  /// Whether more was on its way when it was noted last.
  var isFetching: Bool { state.withLock { $0.isFetching } }

  /// Asks for a seek; a newer one replaces it.
  func requestSeek(_ seek: Seek, duration: Double?) {
    state.withLock { state in
      let limit = duration ?? .infinity
      let time = seek.time.isFinite ? min(max(seek.time, 0), limit) : 0
      state.seek = Seek(time: time, precision: seek.precision)
      state.steps = 0
    }
  }

  /// Takes the seek that was asked for.
  func takeSeek() -> Seek? {
    state.withLock { state in
      guard let seek = state.seek else { return nil }
      state.seek = nil
      state.clocking = .fixed(seek.time)
      return seek
    }
  }

  /// Asks to move by pictures; what is asked for adds up.
  func requestSteps(_ count: Int) {
    state.withLock { state in
      let count = min(max(count, -Self.stepLimit), Self.stepLimit)
      state.steps = min(max(state.steps + count, -Self.stepLimit), Self.stepLimit)
    }
  }

  /// By how many pictures to move.
  var steps: Int { state.withLock { $0.steps } }

  /// Accounts for steps that were taken, or cannot be.
  func stepped(by count: Int) { state.withLock { $0.steps -= count } }
}
