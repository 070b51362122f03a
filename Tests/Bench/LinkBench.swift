import Models
import Platform
import TestSupport

/// A link as the benchmarks simulate it.
struct LinkProfile {
  /// Bytes a second.
  let rate: Double
  /// Seconds each way.
  let delay: Double
  /// Bytes that the buffers on the way hold.
  var buffer = 2 << 20

  var name: String {
    "\(rate / 1e6)MBps.\(Int((delay * 1e3).rounded()))ms"
  }

  var outward: LinkModel { LinkModel(capacity: buffer, rate: rate, delay: delay) }
  var back: LinkModel { LinkModel(delay: delay) }

  /// Flick at the near end, as under a remote shell.
  func flick(
    _ clips: [String], screen: CellSize, sound: String = "null", isAnimated: Bool = false
  ) throws -> FarTerminal {
    try FarTerminal(
      Player.flick(clips, sound: sound).filter { !isAnimated || $0 != "--no-animation" },
      screen: screen, outward: outward, back: back,
      environment: Self.remote)
  }

  /// A terminal at hand.
  static let near = LinkProfile(rate: .infinity, delay: 0)

  /// What a remote shell adds to the environment.
  static let remote = ["SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"]
}

extension Benchmark {
  /// What is seen at the far end of a slow link with deep buffers, at 160 x 48: frames a second,
  /// how late they are, how good they are, and how long `q` takes.
  static let link = Benchmark(name: "link") { report in
    let screen = CellSize(columns: 160, rows: 48)
    let clips = try StampedClip.feed(report.clips)
    guard let soundLead = try LinkRun(.near, clip: clips[0], screen: screen).soundLead else {
      return print("# link: no sound was written")
    }
    for clip in clips[...1] {
      for profile in profiles {
        let run = try LinkRun(profile, clip: clip, screen: screen)
        run.add(to: &report, as: "link.\(clip.name).\(profile.name)", soundLead: soundLead)
      }
    }
  }

  private static let profiles = [
    LinkProfile(rate: 250_000, delay: 0.02), LinkProfile(rate: 250_000, delay: 0.04),
    LinkProfile(rate: 500_000, delay: 0.02), LinkProfile(rate: 500_000, delay: 0.04),
    LinkProfile(rate: 1_000_000, delay: 0.02), LinkProfile(rate: 2_000_000, delay: 0.08),
    LinkProfile(rate: 10_000_000, delay: 0.005, buffer: 256 << 10),
  ]
}

/// What was seen of a clip that was played over a link for some seconds, and how it ended.
struct LinkRun {
  let far: FarRun
  let shown: ShownFrames
  /// Host time at which the sound's first sample was written.
  let soundStart: Double?
  /// Seconds from `q` to when the terminal was seen as it was before; `nil` if it was not.
  let quit: Double?

  init(_ profile: LinkProfile, clip: StampedClip, screen: CellSize) throws {
    try self.init(clip, screen: screen, delay: profile.delay) { sound in
      FarRun(try profile.flick([clip.path, "--only"], screen: screen, sound: sound))
    }
  }

  /// Plays a clip.
  ///
  /// - Parameters:
  ///   - delay: Seconds each way.
  ///   - play: Plays it with a sound device.
  init(
    _ clip: StampedClip, screen: CellSize, delay: Double, play: (_ sound: String) throws -> FarRun
  ) throws {
    let folder = try ScratchFolder()
    let sound = SoundFile(path: folder.file("sound.raw"))
    far = try play(sound.device)
    soundStart = sound.start
    shown = try ShownFrames(
      far.recording, screen: screen, clip: clip, from: far.start, to: far.end)
    let end = far.end
    quit = try FarScreen(far.recording, size: screen).timeGivenBack(after: end)
      .map { $0 - end - 2 * delay }
  }

  /// Seconds by which sound is written before the frame that belongs to it, on a terminal that is
  /// at hand: what `soundStart` must be corrected by.
  var soundLead: Double? {
    guard let soundStart, let start = shown.start else { return nil }
    return start - soundStart
  }

  /// Adds the figures; of times only the lateness where the link is not all simulated.
  func add(
    to report: inout Report, as name: String, soundLead: Double, isSimulated: Bool = true
  ) {
    report.add("\(name).fps", shown.rate, "1/s")
    let start = (soundStart ?? 0) + soundLead
    let simulated = [("latency", shown.latencies), ("transit", shown.transits)]
    for (label, seconds) in (isSimulated ? simulated : [])
      + [("lateness", shown.lateness(since: start))]
    {
      let values = seconds.map { $0 * 1e3 }
      report.add("\(name).\(label).p50", values.median, "ms")
      report.add("\(name).\(label).p95", values.percentile(95), "ms")
    }
    let qualities = shown.frames.map(\.quality)
    report.add("\(name).psnr.p50", qualities.median, "dB")
    report.add("\(name).psnr.p5", qualities.percentile(5), "dB")
    let frames = Double(max(shown.frames.count - 1, 1))
    report.add("\(name).bytes", Double(shown.byteCount) / frames, "B/picture")
    if shown.unreadable > 0 { print("# \(name): \(shown.unreadable) updates without a number") }
    report.add("\(name).quit", of: [quit].compactMap(\.self).map { $0 * 1e3 }, "ms")
  }
}
