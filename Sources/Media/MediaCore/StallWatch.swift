/// Notices a device that has stopped taking sound although it claims to run.
package struct StallWatch: Hashable, Sendable {
  /// What to do.
  package enum Verdict: Hashable, Sendable {
    case fine
    /// Throw away what it holds and start it again.
    case restart
    /// It stalls again and again: use another.
    case giveUp
  }

  /// A device is not given up for a single hiccup.
  static let stallsAllowed = 3
  /// Stalls further apart than this, in seconds, have nothing to do with each other.
  static let memory = 10.0
  /// No device in order pauses for longer, in seconds.
  static let shortestStall = 0.3

  private var progressAt: Double?
  private var stalls: [Double] = []

  /// Creates a watch over a device that has just been started.
  package init() {}

  /// Takes in a try to write.
  ///
  /// - Parameters:
  ///   - now: Host time, in seconds.
  ///   - offered: Frames the device should have had room for; 0 if there was nothing to write.
  ///   - accepted: Frames it took.
  ///   - buffer: What it holds, in seconds.
  /// - Returns: What to do about it.
  package mutating func observe(now: Double, offered: Int, accepted: Int, buffer: Double) -> Verdict
  {
    guard offered > 0, accepted == 0, let progressAt else {
      self.progressAt = now
      return .fine
    }
    stalls.removeAll { now - $0 > Self.memory }
    // Sound servers take up to two seconds to begin; each restart is given twice the time.
    let patience = max(Self.shortestStall, 2 * buffer) * Double(1 << stalls.count)
    guard now - progressAt > patience else { return .fine }
    self.progressAt = now
    stalls.append(now)
    return stalls.count >= Self.stallsAllowed ? .giveUp : .restart
  }

  /// Forgets when the device last made progress, because it was restarted or held.
  package mutating func restart() {
    progressAt = nil
  }
}
