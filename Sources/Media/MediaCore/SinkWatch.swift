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

/// Notices a device that takes sound as fast as it is given, such as one that writes a file.
package struct UnpacedWatch: Hashable, Sendable {
  /// By how much of its buffer a device may run ahead of the host's clock.
  static let tolerance = 0.75
  static let strikesNeeded = 2

  private var strikes = 0

  /// Whether the device has no pace of its own; its delay then means nothing.
  package private(set) var isUnpaced = false

  /// Creates a watch over a device that has just been opened.
  package init() {}

  /// Takes in a status.
  ///
  /// - Parameters:
  ///   - elapsed: Seconds since the first frame was written.
  ///   - written: Frames written since then.
  ///   - status: What the device says after the last write.
  ///   - buffering: What the device holds.
  package mutating func observe(
    elapsed: Double, written: Int, status: AudioStatus, buffering: AudioBuffering
  ) {
    guard !isUnpaced else { return }
    let queued = max(buffering.bufferFrames - status.availableFrames, 0)
    let consumed = Double(written - queued)
    let possible = elapsed * AudioFormat.rate
    let isAhead = consumed > possible + Self.tolerance * Double(buffering.bufferFrames)
    strikes = isAhead && status.delayFrames <= 0 ? strikes + 1 : 0
    isUnpaced = strikes >= Self.strikesNeeded
  }
}
