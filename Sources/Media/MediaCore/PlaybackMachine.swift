import Models

/// The state machine of the clip on screen, from its first frame to its end.
///
/// Values in, actions out: decoding, sound and waiting happen outside.
package struct PlaybackMachine: Hashable, Sendable {
  package enum Phase: Hashable, Sendable {
    /// Nothing can be shown yet.
    case loading
    /// Something can be shown; the clock is stopped.
    case held
    /// The clock runs.
    case running
    /// The last frame stays.
    case ended
  }

  /// What is ready to play.
  package struct Supply: Hashable, Sendable {
    /// Frames shown or queued.
    package var frames: Int
    /// No more frames before a seek; also for a clip without video.
    package var videoEnded: Bool
    /// Seconds of sound queued.
    package var sound: Double
    /// No more sound before a seek; also for a clip without sound, and while its sound is only
    /// reachable by reading too far ahead.
    package var soundEnded: Bool
    /// Everything written so far of a growing clip has been played.
    package var isDry: Bool

    package init(
      frames: Int, videoEnded: Bool, sound: Double, soundEnded: Bool, isDry: Bool = false
    ) {
      self.frames = frames
      self.videoEnded = videoEnded
      self.sound = sound
      self.soundEnded = soundEnded
      self.isDry = isDry
    }

    /// Whether there is something to show or hear.
    var isSomething: Bool { frames > 0 || (videoEnded && (sound > 0 || soundEnded)) }

    /// Whether video and sound can start together and continue without a gap.
    var isAmple: Bool {
      (frames >= PlaybackMachine.framesToStart || videoEnded)
        && (sound >= PlaybackMachine.soundToStart || soundEnded)
    }
  }

  /// What the user wants; the serial changes with every play command.
  package typealias Request = (plays: Bool, serial: UInt64, loopMode: LoopMode)

  package enum Action: Hashable, Sendable {
    case none
    /// Start the clock and the sound.
    case start
    /// Stop both at their positions.
    case hold
    /// Stop both at the end and report it.
    case end
    /// Seek to the beginning.
    case restart
  }

  /// A second frame must be queued after the first, or the start stutters.
  static let framesToStart = 2
  /// As much sound as a device holds, in seconds.
  static let soundToStart = 0.1
  /// How long to wait for a slow clip once something can be shown, in seconds.
  static let longestPriming = 0.3

  package private(set) var phase = Phase.loading
  private var loadedAt = 0.0
  private var serialAtEnd: UInt64 = 0

  package init() {}

  /// Starts over, after a seek or for another clip.
  package mutating func load() {
    phase = .loading
  }

  /// Treats the clip as ended.
  ///
  /// - Parameter serial: The current play command.
  package mutating func finish(serial: UInt64) {
    phase = .ended
    serialAtEnd = serial
  }

  /// Decides what to do.
  ///
  /// - Parameters:
  ///   - now: Host time, in seconds.
  ///   - request: What the user wants.
  ///   - supply: What is ready to play.
  ///   - isAtEnd: Whether the clock has reached the end of the clip and no loop continues it.
  /// - Returns: What to do; the machine assumes that it is done.
  package mutating func step(now: Double, request: Request, supply: Supply, isAtEnd: Bool) -> Action
  {
    switch phase {
    case .loading:
      guard supply.isSomething else { return .none }
      phase = .held
      loadedAt = now
      return step(now: now, request: request, supply: supply, isAtEnd: isAtEnd)
    case .held:
      guard request.plays, !supply.isDry,
        supply.isAmple || now - loadedAt >= Self.longestPriming
      else { return .none }
      phase = .running
      return .start
    case .running:
      guard request.plays, !supply.isDry else {
        phase = .held
        // Only a clip that is going to play is waited for.
        if request.plays { loadedAt = now }
        return .hold
      }
      guard isAtEnd else { return .none }
      finish(serial: request.serial)
      return .end
    case .ended:
      guard request.plays, request.serial != serialAtEnd || request.loopMode == .one else {
        return .none
      }
      phase = .loading
      return .restart
    }
  }

  /// Host time at which a start stops waiting for more to be decoded; `nil` if it is not waiting.
  package var primingDeadline: Double? {
    phase == .held ? loadedAt + Self.longestPriming : nil
  }
}
