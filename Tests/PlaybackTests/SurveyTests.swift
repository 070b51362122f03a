import LibAV
import MediaCore
import Models
import Platform
import TestSupport
import Testing

@testable import Playback

/// Surveys of a real film, by the steps of their loop.
@Suite struct SurveyTests {
  /// The host time, and how much of it each look at the clock takes, in seconds.
  private let clock = Lock((now: 0.0, pace: 0.04))
  private let core: EngineCore
  private let loop: SurveyLoop

  /// For a machine that is never too slow: only the finder looks at the clock.
  private struct PatientOpener: MediaOpener {
    func open(
      _ location: MediaLocation, cancellation: CancellationToken
    ) throws(MediaError) -> any MediaSource {
      try LibAVOpener().open(location, cancellation: CancellationToken(hostTime: { 0 }))
    }
  }

  init() {
    let clock = clock
    let version = FileVersion(modified: FileDate(seconds: 1), size: 1)
    core = EngineCore(
      opener: PatientOpener(), makeSink: { NullSink() }, makeSpeedChanger: { nil },
      hostTime: {
        clock.withLock { clock in
          clock.now += clock.pace
          return clock.now
        }
      }, fileVersion: { _ in version }, onFrame: { _ in })
    loop = SurveyLoop(core: core)
  }

  /// Asks, and takes steps until there is an answer.
  private func events(of survey: Survey) async throws -> ClipEvents {
    let isAnswered = Lock(false)
    let answer = Task { [core] in
      defer { isAnswered.withLock { $0 = true } }
      return await core.surveys.outcome(of: survey)
    }
    while !isAnswered.withLock(\.self) {
      _ = loop.step(now: 0)
      await Task.yield()
    }
    return try await answer.value.get().events
  }

  @Test func moreEventsAreLookedForAfterTheAnswer() async throws {
    let film = try TestClips.make(
      "many.mkv",
      [
        "-f", "lavfi", "-i", "smptebars=s=96x54:r=10:d=600", "-f", "lavfi", "-i",
        "testsrc2=s=20x20:r=10:d=600", "-filter_complex",
        "[0][1]overlay=x=40:y=20:enable='between(mod(t,100),50,58)',noise=alls=8:allf=t[v]", "-map",
        "[v]", "-c:v", "libx264", "-preset", "ultrafast", "-g", "20", "-pix_fmt", "yuv420p",
      ])
    let survey = Survey(location: .file(film), question: .events)
    let first = try await events(of: survey)
    #expect(first.times.count < 6, "\(first)")
    // Nobody waits: it ends by itself.
    var steps = 0
    while loop.step(now: 0) != .infinity, steps < 10_000 { steps += 1 }
    #expect(steps > 1 && steps < 100)
    clock.withLock { $0.pace = 0 }
    let all = try await events(of: survey)
    #expect(all.times.count == 6 && !all.areLiveliest, "\(first) \(all)")
  }
}
