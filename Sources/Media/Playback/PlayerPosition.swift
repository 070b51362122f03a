import MediaCore
import Models

/// Where a player stands, and where it was asked to go.
struct PlayerPosition {
  /// A seek that the playback thread has not begun yet.
  struct Seek {
    var time: Double
    var precision = SeekPrecision.exact
  }

  private enum Clocking {
    case fixed(Double)
    case running(LoopTimeline)
  }

  /// The most frames that are pending at once: a key that is held down should not lead on after it.
  private static let stepLimit = 10

  private var clocking: Clocking
  /// Where the clip starts when it is opened, in seconds.
  var resumeTime: Double
  private var seek: Seek?
  /// By how many frames to move.
  private(set) var steps = 0
  private var bufferedEnd: Double?
  /// Whether more was on its way when it was noted last.
  private(set) var isFetching = false

  /// Creates the position of a clip that is not open.
  ///
  /// - Parameter resumeTime: Where it will start, in seconds.
  init(resumeTime: Double) {
    clocking = .fixed(resumeTime)
    self.resumeTime = resumeTime
  }

  /// Where the player stands at a host time.
  ///
  /// - Parameters:
  ///   - duration: The clip's length in seconds, if it is known.
  ///   - clock: The clock that a running clip follows.
  ///   - host: Host time, in seconds.
  func time(duration: Double?, clock: PlaybackClock, at host: Double) -> PlaybackTime {
    let limit = max(duration ?? .infinity, 0)
    let position = min(max(position(clock: clock, at: host), 0), limit)
    let buffered = bufferedEnd.map { position...min(max($0, position), limit) }
    return PlaybackTime(
      position: position, duration: duration, buffered: buffered, isFetching: isFetching)
  }

  private func position(clock: PlaybackClock, at host: Double) -> Double {
    if let seek { return seek.time }
    switch clocking {
    case .fixed(let time): return time
    case .running(let timeline): return timeline.time(at: clock.position(at: host))
    }
  }

  /// Stops the position at a time in the clip.
  mutating func set(_ time: Double) { clocking = .fixed(time) }

  /// Lets the position follow the clock.
  mutating func followClock(_ timeline: LoopTimeline) { clocking = .running(timeline) }

  /// Stops the position where the clip will go on when it comes back.
  mutating func leave(at time: Double) {
    resumeTime = time
    clocking = .fixed(time)
    steps = 0
    bufferedEnd = nil
    isFetching = false
  }

  /// Notes up to where the clip has been read, in seconds, and whether more is on its way.
  mutating func noteBuffered(until end: Double?, isFetching: Bool) {
    bufferedEnd = end.flatMap(MediaTime.plausible)
    self.isFetching = isFetching
  }

  /// Asks for a seek; a newer one replaces it.
  mutating func requestSeek(_ seek: Seek, duration: Double?) {
    let limit = duration ?? .infinity
    let time = seek.time.isFinite ? min(max(seek.time, 0), limit) : 0
    self.seek = Seek(time: time, precision: seek.precision)
    steps = 0
  }

  /// Takes the seek that was asked for.
  mutating func takeSeek() -> Seek? {
    guard let seek else { return nil }
    self.seek = nil
    clocking = .fixed(seek.time)
    return seek
  }

  /// Asks to move by frames; what is asked for adds up.
  mutating func requestSteps(_ count: Int) {
    let count = min(max(count, -Self.stepLimit), Self.stepLimit)
    steps = min(max(steps + count, -Self.stepLimit), Self.stepLimit)
  }

  /// Accounts for steps that were taken, or cannot be.
  mutating func stepped(by count: Int) { steps -= count }
}
