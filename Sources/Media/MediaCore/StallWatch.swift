/// Detects a device that has stopped taking sound although it reports that it is running.
package struct StallWatch: Hashable, Sendable {
  package enum Verdict: Hashable, Sendable {
    case fine
    /// Discard what it holds and restart it.
    case restart
    /// It stalls repeatedly: use another.
    case giveUp
  }

  /// A device is not given up for a single hiccup.
  static let stallsAllowed = 3
  /// Stalls further apart than this, in seconds, are unrelated.
  static let memory = 10.0
  /// A working device never pauses for longer, in seconds.
  static let shortestStall = 0.3

  private var progressAt: Double?
  private var stalls: [Double] = []

  package init() {}

  /// Records an attempt to write.
  ///
  /// - Parameters:
  ///   - now: Host time, in seconds.
  ///   - offered: Frames the device should have had room for; 0 if there was nothing to write.
  ///   - accepted: Frames it took.
  ///   - buffer: The size of its buffer, in seconds.
  /// - Returns: What to do about it.
  package mutating func observe(now: Double, offered: Int, accepted: Int, buffer: Double) -> Verdict
  {
    guard offered > 0, accepted == 0, let progressAt else {
      self.progressAt = now
      return .fine
    }
    stalls.removeAll { now - $0 > Self.memory }
    // Sound servers take up to two seconds to start; each restart doubles the time allowed.
    let patience = max(Self.shortestStall, 2 * buffer) * Double(1 << stalls.count)
    guard now - progressAt > patience else { return .fine }
    self.progressAt = now
    stalls.append(now)
    return stalls.count >= Self.stallsAllowed ? .giveUp : .restart
  }

  /// Forgets when the device last made progress, because it was restarted or paused.
  package mutating func restart() {
    progressAt = nil
  }
}
