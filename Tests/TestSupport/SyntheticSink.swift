import MediaCore
import Models
import Platform

/// The behaviour of a synthetic sound device.
package enum SyntheticSinkBehavior: Hashable, Sendable {
  /// Plays in real time, with some seconds of latency after its buffer.
  case healthy(latency: Double)
  /// Plays in real time but always claims that nothing is queued.
  case silentAboutDelay
  /// Plays in real time, but its claims jump by some frames once it has played some seconds.
  case jumping(frames: Int, after: Double)
  /// Takes everything at once, like a file.
  case unpaced
  /// Takes one buffer and never plays it.
  case stalled
  /// Disappears after some seconds of playback.
  case vanishing(after: Double)
  /// Stops for some seconds after a time of playback, like a suspended device or a hanging server.
  /// It then claims to be full and to have nothing queued.
  case pausing(after: Double, for: Double)
  /// Cannot be opened.
  case missing
  /// Cannot be opened because another program uses it.
  case busy
}

/// What the devices of a test received and played, shared by all of them.
package final class SoundRecorder: Sendable {
  /// A stretch of sound that was played without a gap.
  package struct Stretch: Sendable {
    /// Host time at which its first frame was heard.
    package var start: Double
    /// Its left channel.
    package var samples: [Int16]
  }

  private let state = Lock<[Stretch]>([])
  private let opened = Lock(0)

  /// Creates an empty recorder.
  package init() {}

  /// What was heard, in order.
  package var stretches: [Stretch] { state.withLock { $0 } }

  /// The left channel of everything that was heard.
  package var heard: [Int16] { stretches.flatMap(\.samples) }

  /// How often opening a device was attempted.
  package var openings: Int { opened.withLock { $0 } }

  func noteOpening() { opened.withLock { $0 += 1 } }

  func begin(at host: Double) {
    state.withLock { $0.append(Stretch(start: host, samples: [])) }
  }

  func hear(_ samples: ArraySlice<Int16>) {
    state.withLock { stretches in
      guard !stretches.isEmpty else { return }
      stretches[stretches.count - 1].samples.append(contentsOf: samples)
    }
  }
}

/// A sound device that plays to a recorder, in simulated time.
package final class SyntheticSink: AudioSink {
  private let clock: SyntheticClock
  private let recorder: SoundRecorder
  private let behavior: Lock<SyntheticSinkBehavior>
  private let buffering = AudioBuffering(bufferFrames: 4800, periodFrames: 1200)
  private let canTakeBack: Bool
  private var queue: [Int16] = []
  private var playedUntil: Double?
  private var pausedAt: Double?
  private var fraction = 0.0
  private var playedFrames = 0

  /// Creates a closed device.
  ///
  /// - Parameters:
  ///   - clock: The simulated time.
  ///   - recorder: Records what is heard.
  ///   - behavior: Evaluated on every call, so that a test can change it.
  ///   - canTakeBack: Whether it returns what was not heard, as a sound card can.
  package init(
    clock: SyntheticClock, recorder: SoundRecorder, behavior: Lock<SyntheticSinkBehavior>,
    canTakeBack: Bool = false
  ) {
    self.clock = clock
    self.recorder = recorder
    self.behavior = behavior
    self.canTakeBack = canTakeBack
  }

  package func open() throws(AudioError) -> AudioBuffering {
    recorder.noteOpening()
    switch behavior.withLock({ $0 }) {
    case .missing: throw .noDevice("No such device.")
    case .busy: throw .busy
    default: break
    }
    return buffering
  }

  package func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) -> Int {
    try play()
    let frames = samples.count / 2
    let taken = min(frames, room)
    if taken > 0, playedUntil == nil {
      playedUntil = clock.now
      recorder.begin(at: clock.now)
    }
    for frame in 0..<taken { queue.append(samples[2 * frame]) }
    if behavior.withLock({ $0 }) == .unpaced { drain(queue.count) }
    return taken
  }

  package func status() throws(AudioError) -> AudioStatus {
    try play()
    var delay = queue.count
    switch behavior.withLock({ $0 }) {
    case .healthy(let latency): delay += Int(latency * 48_000)
    case .silentAboutDelay, .stalled, .unpaced: delay = 0
    case .jumping(let frames, let after):
      if Double(playedFrames) / 48_000 > after { delay += frames }
    case .pausing(_, let length):
      if let pausedAt, clock.now - pausedAt <= length, room == 0 { delay = 0 }
    case .vanishing, .missing, .busy: break
    }
    return AudioStatus(
      delayFrames: delay, availableFrames: room, isRunning: playedUntil != nil)
  }

  package func drop() throws(AudioError) {
    try play()
    queue = []
    playedUntil = nil
    fraction = 0
  }

  package func takeBack(keeping frames: Int) throws(AudioError) -> Int {
    guard canTakeBack else { return 0 }
    try play()
    let taken = max(queue.count - frames, 0)
    queue.removeLast(taken)
    return taken
  }

  package func wait(for wakeup: Wakeup, timeout: Double) {
    wakeup.wait(timeout: timeout)
  }

  package func close() {
    queue = []
    playedUntil = nil
  }

  private var room: Int {
    behavior.withLock({ $0 }) == .unpaced ? 1_000_000 : buffering.bufferFrames - queue.count
  }

  private func play() throws(AudioError) {
    switch behavior.withLock({ $0 }) {
    case .vanishing(let after) where Double(playedFrames) / 48_000 > after:
      throw .lost("The device has gone.")
    case .stalled, .unpaced: return
    case .pausing(let after, let length) where Double(playedFrames) / 48_000 > after:
      let since = pausedAt ?? clock.now
      pausedAt = since
      guard clock.now - since > length else {
        if playedUntil != nil { playedUntil = clock.now }
        return
      }
    default: break
    }
    guard let last = playedUntil else { return }
    let now = clock.now
    fraction += (now - last) * 48_000
    playedUntil = now
    let due = Int(fraction)
    fraction -= Double(due)
    if due > queue.count {
      drain(queue.count)
      // An underrun: the device stops and restarts with the next write.
      playedUntil = nil
      fraction = 0
    } else {
      drain(due)
    }
  }

  private func drain(_ count: Int) {
    recorder.hear(queue[..<count])
    queue.removeFirst(count)
    playedFrames += count
  }
}
