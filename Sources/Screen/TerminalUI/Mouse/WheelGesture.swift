import TerminalCore

/// Separates intended wheel steps from the reports that come with them
/// (docs/decisions/terminal-mouse.md).
///
/// A notch of a wheel is one report, or a few at once. Two fingers on a trackpad send dozens: some
/// while they move, then ever fewer as inertia runs out. All of that is one gesture, and one step.
package struct WheelGesture {
  /// Reports closer together than this belong together, in seconds. Separate notches are 0.15 or
  /// more apart.
  private static let quiet = 0.14
  /// Inertia slows down: the next interval is at most this many times the last one, and never
  /// longer than this.
  private static let slowing = 2.5
  private static let longestPause = 0.4
  /// Only a gesture that was this fast for this many reports has inertia; a wheel does not keep
  /// turning.
  private static let fastInterval = 0.03
  private static let minReports = 4

  /// A new push during inertia makes reports this many times as frequent. A link that holds reports
  /// back for one span makes them look four times as frequent when it delivers them. Not right
  /// after a step.
  private static let spurt = 4.5
  private static let span = 0.1
  private static let minSpurt = 4
  private static let settling = 0.3

  private var direction: MouseEvent.WheelDirection?
  /// When the relevant reports of the gesture arrived, and how many each time.
  private var times: [(time: Double, count: Int)] = []
  private var start = -Double.infinity
  private var count = 0
  private var interval = 0.0
  private var isFast = false

  /// Handles reports that arrived together.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - time: When, in seconds of a monotonic clock.
  /// - Returns: Whether one of them is a step; the others of its gesture are not.
  package mutating func isStep(
    _ direction: MouseEvent.WheelDirection, count: Int = 1, at time: Double
  ) -> Bool {
    var isStep = false
    for _ in 0..<count where takesStep(direction, at: time) { isStep = true }
    return isStep
  }

  private mutating func takesStep(
    _ direction: MouseEvent.WheelDirection, at time: Double
  ) -> Bool {
    guard let last = times.last?.time, let current = self.direction else {
      return begin(direction, at: time)
    }
    let interval = time - last
    let isOver = interval >= pause
    // Fingers that move up and down drift sideways.
    if !isOver, direction.isVertical != current.isVertical { return false }
    if isOver || direction != current || isSpurt(at: time) { return begin(direction, at: time) }
    self.interval = interval
    if interval <= Self.fastInterval { isFast = true }
    count += 1
    note(time)
    return false
  }

  /// How long the gesture may pause, in seconds.
  private var pause: Double {
    guard isFast, count >= Self.minReports else { return Self.quiet }
    return min(max(interval * Self.slowing, Self.quiet), Self.longestPause)
  }

  private mutating func begin(
    _ direction: MouseEvent.WheelDirection, at time: Double
  ) -> Bool {
    self.direction = direction
    times.removeAll(keepingCapacity: true)
    times.append((time, 1))
    start = time
    count = 1
    interval = 0
    isFast = false
    return true
  }

  private mutating func note(_ time: Double) {
    if let last = times.last, last.time == time {
      times[times.count - 1].count += 1
      return
    }
    times.removeAll { $0.time < time - 3 * Self.span }
    times.append((time, 1))
  }

  private func isSpurt(at time: Double) -> Bool {
    guard time - start >= Self.settling else { return false }
    var (recent, before) = (1, 0)
    for report in times where report.time > time - 3 * Self.span {
      if report.time > time - Self.span {
        recent += report.count
      } else {
        before += report.count
      }
    }
    // Two spans, so half as many.
    return recent >= Self.minSpurt && Double(recent) >= Self.spurt * max(Double(before) / 2, 1)
  }
}

extension MouseEvent.WheelDirection {
  fileprivate var isVertical: Bool { self == .up || self == .down }
}
