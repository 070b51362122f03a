import MediaCore
import Models

/// A player's position, and its pending seek and steps.
struct PlayerPosition {
  /// A seek that the playback thread has not started yet.
  struct Seek {
    var time: Double
    var precision = SeekPrecision.exact
  }

  /// Where an earlier run left the clip.
  private enum SavedPosition {
    /// It was taken into account, or no longer matters, because the user has moved in the clip.
    case known
    /// Opening the clip waits for it.
    case awaited
    /// The clip was opened without it.
    case late
  }

  private enum Clocking {
    case fixed(Double)
    case running(LoopTimeline)
  }

  /// The maximum number of pending frame steps, so that movement stops soon after a held key is
  /// released.
  private static let stepLimit = 10

  private var clocking: Clocking
  /// Where the clip starts when it is opened, in seconds.
  var resumeTime: Double
  private var seek: Seek?
  /// The number of frames to step.
  private(set) var steps = 0
  private var savedPosition = SavedPosition.known
  private var bufferedEnd: Double?
  /// Whether more was being fetched at the last check.
  private(set) var isFetching = false

  /// Creates the position of a clip that is not open.
  ///
  /// - Parameter resumeTime: Where it will start, in seconds.
  init(resumeTime: Double) {
    clocking = .fixed(resumeTime)
    self.resumeTime = resumeTime
  }

  /// The player's time at a host time.
  ///
  /// - Parameters:
  ///   - duration: The clip's duration in seconds, if known.
  ///   - clock: The clock of a playing clip.
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

  /// Stops the position where the clip will resume when it comes back.
  mutating func leave(at time: Double) {
    resumeTime = time
    clocking = .fixed(time)
    steps = 0
    bufferedEnd = nil
    isFetching = false
  }

  /// Records the time up to which the clip has been read, in seconds, and whether more is being
  /// fetched.
  mutating func noteBuffered(until end: Double?, isFetching: Bool) {
    bufferedEnd = end.flatMap(MediaTime.plausible)
    self.isFetching = isFetching
  }

  // MARK: Where an earlier run left the clip

  /// Whether the position counts as where the clip was left. Otherwise it only plays from its
  /// beginning until it is known where an earlier run left it.
  var isSavedPositionKnown: Bool { savedPosition == .known }

  /// Notes that opening the clip waits for the saved position.
  ///
  /// - Returns: Whether it has to be asked for: not again, and not if the user has moved in the clip.
  mutating func awaitSavedPosition() -> Bool {
    guard savedPosition == .known, seek == nil else { return false }
    savedPosition = .awaited
    return true
  }

  /// Notes that opening the clip goes on, with or without the saved position.
  mutating func stopAwaitingSavedPosition() {
    if savedPosition == .awaited { savedPosition = .late }
  }

  /// Takes the saved position into account: the clip starts there or, once open, moves there.
  ///
  /// - Parameters:
  ///   - time: The saved position, in seconds; 0 for the beginning.
  ///   - duration: The clip's duration in seconds, if known. If it has become shorter, it starts again.
  mutating func savedPositionArrived(_ time: Double, duration: Double?) {
    let isLate = savedPosition == .late
    guard isLate || savedPosition == .awaited else { return }
    savedPosition = .known
    guard time > 0, time < duration ?? .infinity else { return }
    if isLate { requestSeek(Seek(time: time), duration: duration) } else { resumeTime = time }
  }

  /// Requests a seek; a newer one replaces it.
  mutating func requestSeek(_ seek: Seek, duration: Double?) {
    let limit = duration ?? .infinity
    let time = seek.time.isFinite ? min(max(seek.time, 0), limit) : 0
    self.seek = Seek(time: time, precision: seek.precision)
    steps = 0
    savedPosition = .known
  }

  mutating func takeSeek() -> Seek? {
    guard let seek else { return nil }
    self.seek = nil
    clocking = .fixed(seek.time)
    return seek
  }

  /// Requests frame steps; requests add up.
  mutating func requestSteps(_ count: Int) {
    let count = min(max(count, -Self.stepLimit), Self.stepLimit)
    steps = min(max(steps + count, -Self.stepLimit), Self.stepLimit)
    savedPosition = .known
  }

  /// Accounts for steps that were taken, or are impossible.
  mutating func stepped(by count: Int) { steps -= count }
}
