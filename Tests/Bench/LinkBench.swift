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
  func flick(_ clips: [String], screen: CellSize) throws -> FarTerminal {
    try FarTerminal(
      Player.flick.command(clips, screen), screen: screen, outward: outward, back: back,
      environment: ["SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"])
  }
}

extension Benchmark {
  /// What is seen at the far end of a slow link with deep buffers, at 160 x 48: pictures a second,
  /// how late they are, how good they are, and how long `q` takes.
  static let link = Benchmark(name: "link") { report in
    let screen = CellSize(columns: 160, rows: 48)
    let clip = try StampedClip.feed(report.clips)[0]
    for profile in profiles {
      let terminal = try profile.flick([clip.path, "--only"], screen: screen)
      terminal.run(for: warmUp)
      let start = HostTime.now
      terminal.run(for: duration)
      let quit = terminal.press("q")
      terminal.waitUntilGivenBack(timeout: 12)
      let recording = terminal.end()
      let shown = try ShownPictures(
        recording, screen: screen, clip: clip, from: start, to: quit)
      let name = "link.\(profile.name)"
      report.add("\(name).fps", shown.rate, "1/s")
      let latencies = shown.latencies.map { $0 * 1e3 }
      report.add("\(name).latency.p50", latencies.median, "ms")
      report.add("\(name).latency.p95", latencies.percentile(95), "ms")
      report.add("\(name).transit.p50", shown.transits.median * 1e3, "ms")
      report.add("\(name).psnr.p50", shown.pictures.map(\.quality).median, "dB")
      report.add("\(name).psnr.p5", shown.pictures.map(\.quality).percentile(5), "dB")
      report.add(
        "\(name).bytes", Double(shown.byteCount) / Double(max(shown.pictures.count - 1, 1)),
        "B/picture")
      report.add("\(name).unreadable", Double(shown.unreadable), "updates")
      let given = try FarScreen(recording, size: screen).timeGivenBack(after: quit)
      report.add(
        "\(name).quit",
        of: [given].compactMap(\.self).map { ($0 - quit - 2 * profile.delay) * 1e3 },
        "ms")
    }
  }

  /// Until the player has found the measure of the link.
  private static let warmUp = 4.0
  private static let duration = 10.0

  private static let profiles = [
    LinkProfile(rate: 250_000, delay: 0.04), LinkProfile(rate: 500_000, delay: 0.04),
    LinkProfile(rate: 1_000_000, delay: 0.02), LinkProfile(rate: 2_000_000, delay: 0.08),
    LinkProfile(rate: 10_000_000, delay: 0.005, buffer: 256 << 10),
  ]
}
