import Clients
import LibAV
import MediaCore
import Models
import Platform
import Playback
import Sound
import TestSupport

extension Benchmark {
  /// How far frames are from their sound: a clip that flashes and beeps, played by the engine to a
  /// file as its sound device. Flashes count when they are published, beeps when a device that
  /// plays in time would play their first sample.
  static let sync = Benchmark(name: "sync") { report in
    let folder = try ScratchFolder()
    let clip = folder.file("sync.mp4")
    let control = folder.file("control.mp4")
    try SyncClip.make(clip)
    try SyncClip.make(control, delay: 0.2)

    let turns = 10
    let whole = play(clip, seconds: Double(turns * SyncClip.duration) + 1.5, in: folder)
    let offsets = whole.offsets
    add(offsets, "sync", to: &report)
    let perTurn = SyncClip.duration
    if offsets.count >= turns * perTurn {
      let first = offsets.prefix(perTurn)
      let last = offsets.dropFirst((turns - 1) * perTurn).prefix(perTurn)
      report.add("sync.drift", abs(Array(last).median - Array(first).median) * 1e3, "ms")
    }
    let beeps = whole.log.beepFrames
    if beeps.count > turns * perTurn {
      let length = beeps[turns * perTurn] - beeps[0]
      let wanted = turns * SyncClip.duration * SyncClip.sampleRate
      let error = Double(abs(length - wanted)) / Double(SyncClip.sampleRate)
      report.add("sync.loops.length", error * 1e3, "ms")
    }
    report.add("sync.file.missing", Double(whole.log.frameCount - whole.fileFrames), "frames")
    report.add("sync.sound.late", max(whole.log.worstLateness, 0) * 1e3, "ms")

    let shifted = play(control, seconds: 6, in: folder).offsets
    report.add("sync.control", shifted.median * -1e3, "ms")

    for speed in [0.5, 1.25, 2] {
      let run = play(clip, seconds: 9 / speed, speed: speed, in: folder)
      add(run.offsets, "sync.speed.\(speed)", to: &report)
    }
  }

  private struct Run {
    let log: SyncLog
    /// Frames of sound in the file.
    let fileFrames: Int

    /// Seconds by which each flash followed the beep next to it.
    var offsets: [Double] {
      let beeps = log.beeps
      // The first frame is shown before anything plays, and waits for it.
      return log.flashes.dropFirst().compactMap { flash in
        beeps.min { abs($0 - flash) < abs($1 - flash) }.map { flash - $0 }
      }
    }
  }

  private static func add(_ offsets: [Double], _ name: String, to report: inout Report) {
    let sizes = offsets.map { abs($0) * 1e3 }.sorted()
    guard let worst = sizes.last else { return print("# \(name): no flash was seen") }
    report.add("\(name).flashes", Double(sizes.count), "flashes")
    report.add("\(name).p50", sizes.median, "ms")
    report.add("\(name).p95", sizes[(sizes.count * 95 + 99) / 100 - 1], "ms")
    report.add("\(name).max", worst, "ms")
  }

  /// Plays a clip in a loop for some seconds.
  private static func play(
    _ clip: String, seconds: Double, speed: Double = 1, in folder: ScratchFolder
  ) -> Run {
    let log = SyncLog()
    let file = folder.file("sound.raw")
    let client = Lock<PlayerClient?>(nil)
    let engine = PlaybackEngine(
      EngineCore(
        opener: LibAVOpener(),
        makeSink: { LoggedSink(ALSASink(device: "file:\(file),raw"), log: log) },
        makeSpeedChanger: { SonicSpeedChanger() },
        onFrame: { id in log.show(client.withLock { $0 }?.frame(id)) }))
    let live = PlayerClient.live(core: engine.core)
    client.withLock { $0 = live }
    let id = PlayerID(rawValue: 1)
    live.setFrameArea(FrameArea(size: PixelSize(width: 160, height: 90)))
    live.setLoopMode(.one)
    live.setSpeed(speed)
    live.create(id, PlayerSource(.file(FilePath(clip))))
    live.setWindow(PreloadWindow(current: id, neighbours: []))
    live.play(id)
    Wakeup().wait(timeout: seconds)
    engine.shutDown()
    client.withLock { $0 = nil }
    let bytes = Command.contents(of: file).count
    return Run(log: log, fileFrames: bytes / (2 * AudioFormat.channels))
  }
}
