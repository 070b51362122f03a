import Clients
import Glibc
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

/// The whole engine without a thread: its steps are driven in turn by a made-up clock.
final class EngineRig {
  let clock = SyntheticClock()
  let library: SyntheticLibrary
  let recorder = SoundRecorder()
  let behavior: Lock<SyntheticSinkBehavior>
  let core: EngineCore
  let client: PlayerClient
  let published = Lock<[PlayerID]>([])
  /// Called after each round of steps.
  var observe: () -> Void = {}

  /// Whether the audio thread runs; one that is stuck in a driver does not.
  var hasAudioThread = true

  /// The positions saved for the next run.
  let saved = Lock<[MediaLocation: Double]>([:])
  /// Whether where clips were left takes long to be read.
  let isRecordSlow = Lock(false)
  /// The answers to come.
  private let answers = Lock<[@Sendable () -> Void]>([])

  private let playback: PlaybackLoop
  private let preload: PreloadLoop
  private let opening: [OpeningLoop]
  private let stills: StillLoop
  private let audio: AudioPump
  private let wakeups: [Wakeup]
  /// When these threads would step next if nobody woke them.
  private var playbackDue = -Double.infinity
  private var preloadDue = -Double.infinity
  private var stillsDue = -Double.infinity

  init(
    device: SyntheticSinkBehavior = .healthy(latency: 0), memoryBudget: Int = 256 << 20,
    tuning: PlaybackTuning = PlaybackTuning(), paintsSound: Bool = false,
    canTakeBack: Bool = false, changesSpeed: Bool = true
  ) {
    let clock = clock
    let recorder = recorder
    let behavior = Lock(device)
    let published = published
    self.behavior = behavior
    library = SyntheticLibrary(clock: clock)
    core = EngineCore(
      opener: paintsSound ? WaveformOpener(opener: library) : library,
      makeSink: {
        SyntheticSink(
          clock: clock, recorder: recorder, behavior: behavior, canTakeBack: canTakeBack)
      },
      makeSpeedChanger: { changesSpeed ? TapeSpeedChanger() : nil }, memoryBudget: memoryBudget,
      tuning: tuning,
      hostTime: { clock.now },
      threadTime: { clock.now }, fileVersion: { [library] in library.fileVersion(of: $0) },
      positions: SavedPositions(
        ask: { [saved, isRecordSlow, answers] location, answer in
          let time = saved.withLock { $0[location] ?? 0 }
          if isRecordSlow.withLock({ $0 }) {
            answers.withLock { $0.append { answer(time) } }
          } else {
            answer(time)
          }
        },
        save: { [saved] clip, location in
          saved.withLock { $0[location] = clip.resumeTime ?? $0[location] }
        }),
      onFrame: { id in published.withLock { $0.append(id) } })
    wakeups = [core.playbackWakeup, core.preloadWakeup, core.stills.wakeup] + core.openingWakeups
    client = .live(core: core)
    playback = PlaybackLoop(core: core)
    preload = PreloadLoop(core: core)
    opening = (0..<OpeningLoop.count).map { [core] in OpeningLoop(core: core, number: $0) }
    stills = StillLoop(core: core)
    audio = AudioPump(core: core)
    client.setFrameArea(FrameArea(size: PixelSize(width: 32, height: 18)))
  }

  deinit {
    // What it calls holds the core, which holds the library.
    library.whileHanging.withLock { $0.call = {} }
    playback.leavePlayer(now: clock.now)
    audio.stop()
  }

  /// Makes players of clips, with ids 1, 2, 3...
  func create(_ clips: SyntheticClip...) { create(clips) }

  func create(_ clips: [SyntheticClip]) {
    for (index, clip) in clips.enumerated() {
      let location = library.add("clip \(index + 1)", clip)
      client.create(PlayerID(rawValue: index + 1), PlayerSource(location))
    }
  }

