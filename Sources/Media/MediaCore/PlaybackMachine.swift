import Models

/// The states of the clip on screen, from its first frame to its end.
///
/// Values in, actions out: what decodes, sounds and waits stands outside.
package struct PlaybackMachine: Hashable, Sendable {
  /// Where play stands.
  package enum Phase: Hashable, Sendable {
    /// Nothing can be shown yet.
    case loading
    /// Something is there; the clock stands.
    case held
    /// The clock runs.
    case running
    /// The last frame stays.
    case ended
  }

  /// What is there to be played.
  package struct Supply: Hashable, Sendable {
    /// Frames shown or waiting.
    package var frames: Int
    /// No more frames before a seek; also for a clip that has none.
    package var videoEnded: Bool
    /// Seconds of sound waiting.
    package var sound: Double
    /// No more sound before a seek; also for a clip that has none, and while its sound cannot be
    /// had without reading too far ahead.
    package var soundEnded: Bool
    /// All there is has been played of a clip that is still being written.
    package var isDry: Bool

    /// Creates a description.
    package init(
      frames: Int, videoEnded: Bool, sound: Double, soundEnded: Bool, isDry: Bool = false
    ) {
      self.frames = frames
      self.videoEnded = videoEnded
      self.sound = sound
      self.soundEnded = soundEnded
      self.isDry = isDry
    }

    /// Whether there is something to show or to hear.
    var isSomething: Bool { frames > 0 || (videoEnded && (sound > 0 || soundEnded)) }

    /// Whether frame and sound can start together and go on without a gap.
    var isAmple: Bool {
      (frames >= PlaybackMachine.framesToStart || videoEnded)
        && (sound >= PlaybackMachine.soundToStart || soundEnded)
    }
  }

  /// What the user wants; the serial changes with every command to play.
  package typealias Wish = (plays: Bool, serial: UInt64, loopMode: LoopMode)

  /// What to do now.
  package enum Action: Hashable, Sendable {
    case none
    /// Let the clock run, and the sound.
    case start
    /// Stop both where they are.
    case hold
    /// Stop both at the end and say so.
    case end
    /// Seek to the beginning.
    case restart
  }

  /// The second frame must wait behind the first, or the start stutters.
  static let framesToStart = 2
  /// As much sound as a device holds, in seconds.
  static let soundToStart = 0.1
  /// How long a slow clip is waited for once something is there, in seconds.
  static let longestPriming = 0.3

  /// Where play stands.
  package private(set) var phase = Phase.loading
  private var loadedAt = 0.0
  private var serialAtEnd: UInt64 = 0

  /// Creates a machine for a clip of which nothing is there yet.
  package init() {}

  /// Begins anew, after a seek or for another clip.
  package mutating func load() {
    phase = .loading
  }

  /// Takes the clip for ended.
  ///
  /// - Parameter serial: The command to play that was in force.
  package mutating func finish(serial: UInt64) {
    phase = .ended
    serialAtEnd = serial
  }

  /// Decides what to do.
  ///
  /// - Parameters:
  ///   - now: Host time, in seconds.
  ///   - wish: What the user wants.
  ///   - supply: What is there.
  ///   - isAtEnd: Whether the clock has reached the end of the clip and no loop continues it.
  /// - Returns: What to do; the machine takes it for done.
  package mutating func step(now: Double, wish: Wish, supply: Supply, isAtEnd: Bool) -> Action {
    switch phase {
    case .loading:
      guard supply.isSomething else { return .none }
      phase = .held
      loadedAt = now
      return step(now: now, wish: wish, supply: supply, isAtEnd: isAtEnd)
    case .held:
      guard wish.plays, !supply.isDry,
        supply.isAmple || now - loadedAt >= Self.longestPriming
      else { return .none }
      phase = .running
      return .start
    case .running:
      guard wish.plays, !supply.isDry else {
        phase = .held
        // Only what is to go on by itself is waited for.
        if wish.plays { loadedAt = now }
        return .hold
      }
      guard isAtEnd else { return .none }
      finish(serial: wish.serial)
      return .end
    case .ended:
      guard wish.plays, wish.serial != serialAtEnd || wish.loopMode == .one else { return .none }
      phase = .loading
      return .restart
    }
  }

  /// Host time at which a start no longer waits for more to be decoded; `nil` if it does not wait.
  package var primingDeadline: Double? {
    phase == .held ? loadedAt + Self.longestPriming : nil
  }
}
