import Clients
import MediaCore
import Playback

/// The engine without its threads: its steps are taken one by one, in whatever time the caller lets
/// pass (docs/decisions/tests-clips.md).
///
/// In simulated time decoding takes none, so nothing is ever late: a tool gets each frame of a
/// clip, and all of its sound, at exactly its presentation time.
package final class SteppedEngine {
  package let client: PlayerClient
  private let core: EngineCore
  private let hostTime: @Sendable () -> Double
  private let playback: PlaybackLoop
  private let preload: PreloadLoop
  private let opening: [OpeningLoop]
  private let audio: AudioPump
  private let stills: StillLoop

  /// Creates an idle engine.
  ///
  /// - Parameters:
  ///   - opener: Opens clips.
  ///   - makeSink: Creates a sound device.
  ///   - makeSpeedChanger: Creates what changes the speed of sound.
  ///   - tuning: Sizes and times.
  ///   - hostTime: The simulated time, in seconds.
  package init(
    opener: any MediaOpener, makeSink: @escaping @Sendable () -> any AudioSink,
    makeSpeedChanger: @escaping @Sendable () -> (any SpeedChanger)?,
    tuning: PlaybackTuning = PlaybackTuning(), hostTime: @escaping @Sendable () -> Double
  ) {
    self.hostTime = hostTime
    core = EngineCore(
      opener: opener, makeSink: makeSink, makeSpeedChanger: makeSpeedChanger, memoryBudget: 1 << 30,
      tuning: tuning,
      hostTime: hostTime, threadTime: hostTime, fileVersion: { _ in nil }, onFrame: { _ in })
    client = .live(core: core)
    playback = PlaybackLoop(core: core)
    preload = PreloadLoop(core: core)
    opening = (0..<OpeningLoop.count).map { [core] in OpeningLoop(core: core, number: $0) }
    audio = AudioPump(core: core)
    stills = StillLoop(core: core)
  }

  deinit {
    playback.leavePlayer(now: hostTime())
    audio.stop()
  }

  /// Takes one step of each thread.
  ///
  /// - Returns: The host time at which the next step is due.
  package func step() -> Double {
    let now = hostTime()
    var next = min(playback.step(now: now), preload.step(now: now), stills.step(now: now))
    for loop in opening { next = min(next, loop.step(now: now)) }
    if let wait = audio.step(now: now) { next = min(next, now + wait) }
    return next
  }
}