  /// Shows a player and its neighbours, and plays it.
  func show(_ current: Int, neighbours: [Int] = [], plays: Bool = true) {
    client.setWindow(
      PreloadWindow(
        current: PlayerID(rawValue: current), neighbours: neighbours.map { PlayerID(rawValue: $0) })
    )
    if plays { client.play(PlayerID(rawValue: current)) }
  }

  /// Lets time pass, at most 5 ms at once.
  func run(for seconds: Double) {
    let end = clock.now + seconds
    while clock.now < end {
      let next = settle()
      clock.advance(by: max(min(next - clock.now, 0.005, end - clock.now), 1e-5))
    }
    settle()
  }

  /// Does what can be done without time passing.
  @discardableResult
  func settle() -> Double {
    var next = Double.infinity
    for _ in 0..<200 {
      let now = clock.now
      if now >= playbackDue || core.playbackWakeup.isSignalled {
        core.playbackWakeup.clear()
        playbackDue = playback.step(now: now)
      }
      if now >= preloadDue || core.preloadWakeup.isSignalled {
        core.preloadWakeup.clear()
        preloadDue = preload.step(now: now)
      }
      for (loop, wakeup) in zip(opening, core.openingWakeups) where wakeup.isSignalled {
        wakeup.clear()
        while loop.step(now: now) <= now {}
      }
      if now >= stillsDue || core.stills.wakeup.isSignalled {
        core.stills.wakeup.clear()
        stillsDue = stills.step(now: now)
      }
      next = min(playbackDue, preloadDue, stillsDue)
      if hasAudioThread, let wait = audio.step(now: now) { next = min(next, now + wait) }
      observe()
      if next > now, !wakeups.contains(where: { $0.isSignalled }) { break }
    }
    return next
  }

  /// Tells where clips were left, late.
  func answer() {
    for answer in answers.withLock({ answers in
      defer { answers = [] }
      return answers
    }) {
      answer()
    }
  }

  // MARK: What there is to see

  func number(_ id: Int) -> Int? {
    client.frame(PlayerID(rawValue: id))?.pixels.withPixels { $0.first.map { Int($0) - 1 } }
  }

  /// The number of the frame that will be shown next, if known.
  func nextNumber(_ id: Int) -> Int? {
    client.frame(PlayerID(rawValue: id))?.next?.withPixels { $0.first.map { Int($0) - 1 } }
  }

  func size(_ id: Int) -> PixelSize? { client.frame(PlayerID(rawValue: id))?.pixels.size }

  func position(_ id: Int) -> Double { client.time(PlayerID(rawValue: id)).position }

  func status(_ id: Int) -> PlayerStatus? { core.player(PlayerID(rawValue: id))?.status.latest }

  /// Expects player 1, of a `SyntheticClip()`, to show the frame of its position.
  func expectFrameAtPosition(
    _ comment: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let position = position(1)
    let shown = Double(number(1) ?? -100) / 25
    // At the seam of the loop one of the two is first for a moment.
    let isAtSeam = position < 0.06 || position > 1.995
    #expect(
      abs(position - shown) < 0.06 || isAtSeam, "\(comment): \(position) \(shown)",
      sourceLocation: sourceLocation)
  }

  func stage(_ id: Int) -> PreloadStage? { core.player(PlayerID(rawValue: id))?.stage }
}

extension SyntheticClip {
  /// A clip of half a minute that takes its time to decode.
  ///
  /// - Parameters:
  ///   - cost: Seconds for a frame.
  ///   - frameRate: Frames in a second.
  static func costly(_ cost: Double, frameRate: Double) -> SyntheticClip {
    var clip = SyntheticClip()
    clip.duration = 30
    clip.frameRate = frameRate
    clip.frameCost = cost
    return clip
  }
}

extension Wakeup {
  /// Whether a wait would end at once.
  var isSignalled: Bool {
    var wanted = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 0) > 0
  }
}
