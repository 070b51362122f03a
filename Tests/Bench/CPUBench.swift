import Clients
import LibAV
import MediaCore
import Models
import Platform
import Playback
import TestSupport

extension Benchmark {
  /// What playing takes of a core, and whether 4K is in sync without gaps in its sound.
  ///
  /// `cpu.*.core` is the whole program in a terminal of 160 x 48, per second of play. The other
  /// figures are the engine's, with a sound device that plays at the right speed and counts.
  static let cpu = Benchmark(name: "cpu") { report in
    for recipe in Recipe.all {
      guard let clip = try? recipe.clip() else {
        print("# cpu.\(recipe.name): skipped, ffmpeg lacks the encoder")
        continue
      }
      let program = try coreShare(of: clip, duration: recipe.duration)
      report.add("cpu.\(recipe.name).core", program * 100, "%")
      let run = EngineRun.play(clip, duration: recipe.duration)
      report.add("cpu.\(recipe.name).pictures", run.framesPerSecond, "1/s")
      report.add("cpu.\(recipe.name).late", Double(run.late), "pictures")
      report.add(spreadOf: run.lateness.map { $0 * 1e3 }, as: "cpu.\(recipe.name).lateness", "ms")
      report.add("cpu.\(recipe.name).gaps", Double(run.sound.gaps), "gaps")
    }
  }

  /// Processor time of the program for each second of play.
  private static func coreShare(of clip: String, duration: Double) throws -> Double {
    let size = CellSize(columns: 160, rows: 48)
    let capture = try TerminalCapture(Player.flick.command([clip, "--only"], size), size: size)
    capture.record(for: 1.5)
    let start = (time: HostTime.now, processor: capture.processorTime)
    capture.record(for: duration)
    let share = (capture.processorTime - start.processor) / (HostTime.now - start.time)
    _ = capture.end()
    return share
  }
}

/// A clip that is as hard to decode as footage of its size.
private struct Recipe {
  let name: String
  let size: PixelSize
  let encoder: [String]
  let duration = 10.0

  static let all = [
    Recipe(
      name: "1080p30", size: PixelSize(width: 1_920, height: 1_080),
      encoder: ["-c:v", "libx264", "-preset", "veryfast", "-b:v", "6M"]),
    Recipe(
      name: "4k30", size: PixelSize(width: 3_840, height: 2_160),
      encoder: ["-c:v", "libx264", "-preset", "veryfast", "-b:v", "20M"]),
    Recipe(
      name: "4k30.hevc", size: PixelSize(width: 3_840, height: 2_160),
      encoder: ["-c:v", "libx265", "-preset", "ultrafast", "-b:v", "14M", "-tag:v", "hvc1"]),
  ]

  func clip() throws -> String {
    try ClipCache.clip("\(name).mp4") { path in
      try FFmpegCommand.run(
        [
          "-f", "lavfi", "-i", "testsrc2=s=\(size.width)x\(size.height):r=30",
          "-f", "lavfi", "-i", "sine=frequency=330:sample_rate=48000", "-t", "\(duration)",
          "-vf", "noise=alls=8:allf=t", "-pix_fmt", "yuv420p", "-g", "90",
        ] + encoder + [path])
    }
  }
}

/// What came of playing a clip by the engine alone.
private struct EngineRun {
  /// Seconds from when a frame was due by the sound that is heard to when it was published.
  var lateness: [Double] = []
  var sound = MeteredSink.Count()
  var framesPerSecond = 0.0

  /// How many frames were later than a frame of 30 a second: what an eye may notice.
  var late: Int { lateness.count { $0 > 1.0 / 30 } }

  static func play(_ clip: String, duration: Double) -> EngineRun {
    let id = PlayerID(rawValue: 1)
    let count = Lock(MeteredSink.Count())
    let client = Lock<PlayerClient?>(nil)
    let shown = Lock<[(time: Double, due: Double)]>([])
    let isOver = Wakeup()
    let engine = PlaybackEngine(
      EngineCore(
        opener: LibAVOpener(), makeSink: { MeteredSink(count: count) },
        makeSpeedChanger: { TapeSpeedChanger() },
        onFrame: { id in
          let now = HostTime.now
          guard let frame = client.withLock({ $0 })?.frame(id) else { return }
          shown.withLock { $0.append((now, frame.presentationTime)) }
          if frame.presentationTime >= duration - 0.5 { isOver.signal() }
        }))
    let player = PlayerClient.live(core: engine.core)
    client.withLock { $0 = player }
    player.setFrameArea(FrameArea(size: PixelSize(width: 160, height: 92)))
    player.setLoopMode(.off)
    player.create(id, PlayerSource(.file(FilePath(clip))))
    player.setWindow(PreloadWindow(current: id, neighbours: []))
    player.play(id)
    isOver.wait(timeout: 2 * duration)
    engine.shutDown()
    client.withLock { $0 = nil }

    var run = EngineRun()
    run.sound = count.withLock { $0 }
    guard let start = run.sound.startedAt else { return run }
    // The first frame is there before the sound starts.
    let frames = shown.withLock { $0 }.filter { $0.time > start }
    run.lateness = frames.map { $0.time - start - $0.due }
    if let last = frames.last { run.framesPerSecond = Double(frames.count) / (last.time - start) }
    return run
  }
}
